"""Which pose frames are compared with; an added T-pose is found, a performed one is left alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.bvh.kinematics import rest_pose
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.reference_pose import (
    AddedPose,
    ReferencePose,
    find_added_pose,
    find_reference,
    made_up_reference,
)
from understudy.spatial import rotations as rot

Pose = dict[str, np.ndarray]
FRAMES = 120


@pytest.fixture
def motion(person: Skeleton, capture_of: Callable[..., RawCapture]) -> RawCapture:
    rest = rest_pose(person)
    return capture_of(person, Poses(rest.points + 1.0, rest.rotations))


def found(motion: RawCapture, rest_up: str | None = None) -> ReferencePose | None:
    motion = replace(motion, rest_up=rest_up)
    return find_reference(motion, landmark_tracks(motion.names, motion.points, motion.landmark_points))


def folded(motion: RawCapture) -> RawCapture:
    assert motion.rest is not None
    return replace(motion, rest=Poses(np.abs(motion.rest.points), motion.rest.rotations))


def test_rest_pose_that_stands(motion: RawCapture) -> None:
    reference = found(motion)
    assert reference is not None
    assert reference.up == "z"
    assert reference.is_aligned
    assert motion.rest is not None
    np.testing.assert_array_equal(reference.points, motion.rest.points[0])


def test_added_pose_comes_first(motion: RawCapture, monkeypatch: pytest.MonkeyPatch) -> None:
    added = AddedPose("z", 1.0, 0.1)
    monkeypatch.setattr("understudy.capture.skeletons.reference_pose.find_added_pose", lambda _: added)
    reference = found(motion)
    assert reference is not None
    assert reference.added is added
    np.testing.assert_array_equal(reference.points, motion.points[0])
    assert not np.shares_memory(reference.points, motion.points)


def test_the_formats_own_pose_comes_before_all(motion: RawCapture) -> None:
    reference = found(folded(motion), "y")
    assert reference is not None
    assert (reference.up, reference.name) == ("y", "the model's own pose")


def test_folded_rest_pose_is_replaced_by_one_made_from_the_motion(motion: RawCapture) -> None:
    assert found(folded(motion)) is None
    reference = made_up_reference(folded(motion), "z")
    assert reference is not None
    assert reference.is_made_up
    assert reference.up == "z"


def test_folded_rest_pose_of_a_lying_body_is_none(motion: RawCapture) -> None:
    poses = lying_poses(motion)
    lying = replace(folded(motion), points=poses.points, rotations=poses.rotations)
    assert found(lying) is None
    assert made_up_reference(lying, "z") is None


def lying_poses(motion: RawCapture) -> Poses:
    """Return the body on its back, head along x and y in turn, so that no axis is along it."""
    assert motion.rotations is not None
    turns = [rot.from_rotation_vector(np.array(axis) * np.pi / 2) for axis in ([0, 1, 0], [1, 0, 0])]
    return Poses(
        np.concatenate([rot.rotate(turn, motion.points) for turn in turns]),
        np.concatenate([rot.multiply(turn, motion.rotations) for turn in turns]),
    )


@pytest.mark.parametrize(("degrees", "expected"), [(0.0, True), (90.0, True), (-180.0, True), (5.0, False)])
def test_alignment_of_the_root(motion: RawCapture, degrees: float, expected: bool) -> None:
    turn = rot.from_axis_angle(np.eye(3)[2], np.deg2rad(degrees))
    assert motion.rest is not None
    reference = ReferencePose("it", motion.rest.points[0], turn[None], {}, "z")
    assert reference.is_aligned is expected


def lowered(pose: Pose, angle: np.ndarray) -> dict[str, np.ndarray]:
    """Return landmarks (T, 3) of a body whose straight arms hang lower by ``angle`` (T,) [rad]."""
    motion = {name: np.tile(point, (len(angle), 1)) for name, point in pose.items()}
    for side, sign in (("l", 1.0), ("r", -1.0)):
        shoulder = pose[f"shoulder_{side}"]
        for name in (f"elbow_{side}", f"wrist_{side}"):
            length = np.linalg.norm(pose[name] - shoulder)
            out = np.stack([0.0 * angle, sign * np.cos(angle), -np.sin(angle)], axis=1)
            motion[name] = shoulder + length * out
    return motion


def test_jump_out_of_a_t_pose_is_found(t_pose: Callable[..., Pose]) -> None:
    swing = 1.2 + 0.3 * np.sin(np.linspace(0.0, 12.0, FRAMES))
    added = find_added_pose(lowered(t_pose(), np.concatenate([[0.0], swing])))
    assert added is not None
    assert added.up == "z"
    assert added.jump > 0.5
    assert added.later < 0.03


def test_jump_is_found_at_a_thirtieth_of_a_second(t_pose: Callable[..., Pose]) -> None:
    swing = 1.2 + 0.5 * np.sin(np.linspace(0.0, 25.0, FRAMES))
    assert find_added_pose(lowered(t_pose(), np.concatenate([[0.0], swing]))) is not None


def test_person_who_starts_in_a_t_pose_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    performed = 0.6 - 0.6 * np.cos(np.linspace(0.0, 6.0, FRAMES))
    assert find_added_pose(lowered(t_pose(), performed)) is None


def test_person_who_starts_fast_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    performed = np.minimum(0.08 * np.arange(FRAMES), 1.4)
    assert find_added_pose(lowered(t_pose(), performed)) is None


def test_still_t_pose_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    trembling = np.concatenate([[0.0], np.full(FRAMES, 1e-3)])
    assert find_added_pose(lowered(t_pose(), trembling)) is None


def test_jump_out_of_another_pose_keeps_the_frame(t_pose: Callable[..., Pose]) -> None:
    arms_down_first = np.concatenate([[1.4], np.full(FRAMES, 0.2)])
    assert find_added_pose(lowered(t_pose(), arms_down_first)) is None


def test_tracking_error_does_not_hide_the_added_pose(t_pose: Callable[..., Pose]) -> None:
    swing = 1.2 + 0.3 * np.sin(np.linspace(0.0, 12.0, 4 * FRAMES))
    swing[100] = 0.1
    assert find_added_pose(lowered(t_pose(), np.concatenate([[0.0], swing]))) is not None


@pytest.mark.parametrize("count", [1, 2])
def test_too_few_frames_tell_nothing(t_pose: Callable[..., Pose], count: int) -> None:
    assert find_added_pose(lowered(t_pose(), np.array([0.0, 1.2])[:count])) is None
