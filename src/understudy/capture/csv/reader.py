"""Tables of named points for everybody: a row a frame, or a row for every point of every frame.

See docs/point-files.md for the columns, and for what comments may state.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from understudy.capture.csv.head import SEPARATORS, CsvHead, parse_csv_head
from understudy.capture.csv.long import frames_of_rows
from understudy.capture.format import Format
from understudy.capture.placing.table_points import as_seen, require_points, single_names
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.point_columns import about_others
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_table import Layout, parse_rows
from understudy.capture.text.time_column import time_unit
from understudy.errors import CaptureError

_SNIFFED_BYTES = 1 << 18
_DECIMAL_COMMA_SEPARATORS = SEPARATORS[1:]


def looks_like_csv(content: bytes) -> bool:
    """Tell whether a text begins with the column titles of a table of points."""
    start = content[:_SNIFFED_BYTES]
    if b"\0" in start:
        return False
    try:
        return parse_csv_head(Path("sniffed"), start).is_of_points
    except CaptureError:
        return False


def read_csv(source: Source) -> RawCapture:
    """Read a table of named points, as it is.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    head = parse_csv_head(source.path, source.content)
    first_row = source.content[head.position : head.position + _SNIFFED_BYTES].split(b"\n", 1)[0]
    layout = Layout(
        len(head.titles),
        head.separator,
        has_decimal_comma=head.separator in _DECIMAL_COMMA_SEPARATORS and b"," in first_row,
        word_columns=() if head.name is None else (head.name,),
        may_end_early=head.name is None,
    )
    rows = parse_rows(source.path, source.content, head.position, head.line, layout)
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
    used = {head.frame, head.name, head.time, *head.xyz}
    others = head.points.others if head.name is None else range(len(head.titles))
    return [head.titles[column] for column in others if column not in used and head.titles[column]]


CSV = Format(
    "CSV",
    "a text whose first row titles columns time, hip_l_x, hip_l_y, hip_l_z, … or frame, name, x, y, z",
    looks_like_csv,
    read_csv,
)
