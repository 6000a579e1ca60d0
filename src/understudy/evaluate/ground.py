"""The ground that a robot's motion is judged on, and how far points are above it."""

from __future__ import annotations

import numpy as np

from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.terrain import Terrain
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale

OVERHANG = 0.05
"""Distance [m] by which a sole may reach over the edge of what it stands on."""

LEVEL_WITH = 0.003
"""Depth [m] up to which a corner beyond an edge still belongs to a sole that stands behind the edge."""

SUNK = 0.03
"""Depth [m] up to which a point belongs to the surface above it, rather than to the one below."""


def judged_ground(human: HumanMotion, motion: RobotMotion, robot: Robot) -> Terrain:
    """Return the ground of a motion: as its method states it, else the person's, scaled by leg length.

    A method that states nothing is judged on the same steps as one that does.
    """
    if not motion.terrain.is_level or human.terrain.is_level or not robot.has_free_base:
        return motion.terrain
    return human.terrain.scaled(leg_scale(human, robot))


def heights_over(terrain: Terrain, points_w: np.ndarray) -> np.ndarray:
    """Return how far (...) [m] points (..., 3) are above the ground below them, square to it.

    Under the floor, or a little under a surface, it is below 0.
    """
    heights = np.array(points_w[..., 2])
    for patch in terrain.patches:
        above = (points_w - patch.centre) @ patch.normal
        beyond = patch.beyond(points_w[..., :2])
        # Beside a step, what is lower than its top does not stand on it.
        counts = ((beyond <= 0.0) & (above > -SUNK)) | ((beyond <= OVERHANG) & (above >= -LEVEL_WITH))
        heights = np.where(counts, np.minimum(heights, above), heights)
    return heights
