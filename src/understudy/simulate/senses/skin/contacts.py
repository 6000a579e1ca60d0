"""Contacts of a simulated robot: where, how hard, and who with whom."""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np


class Contacts(NamedTuple):
    """C contacts of a moment that press.

    Attributes:
        geoms: (C, 2) geoms that touch.
        points_w: (C, 3) where [m].
        forces_w: (C, 3) force on the second geom [N]; the first one takes its opposite.
        normal: (C,) part of the force [N] along the contact's normal.
    """

    geoms: np.ndarray
    points_w: np.ndarray
    forces_w: np.ndarray
    normal: np.ndarray


_NONE = Contacts(np.zeros((0, 2), dtype=np.int64), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))


def find_contacts(model: mujoco.MjModel, data: mujoco.MjData, own: np.ndarray) -> Contacts:
    """Return the contacts of a robot in which there is any force, by MuJoCo's own account.

    Args:
        model: The model.
        data: A state with its constraint forces.
        own: (G,) which geoms are the robot's.
    """
    if not data.ncon:
        return _NONE
    geoms = np.array(data.contact.geom).reshape(-1, 2)
    # Contacts of deformable things have no geom, and those that are left out of the solver no force.
    pressing = (geoms >= 0).all(axis=1) & (np.asarray(data.contact.efc_address) >= 0)
    pressing &= own[geoms].any(axis=1)
    chosen = np.flatnonzero(pressing)
    wrenches = np.zeros((len(chosen), 6))
    for row, index in enumerate(chosen):
        mujoco.mj_contactForce(model, data, int(index), wrenches[row])
    felt = np.abs(wrenches[:, :3]).max(axis=1, initial=0.0) > 0.0
    chosen, wrenches = chosen[felt], wrenches[felt]
    frames = np.asarray(data.contact.frame).reshape(-1, 3, 3)[chosen]
    # The rows of a contact's frame are its axes, the first of which points from the first geom to the second.
    forces_w = np.einsum("ci,cij->cj", wrenches[:, :3], frames)
    return Contacts(geoms[chosen], np.array(data.contact.pos)[chosen], forces_w, wrenches[:, 0])
