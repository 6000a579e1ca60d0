"""NuiTrack's and OpenNI's bodies: left-handed axes, hands for wrists."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.kinect.nuitrack import NITE, NUITRACK_BODY, OPENNI
from understudy.export.captures.kinect import camera_view, write_sensor_file
from understudy.motion import Recording


def test_numbers_are_those_of_the_programming_interface() -> None:
    numbers = {"head": 1, "waist": 4, "left_collar": 5, "left_hand": 9, "right_collar": 11, "right_hand": 15}
    numbers |= {"left_hip": 17, "left_ankle": 19, "right_hip": 21, "right_foot": 24}
    for joint, number in numbers.items():
        assert NUITRACK_BODY.joints.index(joint) + NUITRACK_BODY.first_number == number


def test_two_orders_of_openni() -> None:
    assert OPENNI.joints[2:6] == ("torso", "left_shoulder", "left_elbow", "left_hand")
    assert NITE.joints[2:5] == ("left_shoulder", "right_shoulder", "left_elbow")
    assert NITE.joints[8] == "torso"
    assert set(NITE.joints) == set(OPENNI.joints)


def test_hands_and_feet_of_openni_are_wrists_and_ankles() -> None:
    assert OPENNI.landmarks["wrist_l"] == "left_hand"
    assert OPENNI.landmarks["ankle_r"] == "right_foot"
    assert "knuckle_l" not in OPENNI.landmarks


def test_raised_left_hand_stays_the_left_one(walking: Recording, tmp_path: Path) -> None:
    """The camera's picture is mirrored, the person is not."""
    write_sensor_file(tmp_path / "take", walking, sensor=NUITRACK_BODY, unit=0.001)
    plain = read_capture(tmp_path / "take")
    index = walking.names.index(walking.landmark_points["wrist_l"][0])
    points = walking.points.copy()
    points[:, index, 2] += 1.0
    raised = Recording(walking.names, points, walking.fps, landmark_points=walking.landmark_points)
    write_sensor_file(tmp_path / "raised", raised, sensor=NUITRACK_BODY, unit=0.001)
    read = read_capture(tmp_path / "raised")
    lift = (read.points - plain.points)[:, read.names.index("left_wrist"), 2]
    np.testing.assert_allclose(lift, 1.0, atol=1e-9)
    assert any("left-handed" in note for note in read.notes)
    left, right = (read.points[0, read.names.index(f"{side}_hip")] for side in ("left", "right"))
    assert left[1] > right[1]


@pytest.mark.parametrize("sensor", [NUITRACK_BODY, OPENNI])
def test_left_hand_is_to_the_cameras_right(sensor) -> None:
    assert camera_view(sensor, np.array([0.0, 0.3, 1.0]))[0] == pytest.approx(0.3)
