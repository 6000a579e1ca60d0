"""A real recording of a Kinect v2: somebody who sits and raises both arms, from the KERAAL data set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.kinect.joints import KINECT_V2
from understudy.motion import Recording
from understudy.spatial import rotations as rot

FILE = "motions/keraal/G3-Kinect-CTK-P1T1-Unknown-C-0.txt"
FRAMES = 197
JOINTS = 25
LINE_NUMBERS = 7
ALONG_BONE = np.deg2rad(0.1)


@pytest.fixture(scope="module")
def recording(shared: Path) -> Recording:
    return read_capture(shared / FILE)


@pytest.fixture(scope="module")
def numbers(shared: Path) -> np.ndarray:
    """Return (T, K, 7) what the file holds."""
    return np.loadtxt(shared / FILE).reshape(FRAMES, JOINTS, LINE_NUMBERS)


def point(recording: Recording, name: str) -> np.ndarray:
    return recording.points[:, recording.names.index(name)]


def test_file_holds_what_it_says(recording: Recording) -> None:
    assert recording.dialect == "Kinect v2 (lines of numbers)"
    assert recording.frame_count == FRAMES
    assert recording.names == (*KINECT_V2.joints, "*head_top")
    assert recording.fps == 30.0
    assert any("30 frames a second are assumed" in warning for warning in recording.warnings)
    assert recording.valid_mask.all()


def test_distances_are_those_of_the_file(recording: Recording, numbers: np.ndarray) -> None:
    placed = recording.points[:, :JOINTS]
    np.testing.assert_allclose(
        np.linalg.norm(placed - placed[:, :1], axis=-1),
        np.linalg.norm(numbers[..., :3] - numbers[:, :1, :3], axis=-1),
        atol=1e-12,
    )
    heights = placed[..., 2] - placed[0, 0, 2]
    np.testing.assert_allclose(heights, numbers[..., 1] - numbers[0, 0, 1], atol=1e-12)


def test_orientations_turn_y_along_the_bones(recording: Recording) -> None:
    assert recording.rotations is not None
    for joint, parent in (
        ("ElbowLeft", "ShoulderLeft"),
        ("AnkleRight", "KneeRight"),
        ("Neck", "SpineShoulder"),
    ):
        index = recording.names.index(joint)
        axis = rot.rotate(recording.rotations[:, index], np.array([0.0, 1.0, 0.0]))
        bone = point(recording, joint) - point(recording, parent)
        assert np.median(rot.angle_between(axis, bone)) < ALONG_BONE
    assert any("order w x y z" in note for note in recording.notes)


def test_person_sits_upright_faces_x_and_raises_both_arms(recording: Recording) -> None:
    trunk = point(recording, "SpineShoulder") - point(recording, "SpineBase")
    assert np.median(rot.angle_between(trunk, np.array([0.0, 0.0, 1.0]))) < np.deg2rad(15.0)
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        thigh = point(recording, f"Knee{side}") - point(recording, f"Hip{side}")
        assert np.median(thigh[:, 0]) > 0.2
        assert (
            sign * np.median(point(recording, f"Hip{side}")[:, 1] - point(recording, "SpineBase")[:, 1]) > 0.0
        )
        hand = point(recording, f"Hand{side}")[:, 2] - point(recording, "Head")[:, 2]
        assert hand.max() > 0.1
        assert hand[0] < -0.4
