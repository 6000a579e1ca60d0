"""The head of a table of named points: comments that state things, column titles, and a row of units.

Comments state things as ``# units: mm, up: y, fps: 30`` and ``# landmark hip_l: LHip``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from understudy.capture.placing.world_axes import AXES as WORLD_AXES
from understudy.capture.text.point_columns import (
    AXES,
    LENGTH_UNITS,
    LONGEST_TITLE,
    PointColumns,
    find_point_columns,
)
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import SEPARATORS, TableHead, separator_of, split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.time_column import FRAME_NAMES, MAX_FPS, MIN_FPS, TIME_NAMES
from understudy.errors import CaptureError, unknown_name
from understudy.motion.landmarks import LANDMARKS
from understudy.plain_text import plain_number, trimmed

COMMENT = "#"
_AROUND_COMMENTS = " \t\"',;"
JOIN = " + "
"""Stands between points whose mean a landmark is."""

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
_SETTING = re.compile(r"\b(units?|up|forward|fps)\s*[:=]\s*([^\s,;\"']+)", re.IGNORECASE | re.ASCII)
_LANDMARK = re.compile(r"\s*landmark\s+(\w+)\s*[:=]\s*(.+)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Stated:
    """What comments state; None where that is nothing.

    Attributes:
        unit: Metres per unit of length.
        up, forward: Axes of the file.
        fps: Frames a second [1/s].
        landmark_points: Canonical landmark → names of the points whose mean it is.
    """

    unit: float | None = None
    up: str | None = None
    forward: str | None = None
    fps: float | None = None
    landmark_points: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class CsvHead:
    """What stands above the rows.

    Attributes:
        table: Titles, without units, and how rows are written.
        stated: What comments and units state.
        points: The columns that are points, in the wide form.
        time: The column of times, or None.
        time_unit: Seconds per unit of them, or None where that is not stated.
        frame: The column of frame numbers, or None.
        name: The column of point names in the long form, None in the wide one.
        xyz: The columns of x, y and z in the long form.
    """

    table: TableHead
    stated: Stated
    points: PointColumns
    time: int | None
    time_unit: float | None
    frame: int | None
    name: int | None
    xyz: tuple[int, ...]

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
    return _parse_titles(lines, parse_comments(lines))


def has_point_titles(content: bytes) -> bool:
    """Tell whether a table is one of points by its titles alone, whatever comments and units state."""
    lines = TextLines(Path("sniffed"), content)
    try:
        lines.skip_blank()
        while _is_comment(lines.peek()):
            lines.next("a comment")
            lines.skip_blank()
        return _parse_titles(lines, Stated(), has_units=False).is_of_points
    except CaptureError:
        return False


def _parse_titles(lines: TextLines, stated: Stated, has_units: bool = True) -> CsvHead:
    """Parse the titles on the next line, and units unless they are not asked for."""
    separator = separator_of(lines.peek()) or SEPARATORS[0]
    titles, units = _titles(lines, separator)
    has_decimal_comma = separator in SEPARATORS[1:] and "," in lines.peek()
    table = TableHead(tuple(titles), separator, has_decimal_comma, lines.position, lines.line)
    name, time = table.find(_NAME_TITLES), table.find(_TIME_TITLES)
    xyz = tuple(table.plain.index(axis) for axis in AXES if axis in table.plain)
    is_long = name is not None and len(xyz) == len(AXES)
    points = find_point_columns([] if is_long else titles)
    lengths = [units[column] for column in (xyz if is_long else points.columns.reshape(-1).tolist())]
    return CsvHead(
        table=table,
        stated=_with_unit(lines, stated, lengths) if has_units else stated,
        points=points,
        time=time,
        time_unit=None if time is None else TIME_UNITS.get(units[time], TIME_NAMES[table.plain[time]]),
        frame=table.find(FRAME_NAMES),
        name=name if is_long else None,
        xyz=xyz if is_long else (),
    )


def parse_comments(lines: TextLines) -> Stated:
    """Return what the comments at the top state, and go on to the line below them.

    Raises:
        CaptureError: Where a statement is not valid; other comments may say what they like.
    """
    stated, landmark_points = Stated(), dict[str, tuple[str, ...]]()
    lines.skip_blank()
    while _is_comment(lines.peek()):
        comment = lines.peek().strip(_AROUND_COMMENTS).lstrip(COMMENT)
        landmark = _LANDMARK.fullmatch(comment)
        if landmark is None:
            stated = _with_settings(lines, comment, stated)
        else:
            landmark_points[landmark[1]] = _points_of(lines, *landmark.groups())
        lines.next("a comment")
        lines.skip_blank()
    stated = replace(stated, landmark_points=landmark_points)
    if stated.forward is not None and (stated.unit is None or stated.up is None):
        raise lines.error("states forward without units and up, expected all three in the comments above")
    if stated.up is not None and stated.forward is not None and stated.up[-1] == stated.forward[-1]:
        raise lines.error(f"states {stated.up} as up and {stated.forward} as forward, expected another axis")
    return stated


def _is_comment(line: str) -> bool:
    return line.strip(_AROUND_COMMENTS).startswith(COMMENT)


def _points_of(lines: TextLines, landmark: str, names: str) -> tuple[str, ...]:
    """Return the points whose mean a comment says that a landmark is."""
    if landmark not in LANDMARKS:
        raise lines.error(unknown_name("landmark", shown(landmark)[1:-1], LANDMARKS))
    return tuple(trimmed(name) for name in names.split(JOIN))


def _with_settings(lines: TextLines, text: str, stated: Stated) -> Stated:
    for key, value in _SETTING.findall(text):
        name = key.lower().rstrip("s") if key.lower() != "fps" else "fps"
        stated = replace(stated, **{name: _setting(lines, name, value)})
    return stated


def _setting(lines: TextLines, name: str, value: str) -> float | str:
    """Return what a comment states: a rate, metres per unit of length, or an axis."""
    word = value.lower()
    rate = plain_number(value, MAX_FPS)
    if name == "fps":
        if rate is None or rate < MIN_FPS:
            raise lines.error(f"states fps {shown(value)}, expected a number from {MIN_FPS:g} to {MAX_FPS:g}")
        return rate
    if name == "unit":
        if word not in LENGTH_UNITS:
            raise lines.error(f"states units {shown(value)}, expected one of {', '.join(LENGTH_UNITS)}")
        return LENGTH_UNITS[word]
    if word.lstrip("+") not in WORLD_AXES:
        raise lines.error(f"states the axis {shown(value)}, expected one of {', '.join(WORLD_AXES)}")
    return word.lstrip("+")


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
