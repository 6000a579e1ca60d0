"""Options that a user sets by name: ``NAME=VALUE``, or keys of a TOML file.

stance = 20          # or all of it under [track], beside tables of other methods
[segments]
thigh = 2            # what a table does not state stays as it is
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from understudy.errors import OptionError, unknown_name
from understudy.opening import read_toml
from understudy.quoting import quoted
from understudy.retarget.options import (
    SWITCHES,
    Kind,
    MethodOptions,
    Option,
    checked,
    checked_entry,
    from_text,
    options_of,
    shown,
)

AnyOptions = TypeVar("AnyOptions", bound=MethodOptions)


def set_options(options: AnyOptions, settings: Iterable[str]) -> AnyOptions:
    """Return options with some of them set; the last word on each counts.

    Args:
        options: What holds where nothing is set.
        settings: Words such as ``stance=20`` or ``segments.thigh=2``.

    Raises:
        OptionError: For a word that is none of these, an unknown name, or a value that is not valid.
    """
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise OptionError(f"--set: found {shown(setting)}, expected NAME=VALUE")
        options = changed_options(options, {name.strip(): text}, "--set", is_text=True)
    return options


def read_options(path: str | Path, options: AnyOptions, method: str) -> AnyOptions:
    """Return options with those set that a TOML file states.

    Args:
        path: The file; its options stand at the top, or all in a table that is named after the method.
        options: What holds where the file states nothing.
        method: The method's name.

    Raises:
        OptionError: Naming the file, the key, and what would be valid.
    """
    try:
        data = read_toml(path)
    except OSError as error:
        raise OptionError(f"{path}: cannot be read ({error.strerror or error})") from error
    except ValueError as error:
        raise OptionError(f"{path}: cannot be read as TOML ({error})") from error
    own = data.get(method)
    if not isinstance(own, dict):
        return changed_options(options, data, f"{path}, at the top or in [{method}]")
    names = {option.name for option in options_of(type(options))}
    # Other tables are other methods' options, for which the file may be used as well.
    astray = next((name for name in data if name in names or not isinstance(data[name], dict)), None)
    if astray is not None:
        problem = f"{quoted(astray)} stands outside of [{method}]"
        raise OptionError(f"{path}: {problem}, expected all options of the method in its table")
    return changed_options(options, own, f"{path}, [{method}]")


def changed_options(
    options: AnyOptions, values: Mapping[str, object], origin: str, is_text: bool = False
) -> AnyOptions:
    """Return options with some set; of a table only the numbers that are named change.

    Args:
        options: What holds where nothing is set.
        values: Option → value, or one of a table's as ``table.name``.
        origin: Where they come from, for messages.
        is_text: Whether values are words of a command line.

    Raises:
        OptionError: For an unknown name, or a value that is not valid.
    """
    known = {option.name: option for option in options_of(type(options))}
    changes: dict[str, Any] = {}
    try:
        for name, value in values.items():
            name, value = _as_named_now(known.values(), name, value)
            first, dot, entry = name.partition(".")
            option = known.get(first)
            if option is None or (dot and option.kind is not Kind.TABLE):
                raise OptionError(unknown_name("option", name, _settable(known.values())))
            if entry:
                value = {entry: from_text(option.entry(entry), str(value)) if is_text else value}
            elif is_text:
                value = from_text(option, str(value))
            now = changes.get(first, getattr(options, first))
            changes[first] = (
                _merged(option, now, value) if option.kind is Kind.TABLE else checked(option, value)
            )
    except OptionError as error:
        raise OptionError(f"{origin}: {error}") from None
    return replace(options, **changes)


def _as_named_now(options: Iterable[Option], name: str, value: object) -> tuple[str, object]:
    """Return the name and the value of an option that is set by a former name, others as they are."""
    for option in options:
        if name in option.formerly and isinstance(value, (str, bool)):
            meant = SWITCHES.get(str(value).strip().lower(), value)
            return option.name, option.formerly[name].get(meant, value)
    return name, value


def _merged(table: Option, now: Mapping[str, float], value: object) -> dict[str, float]:
    """Return a table as it is now, but for the numbers that are set."""
    if not isinstance(value, Mapping):
        example = table.entry(table.entries[0]).name
        raise OptionError(f"{table.name} is a table, expected one of its numbers, such as {example}")
    return {**now, **{name: checked_entry(table, name, number) for name, number in value.items()}}


def _settable(options: Iterable[Option]) -> list[str]:
    """Return every name that can be set; a table's numbers are set one by one."""
    return [
        name
        for option in options
        for name in ([option.entry(entry).name for entry in option.entries] or [option.name])
    ]
