"""Values of options: checked, taken from the words of a command line, and put into words again."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

from understudy.errors import OptionError, unknown_name
from understudy.retarget.option_facts import Facts, Kind, Option

NONE = "none"
SEPARATOR = ";"
"""Stands between the items of a list on the command line."""

_SWITCHES = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_SHOWN_CHARACTERS = 40


def checked(option: Option, value: Any) -> Any:
    """Return a value as its option keeps it: numbers as floats, a table as a dictionary of its own.

    Raises:
        OptionError: Naming the option, what was found, and what would be valid.
    """
    if option.kind is Kind.TABLE and isinstance(value, Mapping):
        return {name: checked_entry(option, name, entry) for name, entry in value.items()}
    if option.kind is Kind.LIST and isinstance(value, (list, tuple)):
        return tuple(_checked_item(option, entry) for entry in value)
    if not _is_valid(option, value):
        raise OptionError(f"{option.name} is {shown(value)}, expected {expected(option)}")
    if option.kind is Kind.WHOLE_NUMBER:
        return int(value)
    if type(value) is float:
        return value
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else value


def checked_entry(table: Option, name: object, value: Any) -> float:
    """Return one number of a table, its name checked as well."""
    if not isinstance(name, str) or name not in table.entries:
        raise OptionError(unknown_name(f"name in '{table.name}'", plain(str(name)), table.entries))
    return checked(table.entry(name), value)


def _checked_item(listed: Option, entry: Any) -> Any:
    """Return one item of a list, also where it is given as a text."""
    if isinstance(entry, str):
        try:
            return listed.item.from_text(entry)
        except OptionError as error:
            raise OptionError(f"{listed.name}: {error}") from None
    if not isinstance(entry, listed.item):
        wanted = f"a {listed.item.__name__} or a text such as '{listed.item.EXAMPLE}'"
        raise OptionError(f"{listed.name} holds {shown(entry)}, expected {wanted}")
    return entry


def _is_valid(option: Option, value: Any) -> bool:
    if option.kind is Kind.SWITCH:
        return isinstance(value, bool)
    if option.kind is Kind.TEXT:
        return isinstance(value, str) and (not option.facts.choices or value in option.facts.choices)
    if option.kind is Kind.NUMBER_OR_NONE and value is None:
        return True
    numbers = Integral if option.kind is Kind.WHOLE_NUMBER else Real
    # Most are floats, and to ask for any kind of number takes ten times as long.
    is_number = (type(value) is float and numbers is Real) or (
        isinstance(value, numbers) and not isinstance(value, bool)
    )
    return is_number and option.kind not in (Kind.TABLE, Kind.LIST) and _is_in_range(option.facts, value)


def _is_in_range(facts: Facts, value: Any) -> bool:
    """Return whether a number is valid; NaN is neither over nor under anything, and so is not."""
    return bool((facts.least <= value if facts.over is None else facts.over < value) and value <= facts.most)


def from_text(option: Option, text: str) -> object:
    """Return what a word of the command line stands for; the word itself where it stands for nothing."""
    word = text.strip().lower()
    if option.kind is Kind.SWITCH:
        return _SWITCHES.get(word, text)
    if option.kind is Kind.LIST:
        return [] if word == NONE else [item for item in text.split(SEPARATOR) if item.strip()]
    if option.kind is Kind.NUMBER_OR_NONE and word == NONE:
        return None
    try:
        if option.kind is Kind.WHOLE_NUMBER:
            return int(text)
        return text if option.kind is Kind.TEXT else float(text)
    except ValueError:
        return text


def as_text(value: object) -> str:
    """Return a value as the command line takes it."""
    if isinstance(value, tuple):
        return f"{SEPARATOR} ".join(str(item) for item in value) or NONE
    if value is None or isinstance(value, bool):
        return NONE if value is None else str(value).lower()
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def expected(option: Option) -> str:
    """Return which values are valid, in words."""
    facts, words = option.facts, option.kind.value
    if option.kind is Kind.TEXT and facts.choices:
        return f"one of {', '.join(facts.choices)}"
    if option.kind is Kind.LIST:
        return f"{words}, of such as '{option.item.EXAMPLE}'"
    if option.kind in (Kind.SWITCH, Kind.TEXT):
        return words
    low = (
        f"from {as_text(facts.least)} to" if facts.over is None else f"over {as_text(facts.over)} and at most"
    )
    return f"{words} {low} {as_text(facts.most)}" + (f" [{facts.unit}]" if facts.unit else "")


def shown(value: object) -> str:
    """Return a stranger's value for a message: in quotes, or what it is where it is no single value."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    try:
        return f"'{plain(as_text(value))}'"
    except ValueError:
        # Python refuses to write out a whole number of thousands of digits.
        return "a number of thousands of digits"


def plain(text: str) -> str:
    """Return a stranger's text for a message: short, without characters that would steer a terminal."""
    clipped = text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
    return clipped if clipped.isprintable() else ascii(clipped)[1:-1]
