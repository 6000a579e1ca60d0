"""Recordings written as tables come back whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import InvalidMotionError, OutputError
from understudy.export.captures.csv import write_csv
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
EXACT = 1e-8
"""Largest difference after writing and reading [m]."""


def test_a_round_trip_keeps_everything(tmp_path: Path, t_pose: Pose) -> None:
    """Any turn of the person is kept, and names that no set knows mean what they did."""
    pose = t_pose()
    points = np.tile(np.array(list(pose.values()))[:, [1, 0, 2]] * (1.0, -1.0, 1.0), (5, 1, 1))
    points += 0.1 * np.arange(5)[:, None, None]
    valid = np.ones(points.shape[:2], dtype=bool)
    valid[2, 3] = False
    names = tuple(f"marker {k}" for k in range(len(pose)))
    landmark_points: dict[str, tuple[str, ...]] = {
        landmark: (name,) for landmark, name in zip(pose, names, strict=True)
    }
    landmark_points["mid_hip"] = (names[1], names[2])
    recording = Recording(names, points, 119.88, valid=valid, landmark_points=landmark_points)
    write_csv(tmp_path / "a.csv", recording)
    read = read_capture(tmp_path / "a.csv")
    assert read.names == names
    assert read.fps == recording.fps
    assert dict(read.landmark_points) == landmark_points
    np.testing.assert_array_equal(read.valid_mask, valid)
    np.testing.assert_allclose(read.points[valid], points[valid], atol=EXACT)


def test_the_real_file_comes_back(tmp_path: Path, shared: Path) -> None:
    first = read_capture(shared / "motions" / "trc" / "pose2sim_balancing_body25b.trc")
    write_csv(tmp_path / "a.csv", first)
    second = read_capture(tmp_path / "a.csv")
    np.testing.assert_allclose(second.points, first.points, atol=EXACT)
    assert dict(second.landmark_points) == dict(first.landmark_points)


@pytest.mark.parametrize("name", ["hip_", "hip.", "a,b"])
def test_names_that_would_not_come_back_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidMotionError, match="cannot be"):
        write_csv(tmp_path / "a.csv", Recording((name,), np.zeros((1, 1, 3)), 10.0))
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_place_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write"):
        write_csv(tmp_path / "nowhere" / "a.csv", Recording(("a",), np.zeros((1, 1, 3)), 10.0))
