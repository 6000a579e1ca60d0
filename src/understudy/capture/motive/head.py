"""The head of a Motive CSV: a line of settings, then rows that say of every column what it belongs to.

    Format Version,1.23,Take Name,walk,Export Frame Rate,120.0,Rotation Type,Quaternion,Length Units,Meters

    ,Type,Bone,Bone,…,Marker,…
    ,Name,Ann:Hip,Ann:Hip,…,Ann:LASI,…
    ,ID,1,1,…
    ,Parent,,,…                            (from Motive 3 on)
    ,,Rotation,Rotation,…,Position,…
    Frame,Time (Seconds),X,Y,Z,W,X,Y,Z,…

Older versions leave out the words ``Type``, ``Name`` and ``ID``; there may be a column of time codes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from understudy.capture.text.point_columns import AXES, LENGTH_UNITS
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import Layout
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS
from understudy.plain_text import plain_number

SEPARATOR = ","
MAX_COLUMNS = 300_000
QUATERNION = "quaternion"
_MOST_ROWS = 12
"""Rows between the settings and the titles; Motive writes four to six."""

_BEGINNING = re.compile(rb"[\xef\xbb\xbf\s]*\"?Format Version\"?\s*,", re.IGNORECASE)
_EULER = re.compile(r"(?!.*(.).*\1)[xyz]{3}")
_QUATERNION_AXES = (*AXES, "w")
_KNOWN_TYPES = re.compile(r"(?:bone|rigid body|marker|skeleton|markerset|asset|trained)", re.IGNORECASE)


@dataclass(frozen=True)
class Tracked:
    """Something that Motive tracks: a bone, a rigid body or a marker.

    Attributes:
        kind: What it is, in small letters, such as ``bone``.
        name: Its name.
        ident: Its ID.
        parent: The ID or name of the bone on which it hangs, where the file says it.
        position: The columns of x, y and z; none where there are not all of them.
        rotation: The columns of x, y, z and w, or of three angles; none where there are not all of them.
    """

    kind: str
    name: str
    ident: str
    parent: str
    position: tuple[int, ...]
    rotation: tuple[int, ...]


@dataclass(frozen=True)
class MotiveHead:
    """What stands above the rows.

    Attributes:
        tracked: Everything with a place, in the order of its columns.
        fps: Frames a second [1/s], or None.
        unit: Metres per unit of length, or None.
        rotation: ``quaternion``, or the order of angles [deg] such as ``xyz``.
        is_local: Whether bones are seen from their parents.
        time: The column of times.
        layout: How rows are written.
        position, line: Where they begin.
    """

    tracked: tuple[Tracked, ...]
    fps: float | None
    unit: float | None
    rotation: str
    is_local: bool
    time: int
    layout: Layout
    position: int
    line: int


def looks_like_motive(content: bytes) -> bool:
    """Tell whether a text begins as Motive's exports do."""
    return _BEGINNING.match(content) is not None


def parse_motive_head(lines: TextLines) -> MotiveHead:
    """Parse everything above the rows.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    settings = split_titles(lines.next("Motive's settings"), SEPARATOR)
    fps, unit = _rate(lines, settings), _unit(lines, settings)
    rotation = (_setting(settings, "Rotation Type") or QUATERNION).lower()
    if rotation != QUATERNION and not _EULER.fullmatch(rotation):
        expected = "expected Quaternion or an order of axes such as XYZ"
        raise lines.error(f"has the Rotation Type {shown(rotation)}, {expected}", 1)
    rows, titles = _rows(lines)
    time = next((column for column, title in enumerate(titles) if title.lower().startswith("time (")), 1)
    tracked = _tracked(lines, rows, [title.lower() for title in titles], rotation)
    used = {time} | {column for each in tracked for column in (*each.position, *each.rotation)}
    skipped = frozenset(range(len(titles))) - used
    return MotiveHead(
        tracked=tracked,
        fps=fps,
        unit=unit,
        rotation=rotation,
        is_local=_setting(settings, "Coordinate Space").lower() == "local",
        time=time,
        layout=Layout(len(titles), SEPARATOR, skipped_columns=skipped, may_end_early=True),
        position=lines.position,
        line=lines.line,
    )


def _setting(settings: list[str], key: str) -> str:
    """Return what stands behind a key, whatever commas a take's name has; empty where there is none."""
    places = [place for place, cell in enumerate(settings[:-1]) if cell.lower() == key.lower()]
    return settings[places[-1] + 1] if places else ""


def _rate(lines: TextLines, settings: list[str]) -> float | None:
    text = _setting(settings, "Export Frame Rate") or _setting(settings, "Capture Frame Rate")
    rate = plain_number(text, MAX_FPS)
    if text and (rate is None or rate < MIN_FPS):
        expected = f"expected a number from {MIN_FPS:g} to {MAX_FPS:g}"
        raise lines.error(f"has the frame rate {shown(text)}, {expected}", 1)
    return rate


def _unit(lines: TextLines, settings: list[str]) -> float | None:
    text = _setting(settings, "Length Units")
    if text and text.lower() not in LENGTH_UNITS:
        raise lines.error(f"has Length Units {shown(text)}, expected one of {', '.join(LENGTH_UNITS)}", 1)
    return LENGTH_UNITS.get(text.lower())


def _rows(lines: TextLines) -> tuple[list[list[str]], list[str]]:
    """Return the rows about columns and the titles below them, and go on to the first frame."""
    rows: list[list[str]] = []
    lines.skip_blank()
    while len(rows) <= _MOST_ROWS:
        cells = split_titles(lines.next("a line that begins with Frame and Time"), SEPARATOR)
        if len(cells) > MAX_COLUMNS:
            raise lines.error(f"has {len(cells)} columns, at most {MAX_COLUMNS} are read", 1)
        if cells[0].lower() == "frame":
            return rows, cells
        rows.append(cells)
    raise lines.error("has no line that begins with Frame and Time so far, expected one below Type and Name")


def _tracked(
    lines: TextLines, rows: list[list[str]], titles: list[str], rotation: str
) -> tuple[Tracked, ...]:
    width = len(titles)
    full = [[*cells, *[""] * (width - len(cells))] for cells in rows]
    labels = {cells[1].lower(): cells for cells in reversed(full) if width > 1 and cells[1]}
    first = next((k for k, cells in enumerate(full) if any(map(_KNOWN_TYPES.match, cells[2:]))), None)
    if first is None or len(full) < first + 3:
        found = f"has {len(rows)} lines about its columns"
        raise lines.error(f"{found}, expected those of Type, Name and Rotation or Position", 1)
    types, quantities, empty = full[first], full[-1], [""] * width
    names = labels.get("name", full[first + 1])
    idents, parents = labels.get("id", empty), labels.get("parent", empty)
    columns: dict[tuple[str, str, str], dict[tuple[str, str], int]] = {}
    parent_of: dict[tuple[str, str, str], str] = {}
    for column in range(2, width):
        if names[column] and types[column]:
            key = (types[column].lower(), names[column], idents[column])
            columns.setdefault(key, {}).setdefault((quantities[column].lower(), titles[column]), column)
            parent_of.setdefault(key, parents[column])
    axes = _QUATERNION_AXES if rotation == QUATERNION else tuple(AXES)
    every = (
        Tracked(
            *key, parent_of[key], _columns(found, "position", tuple(AXES)), _columns(found, "rotation", axes)
        )
        for key, found in columns.items()
    )
    return tuple(each for each in every if each.position)


def _columns(found: dict[tuple[str, str], int], quantity: str, axes: tuple[str, ...]) -> tuple[int, ...]:
    """Return the columns of a quantity's axes, none where one of them is missing."""
    columns = tuple(found[quantity, axis] for axis in axes if (quantity, axis) in found)
    return columns if len(columns) == len(axes) else ()
