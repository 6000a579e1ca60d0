"""Regret: by how much a limb is farther from the person's than this robot could have come in this frame.

Direction errors mix what a robot cannot do with what a method did not do. Regret is the second alone: the
limb error E = √(θ_upper² + θ_lower²) less the least one that is within reach (see ``reach``), 0 where the
motion comes nearer, as it may with a torso held otherwise.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.limbs import LIMBS, limb_error, shared_limbs
from understudy.evaluate.reach import find_reach
from understudy.evaluate.statistics import describe_frames
from understudy.evaluate.torso import Torso
from understudy.motion import HumanMotion, Metric, RobotMotion
from understudy.robots.robot import Robot


def regret_metrics(
    human: HumanMotion, motion: RobotMotion, robot: Robot, torso: Torso, directions: tuple[Metric, ...]
) -> tuple[Metric, ...]:
    """Return ``regret/<limb>`` and ``reach/<limb>`` [rad] for every limb that both bodies have.

    Args:
        human: What the person did.
        motion: What the robot does.
        robot: The robot.
        torso: The torso of both.
        directions: Metrics of direction.
    """
    own = limb_errors(human, robot, directions)
    reach = find_reach(human, motion, robot, torso, own) or {}
    regret = {limb: np.maximum(own[limb] - least, 0.0) for limb, least in reach.items()}
    return (
        *(_metric(f"regret/{limb}", values) for limb, values in regret.items()),
        *(_metric(f"reach/{limb}", values) for limb, values in reach.items()),
    )


def limb_errors(human: HumanMotion, robot: Robot, directions: tuple[Metric, ...]) -> dict[str, np.ndarray]:
    """Return limb → limb error (T,) [rad] of a motion for the limbs that both bodies have."""
    errors = {metric.name.removeprefix("direction/"): metric.series for metric in directions}
    return {
        limb: limb_error(*(errors[segment] for segment in LIMBS[limb])) for limb in shared_limbs(human, robot)
    }


def _metric(name: str, values: np.ndarray) -> Metric:
    return Metric(name, "rad", describe_frames(values), values)
