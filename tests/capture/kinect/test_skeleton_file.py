"""The ``.skeleton`` files of NTU RGB+D."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.joints import KINECT_V2, KINECTS, Sensor
from understudy.capture.kinect.skeleton_file import find_skeleton_file
from understudy.capture.source import Source
from understudy.errors import CaptureError


def sensor_of(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    found = find_skeleton_file(content, sensors)
    return None if found is None else found.sensor


def read_skeleton_file(file: Source, sensor: Sensor, like: Source | None = None) -> SensorBody:
    """Read a file as one of a sensor, which another file may tell."""
    found = find_skeleton_file((like or file).content, (sensor,))
    assert found is not None
    return found.read(file)


FIRST, SECOND = 72057594037931101, 72057594037931102
"""Numbers of persons that differ by less than a float tells."""


def person(number: int, start: float) -> list[str]:
    joints = [" ".join(map(str, [start + k, 2.0, 3.0, 0, 0, 0, 0, 1.0, 0.0, 0.0, 0.0, 2])) for k in range(25)]
    return [f"{number} 0 1 1 0 0 0 0.1 0.2 2", "25", *joints]


def source(*frames: list[list[str]]) -> Source:
    lines = [str(len(frames))]
    for people in frames:
        lines += [str(len(people)), *(line for one in people for line in one)]
    return Source(Path("some.skeleton"), ("\r\n".join(lines) + "\r\n").encode())


def test_person_who_is_seen_most_is_read() -> None:
    file = source([], [person(FIRST, 0.0), person(SECOND, 100.0)], [person(SECOND, 200.0)])
    assert sensor_of(file.content, KINECTS) is KINECT_V2
    body = read_skeleton_file(file, KINECT_V2)
    assert body.points.shape == (3, 25, 3)
    assert np.isnan(body.points[0]).all()
    np.testing.assert_array_equal(body.points[1:, 0, 0], [100.0, 200.0])
    np.testing.assert_array_equal(body.quaternions[1, 0], [1.0, 0.0, 0.0, 0.0])
    np.testing.assert_array_equal(body.confidence[:, 0], [0.0, 2.0, 2.0])


def test_file_without_persons_is_empty() -> None:
    assert np.isnan(
        read_skeleton_file(source([], []), KINECT_V2, like=source([person(FIRST, 0.0)])).points
    ).all()


@pytest.mark.parametrize("content", [b"", b"3", b"1\n1\n2 3\n25\n", b"1 2\n3 4\n"])
def test_other_files_are_of_no_sensor(content: bytes) -> None:
    assert sensor_of(content, KINECTS) is None


@pytest.mark.parametrize(
    ("line", "text", "problem"),
    [
        (1, "-1", "line 1: has -1 for the number of frames"),
        (1, "4", "ends here, expected the number of persons in frame 1"),
        (2, "1.5", "line 2: has 1.5 for the number of persons in frame 0"),
        (3, "1 2", "line 3: has 2 numbers, expected 10 of a person"),
        (4, "20", "line 4: has 20 joints, expected 25"),
        (6, "1 2 x 4 5 6 7 8 9 10 11 12", "line 6: has 'x', expected a number of a joint"),
    ],
)
def test_faults_have_a_place(line: int, text: str, problem: str) -> None:
    whole = source([person(FIRST, 0.0)])
    lines = whole.content.split(b"\r\n")
    lines[line - 1] = text.encode()
    with pytest.raises(CaptureError, match=problem):
        read_skeleton_file(Source(Path("broken.skeleton"), b"\n".join(lines)), KINECT_V2, like=whole)
