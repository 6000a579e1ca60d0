"""What a terminal, and the page of methods, show of methods and their options."""

from __future__ import annotations

import textwrap

from understudy.retarget.method import Method
from understudy.retarget.options import LARGEST, Kind, Option, as_text, options_of

_COLUMN = 30
"""Where a terminal's second column begins."""


def help_lines(method: Method, width: int) -> list[str]:
    """Return what a terminal shows of a method's options, one after the other.

    Args:
        method: The method.
        width: Characters in a line.
    """
    lines = []
    for option in options_of(method.Options):
        unit = f" [{option.unit}]" if option.unit else ""
        if option.kind is Kind.TABLE:
            name = f"{option.name}.NAME=…{unit}"
        else:
            name = f"{option.name}={as_text(option.default)}{unit}"
        entries = f"; {_entries(option)}" if option.kind is Kind.TABLE else ""
        lines += _columns(name, f"{option.what} ({_valid(option)}{entries})", width)
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
        cells = (f"`{name}`", default, option.unit, _valid(option), option.what)
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
    kind = option.kind
    if kind is Kind.LIST:
        return f"none, or '{option.item.EXAMPLE}'; a semicolon between two"
    if kind in (Kind.SWITCH, Kind.TEXT):
        return ", ".join(option.choices) or kind.value
    bounds = []
    if option.over is not None or option.least > -LARGEST:
        bounds.append(f"at least {option.least:g}" if option.over is None else f"over {option.over:g}")
    if option.most < LARGEST:
        bounds.append(f"at most {option.most:g}")
    words = {Kind.WHOLE_NUMBER: ["whole"], Kind.NUMBER_OR_NONE: ["none or"]}.get(kind, [])
    return " ".join((*words, ", ".join(bounds) or "any number"))


def _entries(table: Option) -> str:
    """Return every number of a table with its default."""
    return ", ".join(f"{name}={as_text(table.entry(name).default)}" for name in table.entries)
