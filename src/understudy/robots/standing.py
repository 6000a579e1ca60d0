"""What a robot stands with: the points of its soles, its weight, and its height."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from understudy.dynamics.sole_points import SolePoints
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot

CORNERS = 4
"""Of a sole: heel left and right, toe left and right."""


@lru_cache(maxsize=32)
def robot_sole_points(robot: Robot) -> SolePoints:
    """Return the corners of a robot's soles, ``CORNERS`` of one after those of the other.

    Heels push where the person's heel carries weight, toes where the toe does. Not to be written to.
    """
    soles = list(robot.soles.items())
    contacts = [CONTACTS.index(f"{part}_{side}") for side, _ in soles for part in ("heel", "toe")]
    return SolePoints(
        bodies=np.repeat([sole.body for _, sole in soles], CORNERS),
        places=np.concatenate([sole.points for _, sole in soles]),
        contacts=np.repeat(contacts, CORNERS // 2),
        sides=np.repeat([SIDES.index(side) for side, _ in soles], CORNERS),
        length=max(float(np.linalg.norm(sole.toe - sole.heel)) for _, sole in soles),
    )


@lru_cache(maxsize=32)
def body_weight(robot: Robot) -> float:
    """Return a robot's weight [N]."""
    model = robot.model
    return float(model.body_mass[1:].sum() * np.linalg.norm(model.opt.gravity))


@lru_cache(maxsize=32)
def standing_height(robot: Robot) -> float:
    """Return how high [m] a robot's highest landmark or body is over its lowest sole in its home pose."""
    data = home_data(robot.model, robot.home)
    marked = [float(point_in_world(data, own)[2]) for own in robot.landmarks.values()]
    top = max([*marked, float(data.xpos[1:, 2].max())])
    corners = [
        data.xpos[sole.body] + data.xmat[sole.body].reshape(3, 3) @ corner
        for sole in robot.soles.values()
        for corner in sole.points
    ]
    return top - min(float(corner[2]) for corner in corners)
