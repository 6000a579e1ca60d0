"""Lines of bare numbers: what stands before the joints, and what beside each place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.joints import KINECT_V1, KINECT_V2, KINECTS
from understudy.capture.kinect.lines import find_in_lines, read_lines
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.kinect import write_sensor_file
from understudy.motion import Recording


@pytest.fixture
def numbers(walking: Recording, tmp_path: Path) -> np.ndarray:
    """Return (T, 75) what a Kinect v2 sees."""
    write_sensor_file(tmp_path / "lines", walking, layout="lines")
    return np.loadtxt(tmp_path / "lines")


def source(rows: np.ndarray, separator: str = " ", lead: tuple[list[str], ...] = ()) -> Source:
    text = [
        separator.join([*(column[k] for column in lead), *map(str, row)])
        for k, row in enumerate(rows.tolist())
    ]
    return Source(Path("lines.txt"), "\n".join(text).encode())


def widened(numbers: np.ndarray, *beside: float) -> np.ndarray:
    """Return rows with more numbers behind each place."""
    places = numbers.reshape(len(numbers), -1, 3)
    more = np.tile(beside, (*places.shape[:2], 1))
    return np.concatenate([places, more], axis=2).reshape(len(numbers), -1)


@pytest.mark.parametrize("separator", [" ", ",", ", ", "\t", ";"])
def test_separators(numbers: np.ndarray, separator: str) -> None:
    file = source(numbers, separator)
    assert find_in_lines(file.content, KINECTS) is KINECT_V2
    np.testing.assert_array_equal(read_lines(file, KINECT_V2).points.reshape(len(numbers), -1), numbers)


def test_decimal_comma(numbers: np.ndarray) -> None:
    file = source(numbers, ";")
    file = Source(file.path, file.content.replace(b".", b","))
    np.testing.assert_array_equal(read_lines(file, KINECT_V2).points.reshape(len(numbers), -1), numbers)


@pytest.mark.parametrize(
    ("beside", "confidence", "quaternion"),
    [((2.0,), 2.0, None), ((0.0, 0.0, 0.0, 1.0), None, 1.0), ((0.0, 0.0, 0.0, 1.0, 2.0), 2.0, 1.0)],
)
def test_numbers_beside_places(
    numbers: np.ndarray, beside: tuple[float, ...], confidence: float | None, quaternion: float | None
) -> None:
    file = source(widened(numbers, *beside))
    assert find_in_lines(file.content, KINECTS) is KINECT_V2
    body = read_lines(file, KINECT_V2)
    np.testing.assert_array_equal(body.points.reshape(len(numbers), -1), numbers)
    assert (body.confidence is None) == (confidence is None)
    assert body.confidence is None or (body.confidence == confidence).all()
    assert (body.quaternions is None) == (quaternion is None)
    assert body.quaternions is None or (body.quaternions[..., 3] == quaternion).all()


@pytest.mark.parametrize(
    ("lead", "first", "second"),
    [
        (("time",), 0.0, 0.04),
        (("frame",), 10.0, 11.0),
        (("frame", "time"), 0.0, 0.04),
        (("clock", "person"), 3723.0, 3723.04),
    ],
)
def test_columns_before_joints(
    numbers: np.ndarray, lead: tuple[str, ...], first: float, second: float
) -> None:
    count = len(numbers)
    columns = {
        "time": [f"{0.04 * k:.3f}" for k in range(count)],
        "frame": [str(10 + k) for k in range(count)],
        "clock": [f"2020-01-02T01:02:{3 + 0.04 * k:06.3f}" for k in range(count)],
        "person": ["7"] * count,
    }
    file = source(numbers, ",", tuple(columns[name] for name in lead))
    assert find_in_lines(file.content, KINECTS) is KINECT_V2
    stamps = read_lines(file, KINECT_V2).stamps
    assert stamps is not None
    assert stamps[:2] == pytest.approx([first, second])


def test_line_that_says_end_ends_the_file(numbers: np.ndarray) -> None:
    file = source(numbers)
    ended = Source(file.path, file.content + b"\nEND\n")
    assert len(read_lines(ended, KINECT_V2).points) == len(numbers)


def test_numbers_that_are_no_person_are_of_no_sensor(numbers: np.ndarray) -> None:
    noise = np.random.default_rng(1).normal(size=numbers.shape)
    assert find_in_lines(source(noise).content, KINECTS) is None
    assert find_in_lines(source(numbers[:, ::-1]).content, KINECTS) is None


@pytest.mark.parametrize("content", [b"", b"\n\n", b"1 2 3", b"word word", b"\xff\x00\x01"])
def test_other_content_is_of_no_sensor(content: bytes) -> None:
    assert find_in_lines(content, KINECTS) is None


def test_file_of_another_sensor_is_refused(numbers: np.ndarray) -> None:
    with pytest.raises(CaptureError, match="holds no lines of the 20 joints"):
        read_lines(source(numbers), KINECT_V1)


def test_short_line_has_a_place(numbers: np.ndarray) -> None:
    file = source(np.tile(numbers, (3, 1)))
    cut = Source(file.path, file.content + b"\n1 2 3\n4 5 6")
    with pytest.raises(CaptureError, match=f"line {3 * len(numbers) + 1}: has 3 numbers, expected 75"):
        read_lines(cut, KINECT_V2)
