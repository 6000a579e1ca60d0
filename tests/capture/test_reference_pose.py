"""Which pose frames are compared with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import BvhSkeleton
from understudy.capture.added_pose import AddedPose
from understudy.capture.bvh_kinematics import rest_pose
from understudy.capture.dialects import match_landmarks
from understudy.capture.reference_pose import ReferencePose, find_reference
from understudy.capture.skeleton_motion import Poses, SkeletonMotion, at_frame
from understudy.spatial import rotations as rot


@pytest.fixture
def motion(person: BvhSkeleton) -> SkeletonMotion:
    rest = rest_pose(person)
    shifted = Poses(rest.points + 1.0, rest.rotations)
    return SkeletonMotion(person.point_names, shifted, rest, 30.0)


def found(motion: SkeletonMotion, added: AddedPose | None) -> ReferencePose | None:
    _, points = match_landmarks(Path("made-up"), motion.names)
    rest = at_frame(motion.landmarks(motion.rest, points), 0)
    return find_reference(motion, motion.landmarks(motion.poses, points), rest, added)


def test_rest_pose_that_stands(motion: SkeletonMotion) -> None:
    reference = found(motion, None)
    assert reference is not None
    assert reference.up == "z"
    assert reference.is_aligned
    np.testing.assert_array_equal(reference.points, motion.rest.points[0])


def test_added_pose_comes_first(motion: SkeletonMotion) -> None:
    reference = found(motion, AddedPose("z", 1.0, 0.1))
    assert reference is not None
    np.testing.assert_array_equal(reference.points, motion.poses.points[0])


def test_folded_rest_pose_is_none(motion: SkeletonMotion) -> None:
    folded = Poses(np.abs(motion.rest.points), motion.rest.rotations)
    assert found(SkeletonMotion(motion.names, motion.poses, folded, 30.0), None) is None


@pytest.mark.parametrize(("degrees", "expected"), [(0.0, True), (90.0, True), (-180.0, True), (5.0, False)])
def test_alignment_of_the_root(motion: SkeletonMotion, degrees: float, expected: bool) -> None:
    turn = rot.from_axis_angle(np.eye(3)[2], np.deg2rad(degrees))
    reference = ReferencePose("it", motion.rest.points[0], turn[None], {}, "z")
    assert reference.is_aligned is expected
