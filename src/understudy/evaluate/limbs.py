"""Limbs: an arm or a leg, of which upper and lower segment are judged together."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.robots.robot import Robot

LIMBS = MappingProxyType(
    {f"arm_{side}": (f"upper_arm_{side}", f"forearm_{side}") for side in SIDES}
    | {f"leg_{side}": (f"thigh_{side}", f"shin_{side}") for side in SIDES}
)
"""Limb → its upper and its lower segment."""


def shared_limbs(human: HumanMotion, robot: Robot) -> tuple[str, ...]:
    """Return the limbs whose two segments the robot has and the person shows in at least one frame."""
    return tuple(
        limb
        for limb, (upper, lower) in LIMBS.items()
        if robot.segment(upper) is not None
        and robot.segment(lower) is not None
        and (human.direction(upper)[1] & human.direction(lower)[1]).any()
    )


def limb_error(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """Return √(θ_upper² + θ_lower²) [rad] of direction errors [rad] of any shape, NaN where one is."""
    return np.sqrt(upper**2 + lower**2)
