"""Which shapes of a model are meant to be seen."""

from __future__ import annotations

import mujoco
import numpy as np

LAST_SHOWN_GROUP = 2
"""MuJoCo draws groups 0 to 2 and keeps the others for shapes that are switched on by hand."""


def hidden_shapes(model: mujoco.MjModel) -> np.ndarray:
    """Return (G,) True for every geom that is not meant to be seen, whichever its group.

    A body drawn by shapes that touch nothing (a URDF's visual meshes, which MuJoCo puts into group 1, or
    group 2 by the custom of MJCF) hides the shapes it collides with. Floors belong to the stage.
    """
    collides = (model.geom_contype != 0) | (model.geom_conaffinity != 0)
    visual = ~collides & (model.geom_group >= 1) & (model.geom_group <= LAST_SHOWN_GROUP)
    hidden = collides & np.isin(model.geom_bodyid, np.unique(model.geom_bodyid[visual]))
    return hidden | (model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE)


def shown_shapes(model: mujoco.MjModel) -> np.ndarray:
    """Return the indices of the geoms that are seen."""
    return np.flatnonzero(~hidden_shapes(model) & (model.geom_group <= LAST_SHOWN_GROUP))
