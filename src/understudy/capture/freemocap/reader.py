"""FreeMoCap's tables: BlazePose's points that several cameras located, in millimetres.

    frame,timestamp,timestamp_by_camera,model,keypoint,x,y,z,reprojection_error      (by frame)
    timestamp,timestamp_by_camera,nose_x,nose_y,nose_z,left_eye_inner_x, …           (by trajectory)

Of all models the body is read; hands and face have points of their own. The times of the cameras stand in
braces, whose commas are none of the table's. FreeMoCap's other files are read as MediaPipe's are.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from understudy.capture.format import Format
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.keypoints.take import POINT_VALUES, Person, Take
from understudy.capture.mediapipe.raw_blazepose import raw_blazepose
from understudy.capture.placing.table_points import as_seen, require_points
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.cells import cell_number
from understudy.capture.text.point_columns import AXES, find_point_columns
from understudy.capture.text.table_head import TableHead, read_head, split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import Rows
from understudy.capture.text.time_column import first_increasing
from understudy.errors import CaptureError

_BEGINNING = re.compile(
    rb"[\xef\xbb\xbf\s]*(?:frame,)?timestamp,timestamp_by_camera,(?:model,keypoint,|[a-z0-9_]{1,80}_x,)",
    re.IGNORECASE,
)
_BY_CAMERA = re.compile(rb'"\{[^"\r\n]{0,20000}\}"')
_PREFIX = re.compile(r"(?:mediapipe_)?(?:body_)?", re.IGNORECASE)
_BODY = "body"
_MILLIMETRE = 0.001
_IN_SPACE = "points in space"
"""What BlazePose's points are called that are neither seen from the hips nor in a picture."""


def looks_like_freemocap(content: bytes) -> bool:
    """Tell whether a text begins with the titles of one of FreeMoCap's tables."""
    return _BEGINNING.match(content) is not None


def read_freemocap(source: Source) -> RawCapture:
    """Read a table by frames or by trajectories.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    table = replace(source, content=_BY_CAMERA.sub(b"", source.content))
    lines = TextLines(table.path, table.content)
    lines.skip_blank()
    head = read_head(lines)
    time = head.find(("timestamp",))
    if time is None:
        raise lines.error("has no column timestamp, expected cells with commas between them", 1)
    first_row = split_titles(lines.peek(), head.separator)
    read = _by_frame if "keypoint" in head.plain else _by_trajectory
    points, times, first_lines = read(table, head, time if _is_number(first_row, time) else None)
    require_points(source, *points.shape[:2])
    frames = np.full((*points.shape[:2], POINT_VALUES), np.nan)
    frames[..., :3] = points
    known = None if times is None else first_increasing({"timestamp": times})
    take = Take([[Person(frame)] for frame in frames], [f"line {line}" for line in first_lines], known, {})
    raw = raw_blazepose(source, as_seen(points), take, ())
    unit = _MILLIMETRE if raw.naming == _IN_SPACE else raw.unit
    return replace(raw, format=FREEMOCAP.name, unit=unit)


def _is_number(first_row: list[str], time: int) -> bool:
    """Tell whether the column of times holds numbers; most recordings have none, some have dates."""
    number = cell_number(first_row[time].encode()) if time < len(first_row) else None
    return number is not None and not np.isnan(number)


def _by_trajectory(
    source: Source, head: TableHead, time: int | None
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
    """Return points (T, 33, 3), times (T,) and the lines of the frames."""
    found = find_point_columns(head.titles)
    places = BLAZEPOSE_33.columns(_PREFIX.sub("", name, count=1) for name in found.names)
    columns = {
        places[short]: found.columns[number]
        for number, name in enumerate(found.names)
        if (short := _PREFIX.sub("", name, count=1)) in places
    }
    used = {int(column) for each in columns.values() for column in each} | {time}
    rows = head.rows(source, skipped_columns=frozenset(range(len(head.titles))) - used)
    points = np.full((len(rows.values), BLAZEPOSE_33.size, len(AXES)), np.nan)
    for place, each in columns.items():
        points[:, place] = rows.values[:, each]
    return points, None if time is None else rows.values[:, time], rows.lines


def _by_frame(
    source: Source, head: TableHead, time: int | None
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
    """Return the same of a table with a row for every point of every frame."""
    frame, model, name = (head.find((each,)) for each in ("frame", "model", "keypoint"))
    xyz = [column for axis in AXES if (column := head.find((axis,))) is not None]
    if frame is None or model is None or name is None or len(xyz) < len(AXES):
        expected = "frame, model, keypoint, x, y and z"
        raise CaptureError(source.path, f"lacks one of the columns {expected}", head.line - 1)
    used = {frame, model, name, *xyz, time}
    skipped = frozenset(range(len(head.titles))) - used
    rows = head.rows(source, word_columns=(model, name), skipped_columns=skipped)
    place, is_body = _places(rows, model, name)
    numbers = rows.values[:, frame]
    if np.isnan(numbers).any():
        line = int(rows.lines[np.argmax(np.isnan(numbers))])
        raise CaptureError(source.path, "has no frame, expected a number in every row", line)
    _, first_rows, frames = np.unique(numbers, return_index=True, return_inverse=True)
    points = np.full((len(first_rows), BLAZEPOSE_33.size, len(AXES)), np.nan)
    points[frames[is_body], place[is_body]] = rows.values[is_body][:, xyz]
    return points, None if time is None else rows.values[first_rows, time], rows.lines[first_rows]


def _places(rows: Rows, model: int, name: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (N,) the point of each row, and whether it is one of the body."""
    known = BLAZEPOSE_33.columns(rows.words)
    of_word = np.array([known.get(word, -1) for word in (*rows.words, "")])
    is_model = np.array([_BODY in word.lower() for word in (*rows.words, "")])
    words = np.nan_to_num(rows.values[:, [model, name]], nan=-1.0).astype(int)
    place = of_word[words[:, 1]]
    return place, is_model[words[:, 0]] & (place >= 0)


FREEMOCAP = Format(
    "FreeMoCap",
    "a table whose titles begin with timestamp and timestamp_by_camera",
    looks_like_freemocap,
    read_freemocap,
)
