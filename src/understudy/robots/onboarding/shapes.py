"""The surface of bodies as clouds of points, and what stands in for it where a model has no shapes."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.drawn_only import is_drawn_only
from understudy.robots.surface import DIRECTIONS, geom_in_body_frame

_MOST_POINTS = 1500
"""Points kept of one mesh; beyond that nothing is learnt and everything slows down."""

_PLANES = (int(mujoco.mjtGeom.mjGEOM_PLANE), int(mujoco.mjtGeom.mjGEOM_HFIELD))


def body_cloud(model: mujoco.MjModel, data: mujoco.MjData, body: int) -> np.ndarray:
    """Return (N, 3) points of a body's surface [m] in the world, after forward kinematics."""
    first, count = int(model.body_geomadr[body]), int(model.body_geomnum[body])
    clouds = [np.zeros((0, 3))]
    for geom in range(first, first + count):
        if int(model.geom_type[geom]) not in _PLANES and not is_drawn_only(model, geom):
            clouds.append(geom_cloud(model, geom))
    points = np.concatenate(clouds)
    return data.xpos[body] + points @ data.xmat[body].reshape(3, 3).T


def geom_cloud(model: mujoco.MjModel, geom: int) -> np.ndarray:
    """Return (N, 3) points of a shape's surface [m] in its body's frame."""
    centres, radius = geom_in_body_frame(model, geom)
    if radius > 0.0:
        return (centres[:, None, :] + radius * DIRECTIONS[None]).reshape(-1, 3)
    return thinned(centres)


def thinned(points: np.ndarray) -> np.ndarray:
    """Return at most some 1500 of many points, always with those outermost in 26 directions."""
    if len(points) <= _MOST_POINTS:
        return points
    outermost = np.unique((points @ DIRECTIONS.T).argmax(axis=0))
    regular = points[:: -(-len(points) // _MOST_POINTS)]
    return np.concatenate([points[outermost], regular])


def inertia_box(model: mujoco.MjModel, data: mujoco.MjData, body: int) -> np.ndarray:
    """Return (8, 3) corners [m] in the world of the even box with a body's mass and inertia.

    A box with half sides a, b, c has moments m (b² + c²) / 3 and so on, hence a² = 3 (I₂ + I₃ - I₁) / 2m.
    """
    mass = float(model.body_mass[body])
    if mass <= 0.0:
        return np.zeros((0, 3))
    moments = model.body_inertia[body]
    half = np.sqrt(np.maximum(1.5 * (moments.sum() - 2.0 * moments) / mass, 0.0))
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    return data.xipos[body] + (signs * half) @ data.ximat[body].reshape(3, 3).T
