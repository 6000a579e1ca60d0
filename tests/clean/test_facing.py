"""Which way a person faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import face_forward, facing_angles
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.spatial import rotations as rot

UP = np.array([0.0, 0.0, 1.0])


def turned(recording: Recording, degrees: float) -> Recording:
    turn = rot.from_axis_angle(UP, np.deg2rad(degrees))
    identity = np.broadcast_to(turn, (*recording.points.shape[:2], 4))
    return replace(recording, points=rot.rotate(turn, recording.points), rotations=identity)


def test_walker_faces_where_he_goes(walk: Recording) -> None:
    angles = facing_angles(walk)
    assert np.abs(angles).max() < np.deg2rad(20.0)
    assert abs(angles.mean()) < np.deg2rad(3.0)


@pytest.mark.parametrize("degrees", [30.0, 90.0, 179.0, -135.0])
def test_turned_walker_faces_the_other_way(walk: Recording, degrees: float) -> None:
    difference = np.exp(1j * (facing_angles(turned(walk, degrees)) - facing_angles(walk)))
    np.testing.assert_allclose(np.angle(difference * np.exp(-1j * np.deg2rad(degrees))), 0.0, atol=1e-9)


@pytest.mark.parametrize("degrees", [30.0, 179.0, -135.0])
def test_face_forward_undoes_a_turn(walk: Recording, degrees: float) -> None:
    straight = face_forward(walk)
    forward = face_forward(turned(walk, degrees))
    np.testing.assert_allclose(forward.points, straight.points, atol=1e-9)
    up = rot.as_rotation_vector(np.asarray(forward.rotations)[0, 0])
    expected = float(np.median(facing_angles(straight)[:30]) - np.median(facing_angles(walk)[:30]))
    np.testing.assert_allclose(up, [0.0, 0.0, expected], atol=1e-6)
    assert "about z, so that the person first faces x" in forward.notes[-1]


def test_reference_pose_stays(walk: Recording) -> None:
    reference = walk.points[0]
    forward = face_forward(replace(turned(walk, 90.0), reference_points=reference))
    np.testing.assert_array_equal(np.asarray(forward.reference_points), reference)


def test_lying_body_faces_nowhere(kicking: Recording) -> None:
    assert np.isnan(facing_angles(kicking)).mean() > 0.9


def test_unseen_frames_are_unknown(walk: Recording) -> None:
    valid = np.array(walk.valid_mask)
    valid[:20, walk.names.index("hip_l")] = False
    angles = facing_angles(replace(walk, valid=valid))
    np.testing.assert_array_equal(np.isnan(angles), np.arange(walk.frame_count) < 20)


def test_body_without_shoulders_is_refused(walker: Callable[..., Recording]) -> None:
    recording = walker()
    landmarks = {name: points for name, points in recording.landmark_points.items() if "hip" in name}
    with pytest.raises(InvalidMotionError, match="never shows which way the person faces"):
        face_forward(replace(recording, landmark_points=landmarks))
