"""Files of bare numbers: one line a frame, for each joint in order the same numbers.

For each joint: ``x y z``, or these and a confidence, a quaternion, or both. Before the joints a line may
have one or two columns of time stamps, frame numbers or persons. The KERAAL, MSRC-12, UTKinect and KIMORE
data sets are written in this way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.plausible import is_person
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.kinect.table import STATES
from understudy.capture.kinect.time import past_midnight, stamp_of
from understudy.capture.source import Source
from understudy.capture.text.table_head import separator_of
from understudy.capture.text.text_lines import TextLines, first_lines
from understudy.capture.text.text_table import Layout, Rows, parse_rows
from understudy.errors import CaptureError

STRIDES: tuple[int, ...] = (7, 3, 4, 8)
"""Numbers for each joint: place, then a quaternion where there are seven or eight, then a confidence."""

MAX_LEAD = 2
"""Columns before the joints."""

_SNIFFED_LINES = 60
_QUATERNION = slice(3, 7)
_END = re.compile(rb"(?:\A|[\r\n])[ \t]*END[ \t]*(?:[\r\n]|\Z)", re.IGNORECASE)
"""A line that only says that the file ends, as those of the Cornell data sets do."""


@dataclass(frozen=True)
class _Lines:
    sensor: Sensor
    lead: int
    stride: int
    layout: Layout


def find_in_lines(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    """Return the sensor whose joints the first lines of a file hold as bare numbers, if there is one."""
    found = _find(content, sensors)
    return None if found is None else found.sensor


def read_lines(source: Source, sensor: Sensor) -> SensorBody:
    """Read every line of a file of bare numbers."""
    found = _find(source.content, (sensor,))
    if found is None:
        raise CaptureError(source.path, f"holds no lines of the {len(sensor.joints)} joints of {sensor.name}")
    content = _up_to_end(source.content)
    start = TextLines(source.path, content)
    rows = parse_rows(source.path, content, start.position, start.line, found.layout)
    numbers = _numbers(found, rows)
    return SensorBody(
        joints=sensor.joints,
        points=numbers[..., :3],
        confidence=numbers[..., -1] if found.stride in (4, 8) else None,
        quaternions=numbers[..., _QUATERNION] if found.stride in (7, 8) else None,
        stamps=_clock(_leads(found, rows)),
    )


def _up_to_end(content: bytes) -> bytes:
    """Return a file's content up to a line that only says that it ends."""
    # Looking for a word takes far less time than looking at every line.
    end = _END.search(content) if any(word in content for word in (b"END", b"End", b"end")) else None
    return content if end is None else content[: end.start()]


def _find(content: bytes, sensors: Sequence[Sensor]) -> _Lines | None:
    lines = first_lines(content, _SNIFFED_LINES)
    if not lines:
        return None
    first = lines[0].decode("latin-1")
    separator = separator_of(first)
    count = len(first.rstrip().rstrip(separator or None).split(separator or None))
    # The last of the lines may be cut off, or say that this is the end.
    beginning = Source(Path(), b"\n".join(lines[:-1] if len(lines) > 1 else lines) + b"\n")
    for sensor in sensors:
        for stride in STRIDES:
            lead = count - stride * len(sensor.joints)
            if 0 <= lead <= MAX_LEAD:
                layout = Layout(
                    count,
                    separator,
                    has_decimal_comma=separator != "," and "," in first,
                    word_columns=tuple(range(lead)),
                    limit=np.inf,
                    words=STATES,
                    count_source="",
                )
                found = _Lines(sensor, lead, stride, layout)
                if _fits(found, beginning):
                    return found
    return None


def _fits(lines: _Lines, beginning: Source) -> bool:
    try:
        rows = parse_rows(beginning.path, beginning.content, 0, 1, lines.layout)
    except CaptureError:
        return False
    if np.isnan(_leads(lines, rows)).any():
        return False
    numbers = _numbers(lines, rows)
    if lines.stride in (4, 8) and not (numbers[..., -1] >= 0.0).all():
        return False
    return is_person(lines.sensor, numbers[..., :3])


def _numbers(lines: _Lines, rows: Rows) -> np.ndarray:
    """Return (T, K, N) the numbers of each joint."""
    return rows.values[:, lines.lead :].reshape(len(rows.values), -1, lines.stride)


def _leads(lines: _Lines, rows: Rows) -> np.ndarray:
    """Return (T, L) the time stamps before the joints, NaN where a word is none."""
    stamps = [stamp_of(word) for word in rows.words]
    values = np.array([*(np.nan if stamp is None else stamp for stamp in stamps), np.nan])
    return values[np.nan_to_num(rows.values[:, : lines.lead], nan=-1.0).astype(np.int64)]


def _clock(leads: np.ndarray) -> np.ndarray | None:
    """Return the column (T,) that is time: one that goes on, rather one of time stamps than of frames."""
    increasing = [
        column
        for column in map(past_midnight, leads.T)
        if len(column) > 1 and (np.diff(column) >= 0.0).all() and column[-1] > column[0]
    ]
    return max(increasing, key=lambda column: float(np.median(np.diff(column)) != 1.0), default=None)
