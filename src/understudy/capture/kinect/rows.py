"""Tables of one line a joint: ``Timestamp, JointID, Position.X, Position.Y, Position.Z, …, State``.

Joints are given by number or by name. A frame is what has the same time stamp, or without one the lines
up to where joints begin again.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.plausible import is_person
from understudy.capture.kinect.sensor import Sensor, best_sensor
from understudy.capture.kinect.table import QUANTITIES, read_header, read_table
from understudy.capture.source import Source
from understudy.capture.text.cells import cell_text
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import TableHead
from understudy.capture.text.text_lines import first_lines
from understudy.capture.text.text_table import row_cells
from understudy.errors import CaptureError
from understudy.plain_text import plain_count

JOINT_WORDS = ("jointtype", "jointname", "jointid", "jointindex", "jointnumber", "joint", "type")
"""Names of the column that says of which joint a row is, the best first."""

_SNIFFED_LINES = 200


def find_in_rows(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    """Return the sensor whose joints the first lines of a file give one after the other, if any."""
    lines = first_lines(content, _SNIFFED_LINES)
    # The last line may be cut off.
    lines = lines[:-1] if len(lines) > 2 else lines
    beginning = Source(Path(), b"\n".join(lines))
    header = read_header(beginning.content)
    column = None if header is None else header.find(JOINT_WORDS)
    if header is None or column is None or not {"x", "y", "z"} <= set(_columns(header)):
        return None
    cells = [row_cells(line, header.separator) for line in lines[1:]]
    names = [cell_text(row[column]) for row in cells if len(row) > column]
    counts = [plain_count(name) for name in names]
    if None in counts:
        return best_sensor(sensors, names)
    numbers = {count for count in counts if count is not None}
    return next(
        (each for each in sensors if each.is_told_by_numbers(numbers) and _is_person(beginning, each)), None
    )


def _is_person(beginning: Source, sensor: Sensor) -> bool:
    """Tell whether the rows with which a file begins make up a person, if joints have this order."""
    try:
        return is_person(sensor, read_rows(beginning, sensor).points)
    except CaptureError:
        return False


def read_rows(source: Source, sensor: Sensor) -> SensorBody:
    """Read a table of one line a joint."""
    header = read_header(source.content)
    column = None if header is None else header.find(JOINT_WORDS)
    if header is None or column is None:
        raise CaptureError(source.path, "holds no row, expected one for each joint and frame")
    columns = _columns(header)
    table = read_table(source, header, list(columns.values()), column)
    indices = _joint_indices(source, sensor, table.names)
    frames, starts = _frames(table.stamps, indices)
    values = np.full((len(starts), len(sensor.joints), len(columns)), np.nan)
    values[frames, indices] = table.values
    place = {name: k for k, name in enumerate(columns)}
    turned = [place[name] for name in ("qx", "qy", "qz", "qw") if name in place]
    return SensorBody(
        joints=sensor.joints,
        points=values[..., [place["x"], place["y"], place["z"]]],
        confidence=values[..., place["state"]] if "state" in place else None,
        quaternions=values[..., turned] if len(turned) == 4 else None,
        stamps=None if table.stamps is None else table.stamps[starts],
        notes=table.notes,
    )


def _columns(header: TableHead) -> dict[str, int]:
    """Return what columns hold → their indices."""
    found: dict[str, int] = {}
    for index, name in enumerate(header.plain):
        if name in QUANTITIES:
            found.setdefault(QUANTITIES[name], index)
    return found


def _joint_indices(source: Source, sensor: Sensor, words: Sequence[str]) -> np.ndarray:
    """Return (R,) the joint of each row, by its place in the sensor's order."""
    known: dict[str, int] = {}
    for word in set(words):
        joint = sensor.joint_of(word)
        if joint is None:
            raise CaptureError(
                source.path, f"names the joint {shown(word)}, expected one of: {', '.join(sensor.joints)}"
            )
        known[word] = sensor.index[joint]
    return np.array([known[word] for word in words], dtype=np.int64)


def _frames(stamps: np.ndarray | None, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (R,) the frame of each row, and (T,) the first row of each frame."""
    if len(indices) == 0:
        return indices, indices
    begins = np.diff(indices) <= 0 if stamps is None else np.diff(stamps) != 0.0
    frames = np.concatenate([[0], np.cumsum(begins)])
    return frames, np.concatenate([[0], np.flatnonzero(begins) + 1])
