"""A robot's motion as the motion of a person shaped like it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import RobotMotion
from understudy.robots import load_robot
from understudy.robots.source import human_from_motion, human_from_robot, robot_body

FPS = 30.0
FRAMES = 4


@pytest.fixture
def motion() -> RobotMotion:
    robot = load_robot("nao")
    q = np.tile(robot.home, (FRAMES, 1))
    q[:, robot.model.joint("LKneePitch").qposadr[0]] = np.linspace(0.0, 1.0, FRAMES)
    return RobotMotion("nao", "track", robot.joints, q, FPS, np.zeros(FRAMES, dtype=int))


def test_a_saved_motion_gives_the_same_person_as_its_coordinates(motion: RobotMotion) -> None:
    robot = load_robot("nao")
    found, expected = human_from_motion(robot, motion), human_from_robot(robot, motion.q, FPS)
    assert np.array_equal(found.landmarks, expected.landmarks)
    assert len(found.provenance.steps) == len(motion.provenance.steps) + 1


def test_a_few_landmarks_are_those_of_the_whole_body(motion: RobotMotion) -> None:
    robot = load_robot("nao")
    whole, names = human_from_robot(robot, motion.q, FPS), ("ankle_r", "wrist_l")
    landmarks, frames = robot_body(robot, motion.q, names, ("foot_l",))
    for column, name in enumerate(names):
        assert np.array_equal(landmarks[:, column], whole.landmark(name)[0])
    assert np.array_equal(frames["foot_l"], whole.frames["foot_l"])
    assert list(frames) == ["foot_l"]


def test_joints_are_matched_by_name(motion: RobotMotion) -> None:
    robot = load_robot("nao")
    order = np.random.default_rng(1).permutation(len(motion.joints))
    joints = tuple(motion.joints[i] for i in order)
    shuffled = replace(
        motion, joints=joints, q=np.hstack([motion.q[:, :7], motion.joint_positions[:, order]])
    )
    assert np.array_equal(
        human_from_motion(robot, shuffled).landmarks, human_from_motion(robot, motion).landmarks
    )


def test_another_robots_motion_is_refused(motion: RobotMotion) -> None:
    with pytest.raises(InvalidMotionError, match="LHeadYaw"):
        human_from_motion(load_robot("nao"), replace(motion, joints=("LHeadYaw", *motion.joints[1:])))
    with pytest.raises(InvalidMotionError, match="fixed base"):
        human_from_motion(load_robot("qtrobot"), motion)
