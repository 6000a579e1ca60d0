"""Tables of one line a frame, with columns such as ``SpineBase_X``, ``HipCenter.y`` or ``JOINT_WAIST.z``.

A column's name is a joint and what of it the column holds, in either order and with anything between:
``x``, ``y``, ``z``; ``qx``, ``qy``, ``qz``, ``qw``; ``state`` or ``confidence``. A column of time stamps and
one of persons may stand anywhere. Other columns are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.sensor import Sensor, plain
from understudy.capture.kinect.table import QUANTITIES, read_header, read_table
from understudy.capture.source import Source
from understudy.capture.text.table_head import TableHead
from understudy.errors import CaptureError

Column = tuple[str, str]
"""A joint and what of it a column holds."""

_LONGEST_NAME = 64
"""Characters of a column's name; every way to part it is tried."""


def find_in_columns(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    """Return the sensor whose joints a file's first line names as columns, if there is one."""
    header = read_header(content)
    if header is None:
        return None
    found = {sensor.name: _joint_columns(sensor, header) for sensor in sensors}
    told = [sensor for sensor in sensors if sensor.is_told_by(_placed_joints(found[sensor.name]))]
    return max(told, key=lambda sensor: len(found[sensor.name]), default=None)


def read_columns(source: Source, sensor: Sensor) -> SensorBody:
    """Read a table of one line a frame."""
    header = read_header(source.content)
    if header is None:
        raise CaptureError(source.path, "holds no row, expected one a frame below the header")
    columns = _joint_columns(sensor, header)
    table = read_table(source, header, list(columns.values()))
    place = {column: index for index, column in enumerate(columns)}
    placed = _placed_joints(columns)
    joints = tuple(joint for joint in sensor.joints if joint in placed)

    def numbers(*quantities: str) -> np.ndarray | None:
        """Return (T, K, N), NaN where a joint has no such column, None where no joint has."""
        if not any(quantities[0] == quantity for _, quantity in columns):
            return None
        # The column behind the last one is empty, for what a joint does not have.
        values = np.column_stack([table.values, np.full(len(table.values), np.nan)])
        return values[:, [[place.get((joint, name), -1) for name in quantities] for joint in joints]]

    points, states = numbers("x", "y", "z"), numbers("state")
    assert points is not None, "a sensor is told by joints that have places"
    return SensorBody(
        joints=joints,
        points=points,
        confidence=None if states is None else states[..., 0],
        quaternions=numbers("qx", "qy", "qz", "qw"),
        stamps=table.stamps,
        notes=table.notes,
    )


def _joint_columns(sensor: Sensor, header: TableHead) -> dict[Column, int]:
    """Return what columns hold → their indices; of columns that hold the same the first counts."""
    found: dict[Column, int] = {}
    for index, name in enumerate(header.plain):
        column = _column(sensor, plain(name))
        if column is not None:
            found.setdefault(column, index)
    return found


def _column(sensor: Sensor, name: str) -> Column | None:
    for length in range(1, len(name) if len(name) <= _LONGEST_NAME else 0):
        for joint, quantity in ((name[:length], name[length:]), (name[length:], name[:length])):
            if quantity in QUANTITIES and joint in sensor.spellings:
                return sensor.spellings[joint], QUANTITIES[quantity]
    return None


def _placed_joints(columns: Mapping[Column, int] | Iterable[Column]) -> set[str]:
    """Return the joints that have all three coordinates."""
    found = set(columns)
    return {joint for joint, _ in found if all((joint, axis) in found for axis in "xyz")}
