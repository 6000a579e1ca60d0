"""TRC files of Motion Analysis, OpenSim and Pose2Sim: a head of five lines, then a row a frame.

The head names the points over three columns each. Cells are separated by tabs and empty where a point
was not seen; some programs write zeros there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from understudy.capture.format import Format
from understudy.capture.placing.table_points import as_seen, require_points, single_names
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.point_columns import LENGTH_UNITS
from understudy.capture.text.quoting import shown
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import BLANKS, Layout, Rows, parse_rows
from understudy.capture.text.time_column import MAX_FPS
from understudy.errors import CaptureError
from understudy.plain_text import plain_number, plain_words, trimmed

MAX_MARKERS = 100_000
"""No more points are read."""

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?PathFileType\s", re.IGNORECASE)
_AXIS_LABEL = re.compile(r"[XYZ][0-9]*", re.IGNORECASE)
_LEADING_COLUMNS = 2
"""Frame number and time."""


def looks_like_trc(content: bytes) -> bool:
    """Tell whether a file begins as TRC does."""
    return _BEGINNING.match(content) is not None


def read_trc(source: Source) -> RawCapture:
    """Read a TRC file, as it is."""
    lines = TextLines(source.path, source.content)
    head = _parse_head(lines)
    layout = Layout(
        _LEADING_COLUMNS + 3 * len(head.names),
        head.separator,
        has_decimal_comma="," in lines.peek(),
        may_end_early=head.separator != BLANKS,
    )
    rows = parse_rows(source.path, source.content, lines.position, lines.line, layout)
    require_points(source, len(rows.values), len(head.names))
    _require_whole(source, head, rows)
    points = rows.values[:, _LEADING_COLUMNS:].reshape(-1, len(head.names), 3)
    unseen = _zeros_for_unseen(points)
    notes = [*head.notes]
    if len(rows.values) != head.frame_count:
        notes.append(f"The header declares {head.frame_count} frames, the file holds {len(rows.values)}.")
    if unseen.any():
        notes.append(f"{int(unseen.sum())} points at the very origin count as not seen.")
    names, about_names = single_names(head.names)
    return RawCapture(
        source=source,
        format=TRC.name,
        names=names,
        points=as_seen(np.where(unseen[..., None], np.nan, points)),
        fps=head.rate,
        times=rows.values[:, 1],
        lines=rows.lines,
        unit=head.unit,
        notes=(*notes, *about_names),
    )


@dataclass(frozen=True)
class _Head:
    """What the first five lines say: unit in metres, rate in frames a second."""

    separator: str
    rate: float
    unit: float
    names: tuple[str, ...]
    frame_count: int
    count_line: int
    notes: tuple[str, ...]


def _parse_head(lines: TextLines) -> _Head:
    lines.next("PathFileType")
    keys = _cells(lines.next("a line with DataRate, NumFrames, NumMarkers and Units"))
    texts = _cells(lines.next("a line with the values of DataRate, NumFrames, NumMarkers and Units"))
    line = lines.line - 1
    values = {key.lower(): text for key, text in zip(keys, texts, strict=False)}
    rate = _number(lines, values, "DataRate", "frames a second", MAX_FPS)
    frame_count = int(_number(lines, values, "NumFrames", "a whole number", 1e12))
    marker_count = int(_number(lines, values, "NumMarkers", "a whole number", MAX_MARKERS))
    unit = LENGTH_UNITS.get(values.get("units", "").lower())
    if unit is None:
        valid = ", ".join(LENGTH_UNITS)
        raise lines.error(f"has Units {shown(values.get('units', ''))}, expected one of {valid}", 1)
    names, separator = _names(lines)
    notes = ()
    if len(names) != marker_count:
        notes = (f"The header declares {marker_count} markers, but {len(names)} are named.",)
    return _Head(separator, rate, unit, names, frame_count, line, notes)


def _names(lines: TextLines) -> tuple[tuple[str, ...], str]:
    """Return the names of the points and what separates cells, and go on to the first row."""
    titles = lines.next("a line with Frame#, Time and the markers' names")
    separator = "\t" if "\t" in titles else BLANKS
    cells = [cell for cell in _cells(titles) if cell]
    if len(cells) <= _LEADING_COLUMNS or not cells[0].lower().startswith("frame"):
        raise lines.error(f"found {shown(titles)}, expected Frame#, Time and the markers' names", 1)
    names = tuple(cells[_LEADING_COLUMNS:])
    if len(names) > MAX_MARKERS:
        raise lines.error(f"names {len(names)} markers, at most {MAX_MARKERS} are read", 1)
    lines.skip_blank()
    labels = [cell for cell in _cells(lines.peek()) if cell]
    if labels and all(_AXIS_LABEL.fullmatch(label) for label in labels):
        lines.next("X1, Y1, Z1 and so on")
        if len(labels) != 3 * len(names):
            raise lines.error(
                f"labels {len(labels)} columns for {len(names)} markers, expected {3 * len(names)}", 1
            )
    lines.skip_blank()
    return names, separator


def _number(lines: TextLines, values: dict[str, str], key: str, wanted: str, most: float) -> float:
    text = values.get(key.lower(), "")
    value = plain_number(text.replace(",", "."), most)
    if value is None or value <= 0.0:
        raise lines.error(f"has {key} {shown(text)}, expected {wanted} over 0 and at most {most:g}", 1)
    return value


def _require_whole(source: Source, head: _Head, rows: Rows) -> None:
    """Refuse a file that was cut off: too few rows, and an end in the middle of a line."""
    if len(rows.values) < head.frame_count and not source.content.endswith((b"\n", b"\r")):
        raise CaptureError(
            source.path,
            f"ends in row {len(rows.values)}, expected {head.frame_count} as line {head.count_line} says",
            int(rows.lines[-1]),
        )


def _zeros_for_unseen(points: np.ndarray) -> np.ndarray:
    """Return (T, K) where zeros stand for a point that was not seen.

    A point may really be in the origin where all others are placed around it, as in captures that are
    centred on the pelvis. An origin on the floor or elsewhere in a laboratory is outside of the body.
    """
    is_zero = np.all(points == 0.0, axis=-1)
    others = np.where(is_zero[..., None], np.nan, points)
    lowest = np.fmin.reduce(others, axis=1, initial=np.inf)
    highest = np.fmax.reduce(others, axis=1, initial=-np.inf)
    is_inside = np.all((lowest <= 0.0) & (highest >= 0.0), axis=-1)
    return is_zero & ~is_inside[:, None]


def _cells(line: str) -> list[str]:
    return [trimmed(cell) for cell in line.split("\t")] if "\t" in line else plain_words(line)


TRC = Format("TRC", "a text that begins with the word PathFileType", looks_like_trc, read_trc)
