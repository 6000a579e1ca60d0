"""A metric: how much of its joints' ranges a robot uses."""

from __future__ import annotations

import numpy as np

from understudy.motion import HumanMotion, Metric, RobotMotion
from understudy.robots import Robot


def reached(human: HumanMotion, motion: RobotMotion, robot: Robot) -> tuple[Metric, ...]:
    """Return ``reached/range``: the share of each joint's range that is used, its median and least."""
    spread = np.ptp(motion.joint_positions, axis=0) / np.maximum(robot.upper - robot.lower, 1e-9)
    return (Metric("reached/range", "1", {"median": float(np.median(spread)), "min": float(spread.min())}),)
