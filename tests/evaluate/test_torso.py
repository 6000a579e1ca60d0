"""Segments of a robot lie between its landmarks, and angles between them are those of ``rotations``."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.evaluate.poses import Poses, pose_robot
from understudy.evaluate.segment_kernels import write_apart
from understudy.evaluate.survey import survey
from understudy.evaluate.torso import robot_vector, robot_vectors, torso_axes, vectors_between
from understudy.motion import RobotMotion
from understudy.motion.landmarks import DERIVED_LANDMARKS, SEGMENTS
from understudy.robots import Robot
from understudy.spatial import rotations as rot

SEGMENTS_ASKED = ("trunk", "shoulder_line", "thigh_l", "forearm_r")
CLOSE = 1e-14

Mover = Callable[..., RobotMotion]


def moved(robot: Robot, move_robot: Mover) -> RobotMotion:
    return move_robot(robot, frames=7, waist=np.linspace(0.0, 1.0, 7), knee_l=0.7, elbow_r=0.4, hip_p_l=-0.6)


def place(robot: Robot, poses: Poses, name: str) -> np.ndarray:
    """Return where a landmark or the middle of a pair is (T, 3) [m], point by point."""
    own = [robot.landmarks[each] for each in DERIVED_LANDMARKS.get(name, (name,))]
    return np.mean([poses.points(each.body, each.point[None])[:, 0] for each in own], axis=0)


def test_segments_lead_from_landmark_to_landmark(robot: Robot, move_robot: Mover) -> None:
    motion = moved(robot, move_robot)
    every, some = pose_robot(robot, motion.q), survey(robot, motion).poses
    for poses in (every, some):
        found = robot_vectors(robot, poses, SEGMENTS_ASKED)
        for vectors, segment in zip(found, SEGMENTS_ASKED, strict=True):
            start, end = (place(robot, every, name) for name in SEGMENTS[segment])
            np.testing.assert_allclose(vectors, end - start, atol=CLOSE)
            np.testing.assert_array_equal(robot_vector(robot, poses, segment), vectors)


def test_vectors_between_points_of_bodies(robot: Robot, move_robot: Mover) -> None:
    poses = pose_robot(robot, moved(robot, move_robot).q)
    ends = robot.landmarks["hip_l"], robot.landmarks["wrist_r"]
    expected = poses.point(ends[1]) - poses.point(ends[0])
    np.testing.assert_allclose(vectors_between(poses, (ends,))[0], expected, atol=CLOSE)


def test_a_robot_without_a_segment_has_no_vector(upper_body: Robot, move_robot: Mover) -> None:
    poses = pose_robot(upper_body, move_robot(upper_body, frames=2).q)
    assert robot_vector(upper_body, poses, "thigh_l") is None
    assert robot_vector(upper_body, poses, "forearm_l") is not None


def test_angles_in_two_torsos_are_those_between_their_local_vectors() -> None:
    at = np.arange(30.0)[:, None] + np.arange(3)
    wanted, own = np.sin(at), np.sin(1.7 * at + 0.3)
    axes, _ = torso_axes(np.cos(0.4 * at), np.sin(2.3 * at))
    other, _ = torso_axes(np.cos(0.9 * at), np.sin(1.1 * at))
    apart = np.empty((30, 2))
    write_apart(axes, other, wanted, own, apart)
    local = np.einsum("tji,tj->ti", axes, wanted), np.einsum("tji,tj->ti", other, own)
    expected = rot.angle_between(*local)
    np.testing.assert_allclose(2.0 * np.arctan2(*apart.T), expected, atol=CLOSE)
