"""Which pose frames are compared with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.naming.dialects import match_landmarks
from understudy.capture.skeletons.added_pose import AddedPose
from understudy.capture.skeletons.reference_pose import ReferencePose, find_reference, made_up_reference
from understudy.capture.skeletons.skeleton_motion import Poses, SkeletonMotion
from understudy.spatial import rotations as rot


@pytest.fixture
def motion(person: Skeleton) -> SkeletonMotion:
    rest = rest_pose(person)
    shifted = Poses(rest.points + 1.0, rest.rotations)
    return SkeletonMotion(person.point_names, shifted, rest, person.point_parents, person.joint_count)


def found(motion: SkeletonMotion, rest_up: str | None = None) -> ReferencePose | None:
    _, points = match_landmarks(Path("made-up"), motion.names)
    return find_reference(motion, points, motion.landmarks(motion.poses, points), rest_up)


def made_up(motion: SkeletonMotion, up: str) -> ReferencePose | None:
    _, points = match_landmarks(Path("made-up"), motion.names)
    return made_up_reference(motion, points, up)


def folded(motion: SkeletonMotion) -> SkeletonMotion:
    return replace(motion, rest=Poses(np.abs(motion.rest.points), motion.rest.rotations))


def test_rest_pose_that_stands(motion: SkeletonMotion) -> None:
    reference = found(motion)
    assert reference is not None
    assert reference.up == "z"
    assert reference.is_aligned
    np.testing.assert_array_equal(reference.points, motion.rest.points[0])


def test_added_pose_comes_first(motion: SkeletonMotion, monkeypatch: pytest.MonkeyPatch) -> None:
    added = AddedPose("z", 1.0, 0.1)
    monkeypatch.setattr("understudy.capture.skeletons.reference_pose.find_added_pose", lambda _: added)
    reference = found(motion)
    assert reference is not None
    assert reference.is_added
    np.testing.assert_array_equal(reference.points, motion.poses.points[0])
    assert not np.shares_memory(reference.points, motion.poses.points)


def test_the_formats_own_pose_comes_before_all(motion: SkeletonMotion) -> None:
    reference = found(folded(motion), "y")
    assert reference is not None
    assert (reference.up, reference.name) == ("y", "the model's own pose")


def test_folded_rest_pose_is_replaced_by_one_made_from_the_motion(motion: SkeletonMotion) -> None:
    assert found(folded(motion)) is None
    reference = made_up(folded(motion), "z")
    assert reference is not None
    assert reference.is_made_up
    assert reference.up == "z"


def test_folded_rest_pose_of_a_lying_body_is_none(motion: SkeletonMotion) -> None:
    lying = replace(folded(motion), poses=lying_poses(motion))
    assert found(lying) is None
    assert made_up(lying, "z") is None


def lying_poses(motion: SkeletonMotion) -> Poses:
    """Return the body on its back, head along x and y in turn, so that no axis is along it."""
    turns = [rot.from_rotation_vector(np.array(axis) * np.pi / 2) for axis in ([0, 1, 0], [1, 0, 0])]
    return Poses(
        np.concatenate([rot.rotate(turn, motion.poses.points) for turn in turns]),
        np.concatenate([rot.multiply(turn, motion.poses.rotations) for turn in turns]),
    )


@pytest.mark.parametrize(("degrees", "expected"), [(0.0, True), (90.0, True), (-180.0, True), (5.0, False)])
def test_alignment_of_the_root(motion: SkeletonMotion, degrees: float, expected: bool) -> None:
    turn = rot.from_axis_angle(np.eye(3)[2], np.deg2rad(degrees))
    reference = ReferencePose("it", motion.rest.points[0], turn[None], {}, "z")
    assert reference.is_aligned is expected
