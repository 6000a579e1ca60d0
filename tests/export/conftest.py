"""Small motions of every robot, of which nothing but their robot is special."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.motion import RobotMotion
from understudy.motion.landmarks import CONTACTS
from understudy.robots import Robot, load_robot, robot_names
from understudy.spatial import rotations as rot

FPS = 60.0
FRAMES = 61


@cache
def small_motion_of(name: str) -> tuple[RobotMotion, Robot]:
    """Return a second in which all joints swing about their home and the root wanders and turns."""
    try:
        robot = load_robot(name)
    except RobotError as error:
        pytest.skip(str(error))
    time = np.arange(FRAMES) / FPS
    root = 7 if robot.has_free_base else 0
    q = np.tile(robot.home, (FRAMES, 1))
    phases = np.arange(len(robot.joints))
    swung = q[:, root:] + 0.2 * np.sin(3.0 * time[:, None] + phases)
    q[:, root:] = np.clip(swung, robot.lower, robot.upper)
    if root:
        q[:, 0] += time
        q[:, 2] += 0.05 * np.sin(4.0 * time)
        turns = rot.from_axis_angle(np.array([0.6, 0.0, 0.8]), 1.5 * time + 3.0)
        q[:, 3:7] = rot.multiply(turns, q[:, 3:7])
    contacts = np.zeros((FRAMES, len(CONTACTS)), dtype=bool)
    contacts[:30, :2], contacts[30:, 3] = True, True
    motion = RobotMotion(
        robot=name,
        method="track",
        joints=robot.joints,
        q=q,
        fps=FPS,
        status=np.zeros(FRAMES),
        contacts=contacts,
        model=robot.fingerprint,
    )
    return motion, robot


@pytest.fixture(params=robot_names())
def every(request: pytest.FixtureRequest) -> tuple[RobotMotion, Robot]:
    """Return a small motion of each robot that is installed, and the robot."""
    return small_motion_of(request.param)


@pytest.fixture
def small_motion_on() -> Callable[[str], tuple[RobotMotion, Robot]]:
    """Return a function from a robot's name to a small motion of it, and the robot."""
    return small_motion_of
