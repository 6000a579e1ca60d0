"""The head of a table: the titles of its columns, and how the rows below are written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from understudy.capture.source import Source
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import BLANKS, Layout, Rows, parse_rows
from understudy.plain_text import squeezed

SEPARATORS = (",", ";", "\t")

_AROUND_TITLES = " \t\v\f\"'"


@dataclass(frozen=True)
class TableHead:
    """What stands above the rows of a table.

    Attributes:
        titles: C column titles, without quotes.
        separator: What stands between cells.
        has_decimal_comma: Whether numbers may be written as ``1,5``.
        position, line: Where the rows begin.
    """

    titles: tuple[str, ...]
    separator: str
    has_decimal_comma: bool
    position: int
    line: int

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """The titles in small letters and digits only."""
        return tuple(map(squeezed, self.titles))

    def find(self, names: Iterable[str]) -> int | None:
        """Return the first column that bears one of these plain names, the best first."""
        return next((self.plain.index(name) for name in names if name in self.plain), None)

    def rows(self, source: Source, **layout: Any) -> Rows:
        """Parse the rows; ``layout`` holds further arguments of ``Layout``."""
        return parse_rows(source.path, source.content, self.position, self.line, self.layout(**layout))

    def layout(self, **more: Any) -> Layout:
        """Return how rows are written; ``more`` holds further arguments of ``Layout``."""
        return Layout(len(self.titles), self.separator, self.has_decimal_comma, **more)


def separator_of(line: str) -> str:
    """Return what separates the cells of a line of titles or of numbers.

    Of commas that stand in the cells themselves, as in ``1,5;2,5``, there are at most as many as cells.
    """
    commas, semicolons = line.count(","), line.count(";")
    tabs = line.count("\t") - line.count(",\t") - line.count(";\t")
    if commas > max(semicolons, tabs) + 1 or (commas and not semicolons and not tabs):
        return ","
    if not semicolons and not tabs:
        return BLANKS
    return ";" if semicolons >= tabs else "\t"


def split_titles(line: str, separator: str) -> list[str]:
    """Return the cells of a line of titles without blanks and quotes around them."""
    return [cell.strip(_AROUND_TITLES) for cell in line.split(separator or None)]


def read_head(lines: TextLines) -> TableHead:
    """Read the titles on the next line, and how numbers are written on the line below."""
    titles = lines.next("the titles of a table")
    separator = separator_of(titles)
    has_decimal_comma = separator in (";", "\t") and "," in lines.peek()
    return TableHead(
        tuple(split_titles(titles, separator)), separator, has_decimal_comma, lines.position, lines.line
    )
