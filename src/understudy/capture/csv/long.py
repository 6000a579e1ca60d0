"""Tables with a row for every point of every frame, brought into rows of frames."""

from __future__ import annotations

import numpy as np

from understudy.capture.csv.head import CsvHead
from understudy.capture.placing.table_points import require_points
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_table import Rows
from understudy.errors import CaptureError

_MOST_EMPTY = 50
"""A table whose frames would have more than this many places for each of its rows is no table of points."""


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
    for column, what in ((head.name, "point"), (key, shown(head.titles[key])[1:-1])):
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
