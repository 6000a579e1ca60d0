"""Tables of named points for everybody: a row a frame, or a row for every point of every frame.

See docs/point-files.md for the columns, and for what comments may state.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from understudy.capture.csv.head import CsvHead, has_point_titles, parse_csv_head
from understudy.capture.format import Format
from understudy.capture.placing.table_points import as_seen, require_points, single_names
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.point_columns import about_others
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_table import Rows
from understudy.capture.text.time_column import time_unit
from understudy.errors import CaptureError

_SNIFFED_BYTES = 1 << 18

_MOST_EMPTY = 50
"""A table whose frames would have more than this many places for each of its rows is no table of points."""


def looks_like_csv(content: bytes) -> bool:
    """Tell whether a text begins with the column titles of a table of points."""
    start = content[:_SNIFFED_BYTES]
    if b"\0" in start:
        return False
    try:
        return parse_csv_head(Path("sniffed"), start).is_of_points
    except CaptureError:
        # What is wrong above a table of points is told by whoever reads it.
        return has_point_titles(start)


def read_csv(source: Source) -> RawCapture:
    """Read a table of named points, as it is.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    head = parse_csv_head(source.path, source.content)
    words = () if head.name is None else (head.name,)
    rows = head.table.rows(source, word_columns=words, may_end_early=head.name is None)
    if head.name is None:
        names, values, lines = head.points.names, rows.values, rows.lines
        columns = head.points.columns.reshape(-1)
    else:
        names, values, lines, columns = frames_of_rows(source, head, rows)
    require_points(source, len(values), len(names))
    times, about_times = _times(source, head, values)
    stated = head.stated
    landmark_points = _known_points(source, stated.landmark_points, names)
    names, about_names = single_names(names)
    return RawCapture(
        source=source,
        format=CSV.name,
        names=names,
        points=as_seen(values[:, columns].reshape(len(values), -1, 3)),
        naming="landmarks as stated" if landmark_points else "",
        landmark_points=landmark_points,
        fps=stated.fps,
        times=times,
        lines=lines,
        unit=stated.unit,
        up=stated.up,
        forward=stated.forward if stated.up is not None and stated.unit is not None else None,
        notes=(*about_times, *about_others(_other_titles(head)), *about_names),
    )


def _times(source: Source, head: CsvHead, values: np.ndarray) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """Return (T,) [s] by the table's own column or its frames' numbers, and what to say about it."""
    if head.time is not None:
        times = values[:, head.time]
        scale, notes = (head.time_unit, ()) if head.time_unit is not None else time_unit(times)
        return scale * times, notes
    fps = head.stated.fps or source.sidecar.fps
    return (None if head.frame is None or fps is None else values[:, head.frame] / fps), ()


def _known_points(
    source: Source, stated: Mapping[str, tuple[str, ...]], names: tuple[str, ...]
) -> Mapping[str, tuple[str, ...]]:
    known = set(names)
    for landmark, points in stated.items():
        missing = next((point for point in points if point not in known), None)
        if missing is not None:
            raise CaptureError(
                source.path,
                f"states the landmark {landmark} by {shown(missing)}, which is no point of the table",
            )
    return stated


def _other_titles(head: CsvHead) -> list[str]:
    titles = head.table.titles
    used = {head.frame, head.name, head.time, *head.xyz}
    others = head.points.others if head.name is None else range(len(titles))
    return [titles[column] for column in others if column not in used and titles[column]]


def frames_of_rows(
    source: Source, head: CsvHead, rows: Rows
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray, np.ndarray]:
    """Return one row a frame of a table with one row a point.

    Args:
        source: The file.
        head: Its columns.
        rows: Its rows.

    Returns:
        K point names; (T, C + 3 K) for every frame the columns of its first row, then its points with
        NaN where it has none; (T,) the lines of those first rows; (3 K,) the columns of the points.

    Raises:
        CaptureError: Where a row has no name or frame, or a point occurs twice in a frame.
    """
    assert head.name is not None, "only tables of the long form are asked"
    key = head.frame if head.frame is not None else head.time
    if key is None:
        raise CaptureError(source.path, "has neither a column of frames nor of times, expected one of them")
    for column, what in ((head.name, "point"), (key, shown(head.table.titles[key])[1:-1])):
        absent = np.isnan(rows.values[:, column])
        if absent.any():
            raise CaptureError(
                source.path, f"has no {what}, expected one in every row", int(rows.lines[np.argmax(absent)])
            )
    _, first, frame = np.unique(rows.values[:, key], return_index=True, return_inverse=True)
    point = rows.values[:, head.name].astype(np.int64)
    count = len(rows.words)
    require_points(source, len(first), count)
    if len(first) * count > _MOST_EMPTY * len(rows.values):
        raise CaptureError(
            source.path,
            f"holds {len(rows.values)} rows for {count} points in {len(first)} frames, expected most points "
            "in most frames",
        )
    _require_single(source, frame * count + point, rows, point)
    places = np.full((len(first), count, 3), np.nan)
    places[frame, point] = rows.values[:, list(head.xyz)]
    values = np.concatenate([rows.values[first], places.reshape(len(first), -1)], axis=1)
    own = rows.values.shape[1]
    return rows.words, values, rows.lines[first], own + np.arange(3 * count)


def _require_single(source: Source, places: np.ndarray, rows: Rows, point: np.ndarray) -> None:
    order = np.argsort(places, kind="stable")
    repeats = order[1:][np.diff(places[order]) == 0]
    if len(repeats):
        row = int(repeats.min())
        raise CaptureError(
            source.path,
            f"has the point {shown(rows.words[point[row]])} a second time in its frame, expected it once",
            int(rows.lines[row]),
        )


CSV = Format(
    "CSV",
    "a text whose first row titles columns time, hip_l_x, hip_l_y, hip_l_z, … or frame, name, x, y, z",
    looks_like_csv,
    read_csv,
)
