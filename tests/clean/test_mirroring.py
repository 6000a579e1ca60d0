"""A mirror image, and its mirror image, which is the person again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.clean import Perspective, in_perspective, mirror
from understudy.data import built_in_motion
from understudy.human import human_from_recording
from understudy.motion import Recording
from understudy.motion.landmarks import CONTACTS
from understudy.spatial import rotations as rot

FLIP = np.array([1.0, -1.0, 1.0])


@pytest.fixture(scope="module")
def captured() -> Recording:
    """Return the built-in walk as it is captured, with rotations, a reference pose and contacts."""
    recording = read_capture(built_in_motion("walk"))
    contacts = np.arange(recording.frame_count * 4).reshape(-1, 4) % 3 == 0
    return replace(recording, contacts=contacts)


def test_left_hand_is_where_the_right_one_was(walk: Recording) -> None:
    image = mirror(walk)
    for name, other in (("wrist_l", "wrist_r"), ("toe_r", "toe_l"), ("head", "head")):
        np.testing.assert_array_equal(image.landmark(name)[0], walk.landmark(other)[0] * FLIP)
    assert image.names == walk.names
    assert image.landmark_points == walk.landmark_points


def test_twice_is_the_person_again(captured: Recording) -> None:
    twice = mirror(mirror(captured))
    np.testing.assert_array_equal(twice.points, captured.points)
    np.testing.assert_array_equal(np.asarray(twice.contacts), np.asarray(captured.contacts))
    np.testing.assert_array_equal(np.asarray(twice.reference_points), np.asarray(captured.reference_points))
    same = np.abs(np.sum(np.asarray(twice.rotations) * np.asarray(captured.rotations), axis=-1))
    np.testing.assert_allclose(same, 1.0, atol=1e-12)


def test_rotations_still_fit_the_bones(captured: Recording) -> None:
    """Each bone is the reference pose's bone turned by its joint, in the image as in the original."""
    image = mirror(captured)
    assert image.reference_points is not None and image.reference_rotations is not None
    assert image.rotations is not None
    for joint, child in (("LeftArm", "LeftForeArm"), ("RightUpLeg", "RightLeg"), ("Spine", "Spine1")):
        start, end = image.names.index(joint), image.names.index(child)
        turn = rot.multiply(image.rotations[:, start], rot.conjugate(image.reference_rotations[start]))
        bone = rot.rotate(turn, image.reference_points[end] - image.reference_points[start])
        np.testing.assert_allclose(bone, image.points[:, end] - image.points[:, start], atol=1e-6)


def test_body_frames_are_reflected(captured: Recording) -> None:
    original, image = human_from_recording(captured), human_from_recording(mirror(captured))
    for part, other in (("pelvis", "pelvis"), ("hand_l", "hand_r"), ("foot_r", "foot_l")):
        expected = original.frames[other] * np.array([1.0, -1.0, 1.0, -1.0])
        same = np.abs(np.sum(image.frames[part] * expected, axis=-1))
        np.testing.assert_allclose(same, 1.0, atol=1e-6)


def test_contacts_change_sides(captured: Recording) -> None:
    image = mirror(captured)
    assert image.contacts is not None and captured.contacts is not None
    left, right = CONTACTS.index("heel_l"), CONTACTS.index("heel_r")
    np.testing.assert_array_equal(image.contacts[:, left], captured.contacts[:, right])


def test_unseen_points_change_sides(walk: Recording) -> None:
    valid = np.array(walk.valid_mask)
    valid[10:20, walk.names.index("wrist_l")] = False
    image = mirror(replace(walk, valid=valid))
    np.testing.assert_array_equal(np.flatnonzero(~image.landmark("wrist_r")[1]), np.arange(10, 20))


def test_without_a_reference_pose_frames_are_reflected_with_their_axes(walk: Recording) -> None:
    vectors = np.random.default_rng(0).normal(size=walk.points.shape)
    rotations = rot.from_rotation_vector(vectors)
    image = mirror(replace(walk, rotations=rotations))
    flip = np.diag(FLIP)
    expected = flip @ rot.as_matrix(rotations[:, walk.names.index("knee_r")]) @ flip
    found = rot.as_matrix(np.asarray(image.rotations)[:, walk.names.index("knee_l")])
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_landmarks_change_hands_where_points_cannot() -> None:
    points = np.random.default_rng(0).normal(size=(5, 3, 3))
    landmarks = {"knee_l": ("a", "b"), "knee_r": ("c",)}
    recording = Recording(("a", "b", "c"), points, 30.0, landmark_points=landmarks)
    image = mirror(recording)
    np.testing.assert_allclose(image.landmark("knee_l")[0], recording.landmark("knee_r")[0] * FLIP)
    np.testing.assert_allclose(image.landmark("knee_r")[0], recording.landmark("knee_l")[0] * FLIP)


def test_two_perspectives(walk: Recording) -> None:
    own = in_perspective(walk, Perspective.OWN)
    np.testing.assert_array_equal(own.points, walk.points)
    assert own.notes[-1] == "Left plays left."
    image = in_perspective(walk, Perspective.MIRROR)
    np.testing.assert_array_equal(image.points, mirror(walk).points)
    assert image.notes[-1] == "Mirrored the motion in the plane y = 0, with 11 pairs of points exchanged."
