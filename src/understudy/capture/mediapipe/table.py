"""MediaPipe's landmarks in tables: all points of a frame on a line, or a line for every point.

Wide tables title their columns ``x0 y0 z0 v0`` or ``nose_x nose_y nose_z nose_visibility``, counted from 0 or
from 1. Long ones have a column with the frame, one with the point's number or name, and x, y and z.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.keypoints.sets import BLAZEPOSE_33, plain_name
from understudy.capture.keypoints.take import POINT_VALUES, Person, Take
from understudy.capture.source import Source
from understudy.capture.text.plain_text import plain_number, trimmed
from understudy.capture.text.point_columns import LONGEST_TITLE
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import Layout, Rows, parse_rows
from understudy.errors import CaptureError

_SEPARATORS = (",", ";", "\t")
_VALUE = r"(?P<value>x|y|z|v|vis|visibility|conf|confidence)"
_KIND = r"(?:(?:landmark|lm|point|pose|kp|world)[_ .]*)?"
_COUNTED = (
    re.compile(rf"{_KIND}{_VALUE}[_ .]*(?P<point>[0-9]{{1,3}})", re.IGNORECASE),
    re.compile(rf"{_KIND}(?P<point>[0-9]{{1,3}})[_ .]+{_VALUE}", re.IGNORECASE),
)
_NAMED = re.compile(rf"(?P<point>.+?)[_ .]+{_VALUE}", re.IGNORECASE)
_VALUE_PLACES = {"x": 0, "y": 1, "z": 2}
_CONFIDENCE_PLACE = 3

_POINT_TITLES = (
    "landmark_name",
    "landmark_id",
    "landmark_index",
    "landmark_idx",
    "landmark",
    "keypoint",
    "joint",
)
_FRAME_TITLES = ("frame", "frame_id", "frame_number", "frame_idx", "frame_index", "frame_no")
_TIME_TITLES = {"timestamp_ms": 0.001, "time_ms": 0.001, "timestamp": None, "time": None, "seconds": 1.0}

_UNKNOWN = ("", "nan")
"""Cells in place of a number."""

_TELLING = frozenset(plain_name(name) for name in ("Left_eye_inner", "Right_foot_index", "Left_pinky"))
"""Points that no other usual set has."""


@dataclass(frozen=True)
class _Head:
    """The titles of a table and where its rows begin."""

    titles: tuple[str, ...]
    separator: str
    position: int
    line: int

    def column(self, names: Sequence[str]) -> int | None:
        """Return the column with the first of these titles that there is."""
        plain = [trimmed(title).lower().replace(" ", "_") for title in self.titles]
        return next((plain.index(name) for name in names if name in plain), None)


def looks_like_mediapipe_csv(start: bytes) -> bool:
    """Tell whether a text begins with the titles of a table of MediaPipe's landmarks."""
    line = start.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0]
    separator = _separator(line)
    if separator is None or b"\n" not in start:
        return False
    titles = tuple(line.decode("utf-8", errors="backslashreplace").split(separator))
    head = _Head(tuple(_bare(title) for title in titles), separator, 0, 1)
    if _is_long(head):
        return head.column(_POINT_TITLES[:4]) is not None
    named = {plain_name(name) for name, _ in map(_named, head.titles) if name}
    return named >= _TELLING or _counts_all(head)


def parse_mediapipe_csv(source: Source) -> Take:
    """Parse a table of landmarks.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    lines = TextLines(source.path, source.content)
    first = lines.next("the titles of a table")
    separator = _separator(first.encode("utf-8", errors="replace")) or ","
    titles = tuple(_bare(title) for title in first.split(separator))
    head = _Head(titles, separator, lines.position, lines.line)
    text_column = _text_column(head, lines.peek())
    layout = Layout(len(titles), separator, text_column=text_column)
    rows = parse_rows(source.path, source.content, head.position, head.line, layout)
    if len(rows.values) == 0:
        raise CaptureError(source.path, "ends behind its titles, expected rows of landmarks", head.line)
    return _long_take(source, head, rows, text_column) if _is_long(head) else _wide_take(head, rows)


def _separator(line: bytes) -> str | None:
    counts = {separator: line.count(separator.encode()) for separator in _SEPARATORS}
    best = max(counts, key=lambda separator: counts[separator])
    return best if counts[best] > 2 else None


def _bare(title: str) -> str:
    return trimmed(title).strip("\"'")


def _is_long(head: _Head) -> bool:
    return head.column(_POINT_TITLES) is not None and all(head.column((axis,)) is not None for axis in "xyz")


def _text_column(head: _Head, first_row: str) -> int | None:
    """Return the first column whose cell in the first row is no number, such as names or a class.

    A word in a column of coordinates is a fault, which is found later.
    """
    for column, cell in enumerate(first_row.split(head.separator)[: len(head.titles)]):
        word = _bare(cell)
        is_number = plain_number(word) is not None or word.lower() in _UNKNOWN
        if not is_number and not _is_coordinate(head.titles[column]):
            return column
    return None


def _counted(title: str) -> tuple[int | None, int]:
    """Return the number of the point and the place of the value that a title speaks of."""
    for pattern in _COUNTED:
        match = pattern.fullmatch(title)
        if match is not None:
            return int(match["point"]), _place(match["value"])
    return None, 0


def _named(title: str) -> tuple[str, int]:
    """Return the name of the point and the place of the value that a title speaks of, empty for another."""
    match = _NAMED.fullmatch(title) if len(title) <= LONGEST_TITLE else None
    return (match["point"], _place(match["value"])) if match is not None else ("", 0)


def _is_coordinate(title: str) -> bool:
    is_one_of_many = _counted(title)[0] is not None or bool(BLAZEPOSE_33.columns([_named(title)[0]]))
    return is_one_of_many or title.lower() in _VALUE_PLACES


def _place(value: str) -> int:
    return _VALUE_PLACES.get(value.lower(), _CONFIDENCE_PLACE)


def _counts_all(head: _Head) -> bool:
    """Tell whether titles count x, y and z of at least all points, from 0 or from 1."""
    found = {place for place in map(_counted, head.titles) if place[0] is not None}
    first = min((point for point, _ in found if point is not None), default=0)
    wanted = {(first + k, axis) for k in range(BLAZEPOSE_33.size) for axis in range(3)}
    return first <= 1 and wanted <= found


def _wide_take(head: _Head, rows: Rows) -> Take:
    values = np.full((len(rows.values), BLAZEPOSE_33.size, POINT_VALUES), np.nan)
    first = 0
    if _counts_all(head):
        places = [_counted(title) for title in head.titles]
        first = min(point for point, _ in places if point is not None)
    else:
        columns = BLAZEPOSE_33.columns(name for name, _ in map(_named, head.titles) if name)
        places = [(columns.get(name), place) for name, place in map(_named, head.titles)]
    for column, (point, place) in enumerate(places):
        # Tables of the whole person go on with the face and the hands behind the 33 points.
        if point is not None and point - first < BLAZEPOSE_33.size:
            values[:, point - first, place] = rows.values[:, column]
    frames = [[Person(frame)] for frame in values]
    return Take(frames, [f"line {line}" for line in rows.lines], _times(head, rows.values), {})


def _long_take(source: Source, head: _Head, rows: Rows, text_column: int | None) -> Take:
    point_column, frame_column = head.column(_POINT_TITLES), head.column(_FRAME_TITLES)
    time_column = head.column(tuple(_TIME_TITLES))
    sorter = frame_column if frame_column is not None else time_column
    assert point_column is not None, "only long tables come here"
    if sorter is None:
        raise CaptureError(
            source.path, f"has no column for the frame, expected one of {', '.join(_FRAME_TITLES)}", 1
        )
    points = _point_numbers(source, rows, point_column, point_column == text_column)
    numbers, first_rows, frames = np.unique(rows.values[:, sorter], return_index=True, return_inverse=True)
    values = np.full((len(numbers), BLAZEPOSE_33.size, POINT_VALUES), np.nan)
    confidence = head.column(("visibility", "confidence", "vis", "conf", "v"))
    wanted = (*(head.column((axis,)) for axis in "xyz"), confidence)
    for place, column in enumerate(wanted):
        if column is not None:
            values[frames, points, place] = rows.values[:, column]
    times = _times(head, rows.values[first_rows])
    return Take([[Person(frame)] for frame in values], [f"frame {number:g}" for number in numbers], times, {})


def _point_numbers(source: Source, rows: Rows, column: int, is_text: bool) -> np.ndarray:
    """Return (N,) the index of the point on each row."""
    cells = rows.values[:, column]
    if is_text:
        known = BLAZEPOSE_33.columns(rows.words)
        lookup = np.array([known.get(word, -1) for word in rows.words])
        points = np.where(np.isfinite(cells), lookup[np.nan_to_num(cells).astype(int)], -1)
    else:
        points = np.where(
            np.isfinite(cells), np.clip(np.nan_to_num(cells), -1, BLAZEPOSE_33.size), -1
        ).astype(int)
    wrong = (points < 0) | (points >= BLAZEPOSE_33.size)
    if wrong.any():
        row = int(np.argmax(wrong))
        found = rows.words[int(cells[row])] if is_text and np.isfinite(cells[row]) else f"{cells[row]:g}"
        problem = f"names the landmark {shown(found)}, expected one of BlazePose's by name or number 0 to 32"
        raise CaptureError(source.path, problem, int(rows.lines[row]))
    return points


def _times(head: _Head, values: np.ndarray) -> np.ndarray | None:
    """Return (T,) [s] of a column of times that increase, else None."""
    for title, scale in _TIME_TITLES.items():
        column = head.column((title,))
        times = values[:, column] if column is not None else np.empty(0)
        if len(times) > 1 and (np.diff(times) > 0.0).all():
            # Frames that would be more than a second apart are counted in milliseconds.
            return times * (scale or (0.001 if np.median(np.diff(times)) > 1.0 else 1.0))
    return None
