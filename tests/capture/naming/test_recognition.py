"""Joints by their names, and by the skeleton where names do not tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.naming.dialects import REQUIRED
from understudy.capture.naming.recognition import UNKNOWN, recognise
from understudy.capture.placing.length_units import CMU_UNIT
from understudy.capture.skeletons.skeleton_motion import Poses, SkeletonMotion
from understudy.errors import CaptureError

FILE = Path("some.bvh")


@pytest.fixture
def motion(person: Skeleton) -> SkeletonMotion:
    """Return one frame of the made-up person in its T-pose."""
    rest = rest_pose(person)
    return SkeletonMotion(person.point_names, rest, rest, person.point_parents, person.joint_count)


def renamed(motion: SkeletonMotion, **names: str) -> SkeletonMotion:
    return replace(motion, names=tuple(names.get(name, name) for name in motion.names))


def nameless(motion: SkeletonMotion) -> SkeletonMotion:
    return replace(motion, names=tuple(f"x{number}" for number in range(len(motion.names))))


def test_names_of_a_dialect_decide(motion: SkeletonMotion) -> None:
    found = recognise(FILE, motion)
    assert found.dialect == "CMU"
    assert found.unit == pytest.approx(CMU_UNIT.metres, rel=1e-6)
    assert found.notes == ()
    assert found.landmark_points["toe_tip_l"] == ("LeftToeBase_end",)


def test_names_alone_are_enough_without_a_tree(motion: SkeletonMotion) -> None:
    found = recognise(FILE, replace(motion, parents=(), joint_count=0))
    assert found.landmark_points["hip_l"] == ("LeftUpLeg",)


def test_unknown_names_without_a_tree_are_refused(motion: SkeletonMotion) -> None:
    with pytest.raises(
        CaptureError, match="no known dialect .* and its joints are in no tree; found the names x0, x1"
    ):
        recognise(FILE, replace(nameless(motion), parents=(), joint_count=0))


def test_unknown_names_are_recognised_with_a_stated_confidence(motion: SkeletonMotion) -> None:
    found = recognise(FILE, nameless(motion))
    assert found.dialect == UNKNOWN
    assert found.unit is None
    expected = recognise(FILE, motion)
    places = {name: motion.names.index(points[0]) for name, points in expected.landmark_points.items()}
    assert {name: int(points[0][1:]) for name, points in found.landmark_points.items()} == places
    assert "names are of no known dialect" in found.notes[0]
    assert "left and right from the feet, with a confidence of 1.00." in found.notes[0]


def test_names_that_contradict_the_tree_are_not_believed(motion: SkeletonMotion) -> None:
    found = recognise(FILE, renamed(motion, LeftUpLeg="LeftFoot", LeftFoot="LeftUpLeg"))
    assert found.dialect == UNKNOWN
    assert found.landmark_points["hip_l"] == ("LeftFoot",)
    assert "names do not fit its tree" in found.notes[0]


def test_exchanged_sides_are_noted(motion: SkeletonMotion) -> None:
    mirrored = Poses(motion.poses.points * np.array([1.0, -1.0, 1.0]), motion.poses.rotations)
    found = recognise(FILE, replace(motion, poses=mirrored))
    assert found.landmark_points["hip_l"] == ("LeftUpLeg",)
    assert "the file seems mirrored" in found.notes[0]


def test_a_straight_body_without_feet_is_refused(motion: SkeletonMotion) -> None:
    points = np.array(motion.poses.points)
    for side in ("Left", "Right"):
        for tip in ("ToeBase", "ToeBase_end"):
            points[:, motion.names.index(f"{side}{tip}")] = points[:, motion.names.index(f"{side}Foot")]
    footless = replace(nameless(motion), poses=Poses(points, motion.poses.rotations))
    with pytest.raises(CaptureError, match="neither feet nor knees nor elbows tell left from right"):
        recognise(FILE, footless)


def test_a_body_without_limbs_is_refused(motion: SkeletonMotion) -> None:
    chain = tuple(range(-1, len(motion.names) - 1))
    with pytest.raises(CaptureError, match="its tree has no two pairs of limbs"):
        recognise(FILE, replace(nameless(motion), parents=chain))


def test_proportions_of_no_person_are_refused(motion: SkeletonMotion) -> None:
    """Knees right under the hips, elbows right beside the shoulders."""
    points = np.array(motion.poses.points)
    for side in ("Left", "Right"):
        for upper, middle in (("UpLeg", "Leg"), ("Arm", "ForeArm")):
            start, joint = (motion.names.index(f"{side}{name}") for name in (upper, middle))
            points[:, joint] = 0.9 * points[:, start] + 0.1 * points[:, joint]
    with pytest.raises(CaptureError, match="tell legs and arms with a confidence of 0.0"):
        recognise(FILE, replace(nameless(motion), poses=Poses(points, motion.poses.rotations)))


def test_every_required_landmark_is_covered(motion: SkeletonMotion) -> None:
    for each in (motion, nameless(motion)):
        assert set(REQUIRED) <= set(recognise(FILE, each).landmark_points)
