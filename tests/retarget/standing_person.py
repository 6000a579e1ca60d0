"""A person shaped like a robot who stands, for tests of where soles stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.footholds import SoleCourse, footholds
from understudy.retarget.ground import robot_ground
from understudy.robots.robot import Robot
from understudy.robots.source import human_from_robot

FRAMES, FPS = 200, 100.0


def standing(robot: Robot, contacts: np.ndarray | None = None) -> HumanMotion:
    """Return a person shaped like the robot that stands in its home pose."""
    stands = np.ones((FRAMES, len(CONTACTS)), dtype=bool) if contacts is None else contacts
    return human_from_robot(robot, np.tile(robot.home, (FRAMES, 1)), FPS, stands)


def crouching(robot: Robot, bends: Mapping[str, float]) -> HumanMotion:
    """Return a person shaped like the robot that stands on bent legs, joints by name [rad]."""
    pose = robot.home.copy()
    for name, bend in bends.items():
        pose[7 + robot.joints.index(name)] = bend
    stands = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    return human_from_robot(robot, np.tile(pose, (FRAMES, 1)), FPS, stands)


def holds(human: HumanMotion, robot: Robot, side: str = "l") -> SoleCourse:
    """Return where a sole stands whose robot is as large as the person."""
    return footholds(human, robot, side, human.landmark("mid_hips")[0], robot_ground(human, 1.0), 0.6)


def moved(human: HumanMotion, names: tuple[str, ...], by: np.ndarray) -> HumanMotion:
    """Return a person some of whose landmarks are displaced by (T, 3) [m]."""
    landmarks = np.array(human.landmarks)
    for name in names:
        landmarks[:, human.names.index(name)] += by
    return replace(human, landmarks=landmarks)
