"""What of a robot a picture has to hold: its skeleton, and the shapes that are near it."""

from __future__ import annotations

import itertools

import mujoco
import numpy as np

from understudy.robots.shown_shapes import LAST_SHOWN_GROUP

_CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
"""Of a box, in halves of its sides."""

_NEAR = 1.0
"""How far from the skeleton a shape may reach, over the skeleton's largest extent: those of the catalogue's
robots reach half as far."""

_LEAST = 0.1
"""Height [m] that is shown of a robot of which no shape is near."""


def framed_shapes(model: mujoco.MjModel, data: mujoco.MjData) -> np.ndarray:
    """Return the geoms that are shown and belong to the robot, leaving out what lies far from its skeleton.

    Args:
        model: The model, hidden shapes in a group that is not shown.
        data: A pose of it.
    """
    skeleton = _skeleton(data)
    low, high = skeleton.min(axis=0), skeleton.max(axis=0)
    shown = np.flatnonzero(model.geom_group <= LAST_SHOWN_GROUP)
    boxes = _boxes(model, data, shown)
    reach = np.linalg.norm(boxes - data.xpos[model.geom_bodyid[shown], None], axis=2).max(axis=1)
    # A robot of few joints is larger than its skeleton, as most of its shapes tell.
    away = _NEAR * max(float((high - low).max()), 2.0 * float(np.median(reach)) if len(reach) else 0.0)
    return shown[((boxes >= low - away) & (boxes <= high + away)).all(axis=(1, 2))]


def framed_points(model: mujoco.MjModel, data: mujoco.MjData, geoms: np.ndarray) -> np.ndarray:
    """Return points (P, 3) [m] that a robot lies between: corners of boxes around geoms, or its skeleton."""
    points = _boxes(model, data, geoms).reshape(-1, 3)
    if len(points):
        return points
    skeleton = _skeleton(data)
    return np.concatenate([skeleton, skeleton[:1] + 0.5 * _LEAST * _CORNERS])


def _skeleton(data: mujoco.MjData) -> np.ndarray:
    """Return where bodies and joints are (N, 3) [m]."""
    return np.concatenate([data.xpos[1:], data.xanchor])


def _boxes(model: mujoco.MjModel, data: mujoco.MjData, geoms: np.ndarray) -> np.ndarray:
    """Return the corners (G, 8, 3) [m] of the boxes around geoms."""
    centre, half = np.moveaxis(model.geom_aabb[geoms].reshape(-1, 2, 3), 1, 0)
    local = centre[:, None] + _CORNERS * half[:, None]
    turned = np.einsum("gij,gcj->gci", data.geom_xmat[geoms].reshape(-1, 3, 3), local)
    return data.geom_xpos[geoms, None] + turned
