"""A T-pose put together from the motion of a skeleton whose joints lie along the axes of a standing body."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.bvh.kinematics import forward_kinematics, rest_pose
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.posture import is_t_pose
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.assembled_pose import assemble_t_pose
from understudy.capture.skeletons.poses import Poses
from understudy.spatial import rotations as rot

Z_UP = np.array([0.0, 0.0, 1.0])
FRAMES = 40


def walking(skeleton: Skeleton) -> Poses:
    """Return a walk of sorts: arms hang and swing, elbows and knees bend, pelvis and body turn."""
    time = np.linspace(0.0, 4.0 * np.pi, FRAMES)
    turns = np.tile(rot.IDENTITY, (skeleton.joint_count, FRAMES, 1))

    def turn(name: str, *parts: tuple[np.ndarray, np.ndarray | float]) -> None:
        for axis, angle in parts:
            turns[skeleton.names.index(name)] = rot.multiply(
                turns[skeleton.names.index(name)], rot.from_axis_angle(axis, angle * np.ones(FRAMES))
            )

    x, y, z = np.eye(3)
    turn("Hips", (z, 0.3 * time), (y, 0.1), (x, 0.08 * np.sin(time)))
    turn("Head", (y, -0.1 + 0.05 * np.sin(time)), (z, 0.2 * np.sin(time)))
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        turn(f"{side}Arm", (y, -0.4 * sign * np.sin(time)), (x, -sign * 1.3))
        turn(f"{side}ForeArm", (z, -sign * (0.5 + 0.2 * np.sin(time))), (y, 0.3 * sign))
        turn(f"{side}UpLeg", (y, 0.4 * sign * np.sin(time)))
        turn(f"{side}Leg", (y, 0.3 + 0.3 * np.cos(time)))
    translations = [offset[None] for offset in skeleton.offsets]
    return forward_kinematics(skeleton, translations, list(turns))


def with_frames(poses: Poses, frames: np.ndarray) -> Poses:
    """Return poses whose joints have other frames: (K, 4), turned since the T-pose."""
    return Poses(poses.points, rot.multiply(poses.rotations, frames))


@pytest.fixture
def frames(person: Skeleton) -> np.ndarray:
    """Return (K, 4) square frames, of every joint another one."""
    generator = np.random.default_rng(1)
    quarter = [rot.from_axis_angle(axis, np.pi / 2) for axis in np.eye(3)]
    chosen = np.tile(rot.IDENTITY, (len(person.point_names), 1))
    for point, (first, second) in enumerate(generator.integers(0, 3, (len(chosen), 2))):
        chosen[point] = rot.multiply(quarter[first], quarter[second])
    # Hands are assumed to lie as forearms do, give or take square turns.
    return chosen


@pytest.fixture
def motion(person: Skeleton, frames: np.ndarray, capture_of: Callable[..., RawCapture]) -> RawCapture:
    return capture_of(person, with_frames(walking(person), frames))


def test_square_frames_come_back_exactly(person: Skeleton, motion: RawCapture, frames: np.ndarray) -> None:
    pose = assemble_t_pose(motion, "z")
    assert pose is not None
    feet = ("Foot", "ToeBase", "ToeBase_end")
    for point, name in enumerate(motion.names):
        if not name.endswith(feet):
            same = abs(float(pose.rotations[0, point] @ frames[point]))
            assert same == pytest.approx(1.0, abs=1e-9), name
    expected = rest_pose(person).points[0]
    body = [point for point, name in enumerate(motion.names) if not name.endswith(feet[1:])]
    np.testing.assert_allclose(pose.points[0, body], expected[body], atol=1e-9)


def test_feet_are_as_flat_as_they_are_in_stance(motion: RawCapture) -> None:
    pose = assemble_t_pose(motion, "z")
    assert pose is not None
    ankle, toe = (pose.points[0, motion.names.index(name)] for name in ("LeftFoot", "LeftToeBase"))
    heights = {
        name: np.percentile(motion.points[:, motion.names.index(name), 2], 10.0)
        for name in ("LeftFoot", "LeftToeBase")
    }
    assert ankle[2] - toe[2] == pytest.approx(heights["LeftFoot"] - heights["LeftToeBase"], abs=1e-9)
    assert abs(toe[1] - ankle[1]) < 1e-9
    assert toe[0] > ankle[0]


def test_it_is_a_t_pose_that_faces_forward(motion: RawCapture) -> None:
    pose = assemble_t_pose(motion, "z")
    assert pose is not None
    tracks = landmark_tracks(motion.names, pose.points, motion.landmark_points)
    assert is_t_pose({name: track[0] for name, track in tracks.items()}, Z_UP)


def test_a_root_above_the_hips_does_no_harm(motion: RawCapture) -> None:
    count = len(motion.names)
    assert motion.rotations is not None
    still = np.tile(rot.IDENTITY, (FRAMES, 1, 1))
    rooted = replace(
        motion,
        names=("Root", *motion.names),
        points=np.concatenate([np.zeros((FRAMES, 1, 3)), motion.points], axis=1),
        rotations=np.concatenate([still, motion.rotations], axis=1),
        parents=(-1, *(parent + 1 for parent in motion.parents)),
        joint_count=motion.joint_count + 1,
    )
    pose, expected = (assemble_t_pose(each, "z") for each in (rooted, motion))
    assert pose is not None
    assert expected is not None
    np.testing.assert_allclose(pose.rotations[0, 1:], expected.rotations[0], atol=1e-9)
    assert pose.points.shape == (1, count + 1, 3)


def test_bodies_that_never_stand_give_none(motion: RawCapture) -> None:
    lying = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.pi / 2)
    assert motion.rotations is not None
    turned = replace(
        motion, points=rot.rotate(lying, motion.points), rotations=rot.multiply(lying, motion.rotations)
    )
    assert assemble_t_pose(turned, "z") is None


def test_frames_that_are_not_square_are_averages(
    person: Skeleton, motion: RawCapture, t_pose: Callable[..., dict[str, np.ndarray]]
) -> None:
    """Frames that lie obliquely in the body cannot be exact, but the pose still is a T-pose."""
    oblique = rot.normalise(np.array([0.9, 0.25, -0.25, 0.25]))
    poses = with_frames(walking(person), np.tile(oblique, (len(motion.names), 1)))
    pose = assemble_t_pose(replace(motion, points=poses.points, rotations=poses.rotations), "z")
    assert pose is not None
    wrist = pose.points[0, motion.names.index("LeftHand")] - pose.points[0, motion.names.index("LeftArm")]
    expected = t_pose()["wrist_l"] - t_pose()["shoulder_l"]
    np.testing.assert_allclose(wrist, expected, atol=1e-6)
