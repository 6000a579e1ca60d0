"""Points of a person's soles at which the floor can push."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.dynamics.sole_points import SolePoints
from understudy.human.human import Human
from understudy.motion.landmarks import CONTACTS, SIDES

HEEL_BREADTH, BALL_BREADTH = 0.24, 0.38
"""Breadths of a sole at heel and ball as shares of its length."""


def sole_points(human: Human) -> SolePoints:
    """Return two points under heel and ball and one under the tip of the toes, of either foot.

    They lie on the floor when the person stands in the home pose.
    """
    data = mujoco.MjData(human.model)
    data.qpos[:] = human.home
    mujoco.mj_kinematics(human.model, data)

    def home(landmark: str) -> np.ndarray:
        spot = human.landmarks[landmark]
        return data.xpos[spot.body] + data.xmat[spot.body].reshape(3, 3) @ spot.point

    rows: list[tuple[int, np.ndarray, int, int]] = []
    length = float(np.linalg.norm(home("toe_tip_l") - home("heel_l")))
    for side, name in enumerate(SIDES):
        spots = [
            ("heel", "heel", HEEL_BREADTH),
            ("heel", "heel", -HEEL_BREADTH),
            ("toe", "toe", BALL_BREADTH),
            ("toe", "toe", -BALL_BREADTH),
            ("toe_tip", "toe", 0.0),
        ]
        for landmark, contact, breadth in spots:
            body = human.landmarks[f"{landmark}_{name}"].body
            at = home(f"{landmark}_{name}") + [0.0, 0.5 * breadth * length, 0.0]
            at[2] = 0.0
            place = data.xmat[body].reshape(3, 3).T @ (at - data.xpos[body])
            rows.append((body, place, CONTACTS.index(f"{contact}_{name}"), side))
    bodies, places, contacts, sides = zip(*rows, strict=True)
    return SolePoints(np.array(bodies), np.array(places), np.array(contacts), np.array(sides), length)
