"""The ``.skeleton`` files of the NTU RGB+D data sets: persons of a Kinect v2, line after line.

The number of frames; for each frame the number of persons; for each person a line of ten numbers that
begins with its number, a line with the number of joints, and a line for each joint: ``x y z``, its places in
two images (four numbers), its quaternion ``w x y z`` and its state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.cells import Writing, first_lines, number_of, rows
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.kinect.table import most_seen
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

_BLANKS = Writing(None, False)
_PERSON_CELLS = 10
_JOINT_CELLS = 12
_QUATERNION = slice(7, 11)
_MAX_PERSONS = 20
_SNIFFED_LINES = 300


def find_in_skeleton_file(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    """Return the sensor whose joints a ``.skeleton`` file holds, if it is one."""
    cells = [_BLANKS.cells(line) for line in first_lines(content, _SNIFFED_LINES)]
    if not cells or len(cells[0]) != 1:
        return None
    person = next((index for index, row in enumerate(cells) if index > 0 and row != [b"0"]), len(cells))
    if [len(row) for row in cells[person : person + 4]] != [1, _PERSON_CELLS, 1, _JOINT_CELLS]:
        return None
    joint_count = cells[person + 2][0]
    return next((sensor for sensor in sensors if joint_count == b"%d" % len(sensor.joints)), None)


def read_skeleton_file(source: Source, sensor: Sensor) -> SensorBody:
    """Read a ``.skeleton`` file."""
    reader = _Reader(source, len(sensor.joints))
    persons, frames, bodies = reader.read()
    kept, notes = most_seen(persons, len(bodies))
    values = np.full((reader.frame_count, len(sensor.joints), _JOINT_CELLS), np.nan)
    if len(bodies):
        values[np.array(frames)[kept]] = np.stack(bodies)[kept]
    return SensorBody(
        joints=sensor.joints,
        points=values[..., :3],
        confidence=np.nan_to_num(values[..., -1]),
        quaternions=values[..., _QUATERNION],
        notes=notes,
    )


class _Reader:
    """Walks through the lines and knows where it is."""

    def __init__(self, source: Source, joint_count: int) -> None:
        self.source = source
        self.joint_count = joint_count
        self.line = 0
        self.rows: Iterator[tuple[int, list[bytes]]] = rows(source, _BLANKS)
        self.frame_count = 0

    def read(self) -> tuple[list[bytes], list[int], list[np.ndarray]]:
        """Return person, frame and numbers (K, 12) of every body."""
        persons: list[bytes] = []
        frames: list[int] = []
        bodies: list[np.ndarray] = []
        declared = self.count("the number of frames", len(self.source.content))
        for frame in range(declared):
            for _ in range(self.count(f"the number of persons in frame {frame}", _MAX_PERSONS)):
                persons.append(self.cells(_PERSON_CELLS, "a person")[0])
                joint_count = self.count("the number of joints", self.joint_count)
                if joint_count != self.joint_count:
                    raise self.error(f"has {joint_count} joints, expected {self.joint_count}")
                frames.append(frame)
                bodies.append(
                    np.array([self.numbers(_JOINT_CELLS, "a joint") for _ in range(self.joint_count)])
                )
            self.frame_count = frame + 1
        return persons, frames, bodies

    def count(self, wanted: str, largest: int) -> int:
        """Return the whole number on the next line."""
        number = self.numbers(1, wanted)[0]
        if not (0 <= number <= largest and number.is_integer()):
            raise self.error(f"has {number:g} for {wanted}, expected a whole number up to {largest}")
        return int(number)

    def numbers(self, count: int, wanted: str) -> list[float]:
        """Return the numbers on the next line."""
        found: list[float] = []
        for cell in self.cells(count, wanted):
            number = number_of(cell)
            if number is None:
                word = shown(cell.decode("utf-8", errors="backslashreplace"))
                raise self.error(f"has {word}, expected a number of {wanted}")
            found.append(number)
        return found

    def cells(self, count: int, wanted: str) -> list[bytes]:
        """Return the words on the next line."""
        row = next(self.rows, None)
        if row is None:
            raise self.error(f"ends here, expected {wanted}")
        self.line, cells = row
        if len(cells) != count:
            raise self.error(f"has {len(cells)} numbers, expected {count} of {wanted}")
        return cells

    def error(self, problem: str) -> CaptureError:
        return CaptureError(self.source.path, problem, max(self.line, 1))
