"""Points of the soles at which the floor can push, and how much of the load each may take."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.human.human import Human
from understudy.motion.landmarks import CONTACTS, SIDES

HEEL_BREADTH, BALL_BREADTH = 0.24, 0.38
"""Breadths of a sole at heel and ball as shares of its length."""

LOADING = 0.12
"""Time [s] in which a foot takes over or gives up the load, about that of both feet down in walking."""

_LEAST_SHARE = 0.05
"""A contact that just begins may take load already, but at a price."""


@dataclass(frozen=True, eq=False)
class Sole:
    """P points under both feet.

    Attributes:
        bodies: (P,) the body that carries each point.
        places: (P, 3) [m] in the body's frame.
        contacts: (P,) which of ``CONTACTS`` must carry weight for the point to push.
        sides: (P,) index in ``SIDES``.
        length: Of one sole [m].
    """

    bodies: np.ndarray
    places: np.ndarray
    contacts: np.ndarray
    sides: np.ndarray
    length: float


def sole_points(human: Human) -> Sole:
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
    return Sole(np.array(bodies), np.array(places), np.array(contacts), np.array(sides), length)


def load_shares(contacts: np.ndarray, fps: float) -> np.ndarray:
    """Return (T, 4) in 0 … 1, how readily each contact carries load; zero where there is none.

    Nothing in a motion tells how two feet share the load. Load comes onto a foot and leaves it over a while
    rather than at once (Ren et al. 2008 take such curves from measurements). At the ends of a clip nothing
    is known to begin or to end.

    Args:
        contacts: (T, 4) bool.
        fps: Frames a second [1/s].
    """
    ahead, behind = (_frames_in_contact(each) for each in (contacts, contacts[::-1]))
    nearest = np.minimum(ahead, behind[::-1])
    shares = np.clip(nearest / (LOADING * fps), _LEAST_SHARE, 1.0)
    return np.where(contacts, shares, 0.0)


def _frames_in_contact(contacts: np.ndarray) -> np.ndarray:
    """Return (T, 4) for how many frames each contact has lasted, infinite from the clip's start on."""
    count = len(contacts)
    frames = np.arange(count)[:, None]
    last_off = np.maximum.accumulate(np.where(contacts, -1, frames), axis=0)
    return np.where(last_off < 0, np.inf, frames - last_off)
