"""The head of a table of named points: comments that state things, column titles, and a row of units."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from understudy.capture.csv.comments import Stated, parse_comments
from understudy.capture.text.point_columns import (
    AXES,
    LENGTH_UNITS,
    LONGEST_TITLE,
    PointColumns,
    find_point_columns,
)
from understudy.capture.text.table_head import SEPARATORS, separator_of, split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.time_column import FRAME_NAMES, TIME_NAMES
from understudy.plain_text import squeezed

FEWEST_POINTS = 4
"""A table of fewer points in columns is not known to be one of a person."""

MAX_COLUMNS = 300_000

TIME_UNITS: dict[str, float] = {"s": 1.0, "sec": 1.0, "seconds": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
"""Seconds per unit of time, by what files call it."""

_UNITS = frozenset((*LENGTH_UNITS, *TIME_UNITS))
_NO_UNIT = ("", "-", "frame", "#", "1")

_TIME_TITLES = ("time", *TIME_NAMES)
_NAME_TITLES = ("name", "point", "marker", "landmark", "joint", "keypoint", "label", "bodypart")
_TITLE_UNIT = re.compile(r"(.*?)\s*[\[(]\s*([a-z]+)\s*[\])]", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class CsvHead:
    """What stands above the rows.

    Attributes:
        titles: C column titles, without units.
        separator: What stands between cells.
        stated: What comments and units state.
        points: The columns that are points, in the wide form.
        time: The column of times, or None.
        time_unit: Seconds per unit of them, or None where that is not stated.
        frame: The column of frame numbers, or None.
        name: The column of point names in the long form, None in the wide one.
        xyz: The columns of x, y and z in the long form.
        position, line: Where the rows begin.
    """

    titles: tuple[str, ...]
    separator: str
    stated: Stated
    points: PointColumns
    time: int | None
    time_unit: float | None
    frame: int | None
    name: int | None
    xyz: tuple[int, ...]
    position: int
    line: int

    @property
    def is_of_points(self) -> bool:
        """Whether the titles are those of a table of points."""
        if self.name is not None:
            return self.frame is not None or self.time is not None
        return len(self.points.names) >= FEWEST_POINTS


def parse_csv_head(path: Path, content: bytes) -> CsvHead:
    """Parse everything above the rows.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    lines = TextLines(path, content)
    stated = parse_comments(lines)
    separator = separator_of(lines.peek()) or SEPARATORS[0]
    titles, units = _titles(lines, separator)
    plain = [squeezed(title) for title in titles]
    name, time = _find(plain, _NAME_TITLES), _find(plain, _TIME_TITLES)
    xyz = tuple(plain.index(axis) for axis in AXES if axis in plain)
    is_long = name is not None and len(xyz) == len(AXES)
    points = find_point_columns([] if is_long else titles)
    lengths = [units[column] for column in (xyz if is_long else points.columns.reshape(-1).tolist())]
    return CsvHead(
        titles=tuple(titles),
        separator=separator,
        stated=_with_unit(lines, stated, lengths),
        points=points,
        time=time,
        time_unit=None if time is None else TIME_UNITS.get(units[time], TIME_NAMES[plain[time]]),
        frame=_find(plain, FRAME_NAMES),
        name=name if is_long else None,
        xyz=xyz if is_long else (),
        position=lines.position,
        line=lines.line,
    )


def _titles(lines: TextLines, separator: str) -> tuple[list[str], list[str]]:
    """Return titles and units of the columns, and go on to the first row of numbers.

    A unit stands behind a title in brackets, or below it in a row of units.
    """
    titles = split_titles(lines.next("column titles"), separator)
    if len(titles) > MAX_COLUMNS:
        raise lines.error(f"has {len(titles)} columns, at most {MAX_COLUMNS} are read", 1)
    units = [""] * len(titles)
    for column, title in enumerate(titles):
        match = _TITLE_UNIT.fullmatch(title) if len(title) <= LONGEST_TITLE else None
        if match is not None and match[2].lower() in _UNITS:
            titles[column], units[column] = match[1], match[2].lower()
    below = [cell.strip("[]()").lower() for cell in split_titles(lines.peek(), separator)]
    if any(cell in _UNITS for cell in below) and all(cell in _UNITS or cell in _NO_UNIT for cell in below):
        lines.next("a row of units")
        units = [own or (below[column] if column < len(below) else "") for column, own in enumerate(units)]
    return titles, units


def _with_unit(lines: TextLines, stated: Stated, units: Sequence[str]) -> Stated:
    """Return what is stated, with the columns' unit of length where they have one."""
    found = {LENGTH_UNITS[unit] for unit in units if unit in LENGTH_UNITS}
    if len(found) > 1:
        raise lines.error("has columns of different units of length, expected one unit", 1)
    return replace(stated, unit=found.pop()) if found else stated


def _find(plain: Sequence[str], titles: Sequence[str]) -> int | None:
    return next((plain.index(title) for title in titles if title in plain), None)
