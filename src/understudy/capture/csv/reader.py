"""Tables of named points for everybody: a row a frame, or a row for every point of every frame.

See docs/point-files.md for the columns, and for what comments may state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.capture.csv.head import SEPARATORS, CsvHead, parse_csv_head
from understudy.capture.csv.long import frames_of_rows
from understudy.capture.format import Format
from understudy.capture.placing.table_points import TablePoints, record, require_points
from understudy.capture.source import Source
from understudy.capture.text.point_columns import about_others
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_table import Layout, parse_rows
from understudy.capture.text.time_column import EvenTime, find_even_time, time_unit
from understudy.capture.two_dimensions import require_spatial
from understudy.errors import CaptureError
from understudy.motion import Recording

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


def read_csv(source: Source) -> Recording:
    """Read a table of named points into metres, z up."""
    return record(source, CSV.name, parse_csv(source))


def parse_csv(source: Source) -> TablePoints:
    """Parse a table of named points, as it is.

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
    even = _even_time(source, head, values, lines)
    points = even.apply(values[:, columns]).reshape(-1, len(names), 3)
    require_spatial(source, points)
    stated = head.stated
    return TablePoints(
        names,
        points,
        even.fps,
        unit=stated.unit,
        up=stated.up,
        forward=stated.forward,
        landmark_points=_known_points(source, stated.landmark_points, names),
        notes=(*even.notes, *about_others(_other_titles(head))),
    )


def _even_time(source: Source, head: CsvHead, values: np.ndarray, lines: np.ndarray) -> EvenTime:
    fps = source.sidecar.fps or head.stated.fps
    if head.time is not None:
        times = values[:, head.time]
        scale, notes = (head.time_unit, ()) if head.time_unit is not None else time_unit(times)
        even = find_even_time(source.path, scale * times, lines, fps)
        return replace(even, notes=(*notes, *even.notes))
    if fps is None:
        problem = "has no column of times, expected one or a comment such as '# fps: 30' above"
        raise CaptureError(source.path, problem, head.line - 1)
    frames = np.arange(len(values)) if head.frame is None else values[:, head.frame]
    return find_even_time(source.path, frames / fps, lines, fps)


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
