"""Limbs: an arm or a leg, of which upper and lower segment are judged together."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import SEGMENTS, SIDES
from understudy.robots.robot import Robot

LIMBS = MappingProxyType(
    {f"arm_{side}": (f"upper_arm_{side}", f"forearm_{side}") for side in SIDES}
    | {f"leg_{side}": (f"thigh_{side}", f"shin_{side}") for side in SIDES}
)
"""Limb → its upper and its lower segment."""

_MIDDLES = {"shoulder": "mid_shoulders", "hip": "mid_hips"}


def shared_limbs(human: HumanMotion, robot: Robot) -> tuple[str, ...]:
    """Return the limbs whose two segments the robot has and the person shows in at least one frame."""
    return tuple(
        limb
        for limb, (upper, lower) in LIMBS.items()
        if robot.segment(upper) is not None
        and robot.segment(lower) is not None
        and (human.shows(upper) & human.shows(lower)).any()
    )


def carrier(robot: Robot, limb: str) -> int:
    """Return the body that a limb hangs from: the last one that carries both sides.

    On some robots a shoulder or hip itself moves with the first joints of its limb.
    """
    start = SEGMENTS[LIMBS[limb][0]][0]
    middle = robot.middles.get(_MIDDLES[start.rpartition("_")[0]])
    return robot.landmarks[start].body if middle is None else middle.body


def limb_error(upper: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """Return √(θ_upper² + θ_lower²) [rad] of direction errors [rad] of any shape, NaN where one is."""
    return np.sqrt(upper**2 + lower**2)
