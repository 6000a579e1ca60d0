"""A small rollout with all senses, simulated once for the tests of what is written from one."""

from __future__ import annotations

from functools import cache

import numpy as np

from understudy.motion import RobotMotion, Rollout
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, parse_senses, simulate

FPS, FRAMES = 20.0, 21
SIZE = (32, 24)
SENSES = f"proprioception,imu:rate=40,eyes:size={SIZE[0]}x{SIZE[1]}:rate=10:depth=true:parts=true"


@cache
def sensed_rollout() -> tuple[Rollout, Robot]:
    """Return a second of a QTrobot whose arms and head swing, and the robot."""
    robot = load_robot("qtrobot")
    time = np.arange(FRAMES) / FPS
    q = robot.home + 0.2 * np.sin(3.0 * time[:, None] + np.arange(len(robot.joints)))
    motion = RobotMotion(
        robot.name,
        "made up",
        robot.joints,
        np.clip(q, robot.lower, robot.upper),
        FPS,
        np.zeros(FRAMES),
        model=robot.fingerprint,
    )
    return simulate(motion, robot, SimulationOptions(senses=parse_senses(SENSES))), robot
