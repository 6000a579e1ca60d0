"""Files of bare numbers: one line a frame, for each joint in order the same numbers.

For each joint: ``x y z``, or these and a confidence, a quaternion, or both. Before the joints a line may
have one or two columns of time stamps, frame numbers or persons. The KERAAL, MSRC-12, UTKinect and KIMORE
data sets are written in this way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from understudy.capture.kinect.body import Found, SensorBody
from understudy.capture.kinect.joints import Sensor
from understudy.capture.kinect.plausible import is_person
from understudy.capture.kinect.time import past_midnight, stamps_of
from understudy.capture.kinect.words import NUMBERS, STATES, WRITTEN
from understudy.capture.source import Source
from understudy.capture.text.broken_rows import whole_rows
from understudy.capture.text.table_head import separator_of
from understudy.capture.text.text_lines import TextLines, first_lines
from understudy.capture.text.text_table import Layout, parse_rows
from understudy.errors import CaptureError

_WITH_STATE = (4, 8)

MAX_LEAD = 2
"""Columns before the joints."""

_SNIFFED_LINES = 60
_END = re.compile(rb"(?:\A|[\r\n])[ \t]*END[ \t]*(?:[\r\n]|\Z)", re.IGNORECASE)
"""A line that only says that the file ends, as those of the Cornell data sets do."""


def find_lines(content: bytes, sensors: Sequence[Sensor]) -> Found | None:
    """Return the sensor whose joints the first lines of a file hold as bare numbers, if there is one."""
    lines = first_lines(content, _SNIFFED_LINES)
    if not lines:
        return None
    first = lines[0].decode("latin-1")
    separator = separator_of(first)
    count = len(first.rstrip().rstrip(separator or None).split(separator or None))
    # The last of the lines may be cut off, or say that this is the end.
    beginning = lines[:-1] if len(lines) > 1 else lines
    for sensor in sensors:
        for stride in WRITTEN:
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
                if _fits(beginning, sensor, lead, layout):
                    return Found(sensor, partial(_read, sensor=sensor, lead=lead, layout=layout))
    return None


def _fits(lines: Sequence[bytes], sensor: Sensor, lead: int, layout: Layout) -> bool:
    """Tell whether lines hold a sensor's joints; a row with a broken cell is left to whoever reads it."""
    try:
        leads, numbers = _parse(_source_of(lines), sensor, lead, layout)
    except CaptureError:
        whole = whole_rows(lines, layout)
        return whole is not None and len(whole) < len(lines) and _fits(whole, sensor, lead, layout)
    has_states = (layout.column_count - lead) // len(sensor.joints) in _WITH_STATE
    if np.isnan(leads).any() or (has_states and not (numbers[..., -1] >= 0.0).all()):
        return False
    return is_person(sensor, numbers[..., :3])


def _source_of(lines: Sequence[bytes]) -> Source:
    return Source(Path(), b"\n".join(lines) + b"\n")


def _read(source: Source, sensor: Sensor, lead: int, layout: Layout) -> SensorBody:
    """Read every line."""
    leads, numbers = _parse(Source(source.path, _up_to_end(source.content)), sensor, lead, layout)
    return SensorBody(sensor.joints, numbers, _clock(leads))


def _parse(source: Source, sensor: Sensor, lead: int, layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """Return (T, L) the stamps before the joints, NaN where a word is none, and (T, K, 8) the numbers."""
    start = TextLines(source.path, source.content)
    rows = parse_rows(source.path, source.content, start.position, start.line, layout)
    written = rows.values[:, lead:].reshape(len(rows.values), len(sensor.joints), -1)
    numbers = np.full((*written.shape[:2], len(NUMBERS)), np.nan)
    numbers[..., WRITTEN[written.shape[2]]] = written
    return stamps_of(rows.words, rows.values[:, :lead]), numbers


def _up_to_end(content: bytes) -> bytes:
    """Return a file's content up to a line that only says that it ends."""
    # Looking for a word takes far less time than looking at every line.
    end = _END.search(content) if any(word in content for word in (b"END", b"End", b"end")) else None
    return content if end is None else content[: end.start()]


def _clock(leads: np.ndarray) -> np.ndarray | None:
    """Return the column (T,) that is time: one that goes on, rather one of time stamps than of frames."""
    increasing = [
        column
        for column in map(past_midnight, leads.T)
        if len(column) > 1 and (np.diff(column) >= 0.0).all() and column[-1] > column[0]
    ]
    return max(increasing, key=lambda column: float(np.median(np.diff(column)) != 1.0), default=None)
