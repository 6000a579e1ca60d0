"""Files of bare numbers: one line a frame, for each joint in order the same numbers.

For each joint: ``x y z``, or these and a confidence, a quaternion, or both. Before the joints a line may
have one or two columns of time stamps, frame numbers or persons. The KERAAL, MSRC-12, UTKinect and KIMORE
data sets are written in this way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.cells import (
    NumberColumns,
    Writing,
    find_writing,
    first_lines,
    number_of,
    rows,
)
from understudy.capture.kinect.plausible import is_person
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.kinect.time import past_midnight, stamp_of
from understudy.capture.source import Source
from understudy.errors import CaptureError

STRIDES: tuple[int, ...] = (7, 3, 4, 8)
"""Numbers for each joint: place, then a quaternion where there are seven or eight, then a confidence."""

MAX_LEAD = 2
"""Columns before the joints."""

_SNIFFED_LINES = 60
_QUATERNION = slice(3, 7)


@dataclass(frozen=True)
class _Layout:
    sensor: Sensor
    lead: int
    stride: int

    @property
    def cell_count(self) -> int:
        return self.lead + self.stride * len(self.sensor.joints)


def find_in_lines(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    """Return the sensor whose joints the first lines of a file hold as bare numbers, if there is one."""
    layout = _find_layout(content, sensors)
    return None if layout is None else layout.sensor


def read_lines(source: Source, sensor: Sensor) -> SensorBody:
    """Read every line of a file of bare numbers."""
    layout, writing = _find_layout(source.content, (sensor,)), _writing(source.content)
    if layout is None:
        raise CaptureError(source.path, f"holds no lines of the {len(sensor.joints)} joints of {sensor.name}")
    columns = NumberColumns(source, layout.cell_count, range(layout.lead, layout.cell_count))
    leads: list[list[float]] = []
    for line, cells in rows(source, writing):
        if _is_end(cells):
            break
        columns.add(line, cells)
        leads.append([_stamp(cell) for cell in cells[: layout.lead]])
    numbers = columns.take().reshape(len(leads), len(sensor.joints), layout.stride)
    return SensorBody(
        joints=sensor.joints,
        points=numbers[..., :3],
        confidence=numbers[..., -1] if layout.stride in (4, 8) else None,
        quaternions=numbers[..., _QUATERNION] if layout.stride in (7, 8) else None,
        stamps=_clock(np.array(leads).reshape(len(leads), layout.lead)),
    )


def _find_layout(content: bytes, sensors: Sequence[Sensor]) -> _Layout | None:
    lines = first_lines(content, _SNIFFED_LINES)
    if not lines:
        return None
    writing = _writing(content)
    # The last of the lines may be cut off, or say that this is the end.
    tables = [writing.cells(line) for line in (lines[:-1] if len(lines) > 1 else lines)]
    count = len(tables[0])
    if any(len(cells) != count for cells in tables):
        return None
    for sensor in sensors:
        for stride in STRIDES:
            layout = _Layout(sensor, count - stride * len(sensor.joints), stride)
            if 0 <= layout.lead <= MAX_LEAD and _fits(layout, tables):
                return layout
    return None


def _fits(layout: _Layout, tables: list[list[bytes]]) -> bool:
    numbers = [[number_of(cell) for cell in cells[layout.lead :]] for cells in tables]
    if any(number is None for row in numbers for number in row):
        return False
    if any(np.isnan(_stamp(cell)) for cells in tables for cell in cells[: layout.lead]):
        return False
    values = np.array(numbers, dtype=np.float64).reshape(len(tables), -1, layout.stride)
    if layout.stride in (4, 8) and not (values[..., -1] >= 0.0).all():
        return False
    return is_person(layout.sensor, values[..., :3])


def _writing(content: bytes) -> Writing:
    lines = first_lines(content, 2)
    return find_writing(lines[0], lines[-1])


def _stamp(cell: bytes) -> float:
    stamp = stamp_of(cell.decode("latin-1"))
    return np.nan if stamp is None else stamp


def _is_end(cells: list[bytes]) -> bool:
    """Tell whether a line only says that the file ends, as those of the Cornell data sets do."""
    return len(cells) == 1 and cells[0].strip().upper() == b"END"


def _clock(leads: np.ndarray) -> np.ndarray | None:
    """Return the column (T,) that is time: one that goes on, rather one of time stamps than of frames."""
    increasing = [
        column
        for column in map(past_midnight, leads.T)
        if len(column) > 1 and (np.diff(column) >= 0.0).all() and column[-1] > column[0]
    ]
    return max(increasing, key=lambda column: float(np.median(np.diff(column)) != 1.0), default=None)
