"""The geoms that a robot's body consists of."""

from __future__ import annotations

from functools import lru_cache

import mujoco
import numpy as np


@lru_cache(maxsize=32)
def body_geoms(model: mujoco.MjModel) -> np.ndarray:
    """Return the geoms that make up the moving bodies of a robot, not to be written to.

    A body counts by its colliding geoms. One that has none counts by its visible ones (those with
    ``contype = conaffinity = 0``), for a hand drawn through the floor is wrong though nothing collides.
    Visible geoms of bodies that also collide are left out: they repeat the same part in finer detail.
    """
    moving = model.body_weldid[model.geom_bodyid] != 0
    colliding = moving & ((model.geom_contype | model.geom_conaffinity) != 0)
    bodies = np.unique(model.geom_bodyid[colliding])
    found = np.flatnonzero(colliding | (moving & ~np.isin(model.geom_bodyid, bodies)))
    found.setflags(write=False)
    return found
