"""Landmarks are put where a set has them, and the world where a camera sees it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.keypoints.sets import BLAZEPOSE_33, BODY_25, COCO_18
from understudy.capture.sidecar import Sidecar, read_sidecar
from understudy.errors import InvalidMotionError, OutputError
from understudy.export.captures.keypoints import (
    VIEWS,
    flat_numbers,
    joint_lines,
    ordered_points,
    rate_of,
    seen_from,
    write_frames,
)
from understudy.motion import Recording


def test_every_view_is_a_turn_with_its_axis_up() -> None:
    for up, view in VIEWS.items():
        np.testing.assert_allclose(view @ view.T, np.eye(3))
        assert np.linalg.det(view) > 0.0
        axis = "xyz".index(up[-1])
        assert view[axis, 2] == (-1.0 if up.startswith("-") else 1.0)


def test_landmarks_are_put_to_points(walking: Recording) -> None:
    points = ordered_points(walking, BODY_25)
    toe = walking.points[:, walking.names.index("LeftToeBase")]
    for name in ("LBigToe", "LSmallToe"):
        np.testing.assert_array_equal(points[:, BODY_25.names.index(name)], toe)
    assert np.isnan(points[:, BODY_25.names.index("LEar")]).all()


def test_a_landmark_of_its_own_goes_before_a_share(walking: Recording) -> None:
    points = ordered_points(walking, BLAZEPOSE_33)
    left = walking.points[:, walking.names.index("LeftUpLeg")]
    np.testing.assert_array_equal(points[:, BLAZEPOSE_33.names.index("Left_hip")], left)


def test_points_of_the_caller_stay_as_they_are() -> None:
    given = np.random.default_rng(0).normal(size=(3, 18, 3))
    valid = np.ones((3, 18), dtype=bool)
    valid[1, 4] = False
    points = ordered_points(given, COCO_18, valid)
    assert np.isnan(points[1, 4]).all()
    np.testing.assert_array_equal(points[valid], given[valid])


def test_faults_are_named(walking: Recording) -> None:
    with pytest.raises(InvalidMotionError, match=r"points has shape \(3, 17, 3\), expected \(any, 18, 3\)"):
        ordered_points(np.zeros((3, 17, 3)), COCO_18)
    with pytest.raises(InvalidMotionError, match="needs at least one frame"):
        ordered_points(np.zeros((0, 18, 3)), COCO_18)
    with pytest.raises(InvalidMotionError, match="valid has shape"):
        ordered_points(np.zeros((3, 18, 3)), COCO_18, np.ones((3, 1)))
    with pytest.raises(InvalidMotionError, match="unknown axis that points up 'w'"):
        seen_from(np.zeros(3), "w", 1.0)
    with pytest.raises(InvalidMotionError, match="unit is 0.0"):
        seen_from(np.zeros(3), "z", 0.0)
    with pytest.raises(InvalidMotionError, match="fps is -1"):
        rate_of(walking, -1.0)


def test_a_folder_of_frames_is_new_or_empty(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    write_frames(folder, "frame_{:03d}.txt", ["one", "two"], Sidecar(fps=25.0))
    assert sorted(file.name for file in folder.iterdir()) == ["frame_000.txt", "frame_001.txt"]
    assert (folder / "frame_001.txt").read_text() == "two"
    assert read_sidecar(folder).fps == 25.0
    with pytest.raises(OutputError, match="holds files already"):
        write_frames(folder, "{}.txt", ["three"], None)
    with pytest.raises(OutputError, match="cannot write"):
        write_frames(folder / "frame_000.txt", "{}.txt", ["three"], None)


def test_points_that_were_not_seen() -> None:
    points = np.array([[[1.0, 2.0, -1e-12], [np.nan, np.nan, np.nan]]])
    assert flat_numbers(points, 6) == [[1.0, 2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]]
    assert joint_lines(points[0], 3) == "1.000 2.000 0.000 0\nnan nan nan 1\n"
