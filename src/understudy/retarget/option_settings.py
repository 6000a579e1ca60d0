"""Options that a user sets by name, and their list in help: ``NAME=VALUE``, or keys of a TOML file.

stance = 20          # or all of it under [track], beside tables of other methods
[segments]
thigh = 2            # what a table does not state stays as it is
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from understudy.errors import OptionError, unknown_name
from understudy.opening import read_file
from understudy.retarget.method import Method
from understudy.retarget.options import (
    LARGEST,
    Kind,
    MethodOptions,
    Option,
    as_text,
    checked,
    checked_entry,
    from_text,
    options_of,
    plain,
    shown,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MAX_BYTES = 1 << 16
"""A longer file holds no options of ours."""

_COLUMN = 30
"""Where a terminal's second column begins."""

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
    path = Path(path)
    data = _read_toml(path)
    own = data.get(method)
    if not isinstance(own, dict):
        return changed_options(options, data, f"{path}, at the top or in [{method}]")
    names = {option.name for option in options_of(type(options))}
    # Other tables are other methods' options, for which the file may be used as well.
    astray = next((name for name in data if name in names or not isinstance(data[name], dict)), None)
    if astray is not None:
        problem = f"'{plain(astray)}' stands outside of [{method}]"
        raise OptionError(f"{path}: {problem}, expected all options of the method in its table")
    return changed_options(options, own, f"{path}, [{method}]")


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        content = read_file(path, MAX_BYTES)
    except OSError as error:
        raise OptionError(f"{path}: cannot be read ({error.strerror or error})") from error
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path}: cannot be read as TOML ({error})") from error


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
            first, dot, entry = name.partition(".")
            option = known.get(first)
            if option is None or (dot and option.kind is not Kind.TABLE):
                raise OptionError(unknown_name("option", plain(name), _settable(known.values())))
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


def help_lines(method: Method, width: int) -> list[str]:
    """Return what a terminal shows of a method's options, one after the other.

    Args:
        method: The method.
        width: Characters in a line.
    """
    lines = []
    for option in options_of(method.Options):
        unit = f" [{option.facts.unit}]" if option.facts.unit else ""
        if option.kind is Kind.TABLE:
            name = f"{option.name}.NAME=…{unit}"
        else:
            name = f"{option.name}={as_text(option.default)}{unit}"
        entries = f"; {_entries(option)}" if option.kind is Kind.TABLE else ""
        lines += _columns(name, f"{option.facts.what} ({_valid(option)}{entries})", width)
    return lines


def method_lines(methods: list[Method], width: int) -> list[str]:
    """Return what a terminal shows of methods: the name and summary of each."""
    return [line for method in methods for line in _columns(method.name, method.summary, width)]


def markdown_table(method: Method) -> str:
    """Return a page's table of a method's options."""
    rows = ["| option | default | unit | valid | what it is |", "| --- | --- | --- | --- | --- |"]
    for option in options_of(method.Options):
        name = f"{option.name}.NAME" if option.kind is Kind.TABLE else option.name
        default = _entries(option) if option.kind is Kind.TABLE else as_text(option.default)
        cells = (f"`{name}`", default, option.facts.unit, _valid(option), option.facts.what)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _columns(name: str, text: str, width: int) -> list[str]:
    """Return a name and a wrapped text beside it, or below where the name is too long."""
    wrapped = textwrap.wrap(text, max(width - _COLUMN, 20)) or [""]
    start = f"  {name}"
    if len(start) + 2 > _COLUMN:
        return [start, *(" " * _COLUMN + line for line in wrapped)]
    return [f"{start:<{_COLUMN}}{wrapped[0]}".rstrip(), *(" " * _COLUMN + line for line in wrapped[1:])]


def _valid(option: Option) -> str:
    """Return what may be set in few words: bounds that only a slip of the pen breaks are left out."""
    facts, kind = option.facts, option.kind
    if kind is Kind.LIST:
        return f"none, or '{option.item.EXAMPLE}'; a semicolon between two"
    if kind in (Kind.SWITCH, Kind.TEXT):
        return ", ".join(facts.choices) or kind.value
    bounds = []
    if facts.over is not None or facts.least > -LARGEST:
        bounds.append(f"at least {facts.least:g}" if facts.over is None else f"over {facts.over:g}")
    if facts.most < LARGEST:
        bounds.append(f"at most {facts.most:g}")
    words = {Kind.WHOLE_NUMBER: ["whole"], Kind.NUMBER_OR_NONE: ["none or"]}.get(kind, [])
    return " ".join((*words, ", ".join(bounds) or "any number"))


def _entries(table: Option) -> str:
    """Return every number of a table with its default."""
    return ", ".join(f"{name}={as_text(table.entry(name).default)}" for name in table.entries)
