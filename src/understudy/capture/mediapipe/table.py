"""MediaPipe's landmarks in tables: all points of a frame on a line, or a line for every point.

Wide tables title their columns ``x0 y0 z0 v0`` or ``nose_x nose_y nose_z nose_visibility``, counted from 0 or
from 1. Long ones have a column with the frame, one with the point's number or name, and x, y and z.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from understudy.capture.keypoints.sets import BLAZEPOSE_33, plain_name
from understudy.capture.keypoints.take import POINT_VALUES, Person, Take
from understudy.capture.source import Source
from understudy.capture.text.cells import cell_number
from understudy.capture.text.point_columns import AXES, LONGEST_TITLE
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import TableHead, read_head, split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import Rows
from understudy.capture.text.time_column import FRAME_NAMES, TIME_NAMES, first_increasing
from understudy.errors import CaptureError

_VALUE = r"(?P<value>x|y|z|v|vis|visibility|conf|confidence)"
_KIND = r"(?:(?:landmark|lm|point|pose|kp|world)[_ .]*)?"
_COUNTED = (
    re.compile(rf"{_KIND}{_VALUE}[_ .]*(?P<point>[0-9]{{1,3}})", re.IGNORECASE),
    re.compile(rf"{_KIND}(?P<point>[0-9]{{1,3}})[_ .]+{_VALUE}", re.IGNORECASE),
)
_NAMED = (re.compile(rf"(?P<point>.+?)[_ .]+{_VALUE}", re.IGNORECASE),)
_CONFIDENCES = ("visibility", "confidence", "vis", "conf", "v")

_OWN_TITLES = ("landmarkname", "landmarkid", "landmarkindex", "landmarkidx")
_POINT_TITLES = (*_OWN_TITLES, "landmark", "keypoint", "joint")
_FEWEST_TITLES = 4

_TELLING = frozenset(plain_name(name) for name in ("Left_eye_inner", "Right_foot_index", "Left_pinky"))
"""Points that no other usual set has."""

Place = tuple[str, int]
"""The name or number of a point, and which of its four values a column holds."""


def looks_like_mediapipe_csv(start: bytes) -> bool:
    """Tell whether a text begins with the titles of a table of MediaPipe's landmarks."""
    lines = TextLines(Path(), start)
    head = None if lines.is_at_end else read_head(lines)
    if head is None or not head.separator or lines.is_at_end or len(head.titles) < _FEWEST_TITLES:
        return False
    if _is_long(head):
        return head.find(_OWN_TITLES) is not None
    named = {plain_name(place[0]) for place in _places(head, _NAMED).values()}
    return named >= _TELLING or _first_counted(head) is not None


def parse_mediapipe_csv(source: Source) -> Take:
    """Parse a table of landmarks.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    lines = TextLines(source.path, source.content)
    head = read_head(lines)
    words = _word_columns(head, lines.peek())
    rows = head.rows(source, word_columns=words)
    if len(rows.values) == 0:
        raise CaptureError(source.path, "ends behind its titles, expected rows of landmarks", head.line)
    if _is_long(head):
        values, places, first_rows = _long_points(source, head, rows, words)
    else:
        values, first_rows = _wide_points(head, rows), np.arange(len(rows.values))
        places = [f"line {line}" for line in rows.lines]
    columns = {name: head.find((name,)) for name in TIME_NAMES}
    times = {
        name: rows.values[first_rows, column]
        for name, column in columns.items()
        if column is not None and column not in words
    }
    return Take([[Person(frame)] for frame in values], places, first_increasing(times), {})


def _is_long(head: TableHead) -> bool:
    return head.find(_POINT_TITLES) is not None and all(head.find(axis) is not None for axis in AXES)


def _places(head: TableHead, patterns: tuple[re.Pattern[str], ...]) -> dict[int, Place]:
    """Return column → what it holds, of all columns whose titles follow one of the patterns."""
    found: dict[int, Place] = {}
    for column, title in enumerate(head.titles):
        if len(title) <= LONGEST_TITLE:
            match = next(filter(None, (pattern.fullmatch(title) for pattern in patterns)), None)
            if match is not None:
                place = AXES.find(match["value"].lower())
                found[column] = match["point"], place if place >= 0 else len(AXES)
    return found


def _first_counted(head: TableHead) -> int | None:
    """Return 0 or 1 where titles count x, y and z of at least all points from there on, else None."""
    found = {(int(point), place) for point, place in _places(head, _COUNTED).values()}
    first = min((point for point, _ in found), default=0)
    wanted = {(first + k, axis) for k in range(BLAZEPOSE_33.size) for axis in range(len(AXES))}
    return first if first <= 1 and wanted <= found else None


def _word_columns(head: TableHead, first_row: str) -> tuple[int, ...]:
    """Return the columns whose cells in the first row are no numbers, such as names or a class.

    A word in a column of coordinates, or in one that tells frames apart, is a fault, which is found later.
    """
    cells = split_titles(first_row, head.separator)[: len(head.titles)]
    tellers = {*AXES, *FRAME_NAMES, *(TIME_NAMES if _is_long(head) else ())}
    named = _places(head, _NAMED)
    known = BLAZEPOSE_33.columns(point for point, _ in named.values())
    numbers = {*_places(head, _COUNTED), *(column for column, (point, _) in named.items() if point in known)}
    return tuple(
        column
        for column, cell in enumerate(cells)
        if column not in numbers and head.plain[column] not in tellers and cell_number(cell.encode()) is None
    )


def _wide_points(head: TableHead, rows: Rows) -> np.ndarray:
    """Return points (T, 33, 4)."""
    values = np.full((len(rows.values), BLAZEPOSE_33.size, POINT_VALUES), np.nan)
    first, named = _first_counted(head), _places(head, _NAMED)
    known = BLAZEPOSE_33.columns(point for point, _ in named.values())
    for column, (point, place) in (named if first is None else _places(head, _COUNTED)).items():
        index = known.get(point, BLAZEPOSE_33.size) if first is None else int(point) - first
        # Tables of the whole person go on with the face and the hands behind the 33 points.
        if index < BLAZEPOSE_33.size:
            values[:, index, place] = rows.values[:, column]
    return values


def _long_points(
    source: Source, head: TableHead, rows: Rows, words: tuple[int, ...]
) -> tuple[np.ndarray, list[str], np.ndarray]:
    """Return points (T, 33, 4), what to call their frames, and (T,) the first row of each."""
    point_column, sorter = head.find(_POINT_TITLES), head.find((*FRAME_NAMES, *TIME_NAMES))
    assert point_column is not None, "only long tables come here"
    if sorter is None:
        problem = f"has no column for the frame, expected one of {', '.join(FRAME_NAMES)}"
        raise CaptureError(source.path, problem, 1)
    points = _point_numbers(source, rows, point_column, point_column in words)
    numbers, first_rows, frames = np.unique(rows.values[:, sorter], return_index=True, return_inverse=True)
    values = np.full((len(numbers), BLAZEPOSE_33.size, POINT_VALUES), np.nan)
    for place, names in enumerate((*AXES, _CONFIDENCES)):
        column = head.find(names)
        if column is not None:
            values[frames, points, place] = rows.values[:, column]
    return values, [f"frame {number:g}" for number in numbers], first_rows


def _point_numbers(source: Source, rows: Rows, column: int, is_text: bool) -> np.ndarray:
    """Return (N,) the index of the point on each row."""
    cells = rows.values[:, column]
    if is_text:
        known = BLAZEPOSE_33.columns(rows.words)
        lookup = np.array([known.get(word, -1) for word in rows.words])
        points = np.where(np.isfinite(cells), lookup[np.nan_to_num(cells).astype(int)], -1)
    else:
        points = np.clip(np.nan_to_num(cells, nan=-1.0), -1, BLAZEPOSE_33.size).astype(int)
    wrong = (points < 0) | (points >= BLAZEPOSE_33.size)
    if wrong.any():
        row = int(np.argmax(wrong))
        found = rows.words[int(cells[row])] if is_text and np.isfinite(cells[row]) else f"{cells[row]:g}"
        problem = f"names the landmark {shown(found)}, expected one of BlazePose's by name or number 0 to 32"
        raise CaptureError(source.path, problem, int(rows.lines[row]))
    return points
