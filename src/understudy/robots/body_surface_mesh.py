"""The surface of a body's geoms as triangles, of meshes their own and not that of their convex hulls."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np

from understudy.robots.convex_shape import convex_shape, rings

_AROUND, _LEVELS = 24, 12
"""Points around spheres and capsules, and from pole to pole."""


def body_triangles(model: mujoco.MjModel, geoms: Sequence[int]) -> np.ndarray:
    """Return the triangles (M, 3, 3) [m] of geoms of one body, in its frame."""
    found = [_triangles(model, geom) for geom in geoms]
    return np.concatenate([*found, np.zeros((0, 3, 3))])


def _triangles(model: mujoco.MjModel, geom: int) -> np.ndarray:
    kind = mujoco.mjtGeom(model.geom_type[geom])
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        own = _mesh(model, int(model.geom_dataid[geom]))
    elif kind in (mujoco.mjtGeom.mjGEOM_SPHERE, mujoco.mjtGeom.mjGEOM_CAPSULE):
        half = model.geom_size[geom, 1] if kind == mujoco.mjtGeom.mjGEOM_CAPSULE else 0.0
        own = _capsule(float(model.geom_size[geom, 0]), float(half))
    else:
        shape = convex_shape(model, geom)
        return np.zeros((0, 3, 3)) if shape is None else shape.triangles
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
    return own @ rotation.reshape(3, 3).T + model.geom_pos[geom]


def _mesh(model: mujoco.MjModel, mesh: int) -> np.ndarray:
    first, number = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    start, count = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
    corners = np.array(model.mesh_vert[first : first + number], dtype=np.float64)
    return corners[model.mesh_face[start : start + count]]


def _capsule(radius: float, half: float) -> np.ndarray:
    latitude = np.linspace(-0.5 * np.pi, 0.5 * np.pi, _LEVELS + 1)
    latitude = np.sort(np.append(latitude, 0.0))
    middles = np.repeat([-half, half], len(latitude) // 2)
    return rings(np.ones(3), radius * np.cos(latitude), radius * np.sin(latitude) + middles, _AROUND)
