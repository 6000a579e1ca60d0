"""Contacts of a robot with itself, by MuJoCo's own collision detection.

MuJoCo leaves out parts of one body, parents with their children, and pairs that the model or the card
excludes, and lets meshes collide by their convex hulls.
"""

from __future__ import annotations

import copy
from functools import lru_cache

import mujoco
import numpy as np

from understudy.kinematics.mujoco_functions import working_data

BodyPair = tuple[int, int]
"""Two bodies of a model, smaller index first."""


class SelfCollision:
    """Finds the contacts of a robot with itself in any pose."""

    def __init__(self, model: mujoco.MjModel) -> None:
        """Prepare the model, whose contacts may be switched off."""
        self._model = _with_contacts(model)
        self._own = own_bodies(self._model)

    @property
    def model(self) -> mujoco.MjModel:
        """The model, with contacts."""
        return self._model

    @property
    def is_possible(self) -> bool:
        """Whether any two geoms of the robot's own parts may collide at all."""
        model = self._model
        own = self._own[model.geom_bodyid]
        types, affinities = model.geom_contype[own], model.geom_conaffinity[own]
        return model.npair > 0 or bool((types[:, None] & affinities[None]).any())

    def contacts(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the robot's bodies in contact (N, 2), smaller index first, and distances (N,) ≤ 0 [m].

        Args:
            q: (nq,) coordinates of the model.
        """
        data = working_data(self._model)
        data.qpos[:] = q
        mujoco.mj_kinematics(self._model, data)
        found = self.contacts_in(data)
        return (np.zeros((0, 2), dtype=np.int64), np.zeros(0)) if found is None else found

    def contacts_in(self, data: mujoco.MjData) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the same of a robot whose bodies are where ``data`` has them, or None where it has none."""
        model = self._model
        mujoco.mj_collision(model, data)
        if data.ncon == 0:
            return None
        geoms, distances = np.array(data.contact.geom).reshape(-1, 2), np.array(data.contact.dist)
        touching = (distances <= 0.0) & (geoms >= 0).all(axis=1)
        bodies = np.sort(model.geom_bodyid[geoms[touching]], axis=1)
        own = self._own[bodies].all(axis=1)
        return (bodies[own], distances[touching][own]) if own.any() else None

    def touching_pairs(self, q: np.ndarray) -> frozenset[BodyPair]:
        """Return the pairs of bodies in contact in a pose (nq,)."""
        return frozenset((int(first), int(second)) for first, second in self.contacts(q)[0])


def excluded_pairs(model: mujoco.MjModel) -> frozenset[BodyPair]:
    """Return the pairs of bodies that a compiled model excludes from collision."""
    # MuJoCo packs the smaller index into the upper half of 32 bits.
    signatures = [int(signature) for signature in model.exclude_signature]
    pairs = [(signature >> 16, signature & 0xFFFF) for signature in signatures]
    return frozenset((min(pair), max(pair)) for pair in pairs)


def own_bodies(model: mujoco.MjModel) -> np.ndarray:
    """Return (B,) which bodies are the robot's: those on its root, not the scenery around it."""
    if model.njnt == 0:
        return np.zeros(model.nbody, dtype=bool)
    return model.body_rootid == model.body_rootid[model.jnt_bodyid[0]]


@lru_cache(maxsize=32)
def _with_contacts(model: mujoco.MjModel) -> mujoco.MjModel:
    """Return the model, or a copy where it has contacts switched off."""
    off = int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    if not model.opt.disableflags & off:
        return model
    model = copy.copy(model)
    model.opt.disableflags &= ~off
    return model
