"""How far a robot reaches: its lowest point in a pose, and how long it is."""

from __future__ import annotations

import numpy as np

from understudy.robots.parts import home_data
from understudy.robots.robot import Robot


def heights(robot: Robot, q: np.ndarray) -> tuple[float, float]:
    """Return the heights [m] of a robot's lowest and highest point in a pose (nq,)."""
    data = home_data(robot.model, q)
    low, high = [], []
    for shape in robot.surface:
        centres = data.xpos[shape.body] + shape.centres @ data.xmat[shape.body].reshape(3, 3).T
        low.append(float((centres[:, 2] - shape.radii).min()))
        high.append(float((centres[:, 2] + shape.radii).max()))
    return min(low), max(high)


def lowest_point(robot: Robot, q: np.ndarray) -> float:
    """Return the height [m] of a robot's lowest point in a pose (nq,)."""
    return heights(robot, q)[0]


def body_length(robot: Robot) -> float:
    """Return how long [m] a robot is in its home pose, from top to bottom."""
    low, high = heights(robot, robot.home)
    return high - low
