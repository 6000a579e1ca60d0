"""Controls for every option of a method, made of nothing but its typed options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from understudy.retarget.method import Method
from understudy.retarget.option_settings import changed_options
from understudy.retarget.options import LARGEST, Kind, MethodOptions, Option, options_of

_STEPS = 20.0
"""How many steps of a control lead from nothing to a number's default."""


@dataclass(frozen=True)
class Control:
    """What a panel shows for one number, switch, choice or text.

    Attributes:
        name: The option's, of a table's number ``table.name``.
        kind: What it holds.
        label: Its name with its unit.
        hint: What it is, and what is valid.
        default: What it holds where nobody sets it.
        least: Smallest valid number, or None.
        most: Largest valid number, or None.
        step: Of a number's control.
        choices: Valid texts, none where any is.
    """

    name: str
    kind: Kind
    label: str
    hint: str
    default: Any
    least: float | None = None
    most: float | None = None
    step: float = 0.1
    choices: tuple[str, ...] = ()


def controls_of(method: Method) -> tuple[Control, ...]:
    """Return a control for each option of a method; each number of a table has its own."""
    found: list[Control] = []
    for option in options_of(method.Options):
        if option.kind is Kind.TABLE:
            found += [_control(option.entry(name)) for name in option.entries]
        else:
            found.append(_control(option))
    return tuple(found)


def with_setting(options: MethodOptions, name: str, text: str) -> MethodOptions:
    """Return options with one set as it was typed or chosen.

    Raises:
        OptionError: Naming the option, what was found, and what would be valid.
    """
    return changed_options(options, {name: text}, "the studio", is_text=True)


def settings(options: MethodOptions) -> dict[str, str]:
    """Return those options that are not at their defaults, as ``--set`` takes them."""
    changed: dict[str, str] = {}
    for option in options_of(type(options)):
        value = getattr(options, option.name)
        if option.kind is Kind.TABLE:
            for name in option.entries:
                if value.get(name, 0.0) != option.default.get(name, 0.0):
                    changed[f"{option.name}.{name}"] = as_text(value.get(name, 0.0))
        elif value != option.default:
            changed[option.name] = as_text(value)
    return changed


def as_text(value: Any) -> str:
    """Return a value as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return ";".join(str(item) for item in value)
    return str(value)


def _control(option: Option) -> Control:
    least = option.least if option.over is None else option.over
    low = None if least <= -LARGEST else least
    high = None if option.most >= LARGEST else option.most
    unit = f" [{option.unit}]" if option.unit else ""
    number = option.default if isinstance(option.default, int | float) else 0.0
    step = 1.0 if option.kind is Kind.WHOLE_NUMBER else _step(float(number))
    return Control(
        option.name,
        option.kind,
        option.name.replace("_", " ") + unit,
        f"{option.what} ({_valid(low, high, option.over is not None, option.choices)})".strip(),
        option.default,
        low,
        high,
        step,
        option.choices,
    )


def _step(default: float) -> float:
    """Return a round number of which some lead from 0 to a default."""
    size = abs(default) or 1.0
    exact = size / _STEPS
    power = 10.0 ** len(str(int(exact))) / 10.0 if exact >= 1.0 else 1.0
    while power > exact:
        power /= 10.0
    return power


def _valid(low: float | None, high: float | None, open_end: bool, choices: tuple[str, ...]) -> str:
    if choices:
        return "one of " + ", ".join(choices)
    words = [] if low is None else [f"{'over' if open_end else 'at least'} {low:g}"]
    words += [] if high is None else [f"at most {high:g}"]
    return ", ".join(words) or "any"
