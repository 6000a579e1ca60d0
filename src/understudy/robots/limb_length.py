"""How large a robot is, by its limbs."""

from __future__ import annotations

import numpy as np

from understudy.errors import RobotError
from understudy.motion.landmarks import LIMB_SEGMENTS, SEGMENTS
from understudy.robots.robot import Robot


def limb_length(robot: Robot) -> float:
    """Return the mean length [m] of a robot's upper arms, forearms, thighs and shins, else of all it has."""
    for names in (LIMB_SEGMENTS, tuple(SEGMENTS)):
        lengths = [robot.segment_length(name) for name in names if robot.segment(name) is not None]
        if lengths:
            return float(np.mean(lengths))
    raise RobotError(f"robot '{robot.name}' has no segment that says how large it is, expected at least one")
