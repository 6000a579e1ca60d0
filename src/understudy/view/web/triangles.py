"""A model's shapes as triangles."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.drawing.extras import require
from understudy.spatial import rotations as rot

Triangles = tuple[np.ndarray, np.ndarray]
"""Corners (V, 3) [m], and faces (F, 3) by the indices of their corners, counter-clockwise from outside."""

_AROUND = 24
"""Sides of what is round."""


def geom_triangles(model: mujoco.MjModel, geom: int) -> Triangles | None:
    """Return a shape in its body's frame; None for planes and fields of heights, which are floors."""
    found = _in_own_frame(model, geom)
    if found is None:
        return None
    corners, faces = found
    return rot.rotate(model.geom_quat[geom], corners) + model.geom_pos[geom], faces


def ball(subdivisions: int = 2) -> Triangles:
    """Return a ball of radius 1 [m]."""
    mesh = require("trimesh.creation").icosphere(subdivisions=subdivisions)
    return np.array(mesh.vertices), np.array(mesh.faces)


def rod() -> Triangles:
    """Return a cylinder of radius 1 and length 1 [m] along z, its middle in the origin."""
    mesh = require("trimesh.creation").cylinder(radius=1.0, height=1.0, sections=_AROUND)
    return np.array(mesh.vertices), np.array(mesh.faces)


def _in_own_frame(model: mujoco.MjModel, geom: int) -> Triangles | None:
    kind, size = mujoco.mjtGeom(model.geom_type[geom]), np.array(model.geom_size[geom])
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        return _mesh(model, int(model.geom_dataid[geom]))
    creation = require("trimesh.creation")
    if kind == mujoco.mjtGeom.mjGEOM_BOX:
        mesh = creation.box(extents=2.0 * size)
    elif kind == mujoco.mjtGeom.mjGEOM_CYLINDER:
        mesh = creation.cylinder(radius=size[0], height=2.0 * size[1], sections=_AROUND)
    elif kind == mujoco.mjtGeom.mjGEOM_CAPSULE:
        mesh = creation.capsule(height=2.0 * size[1], radius=size[0], count=[_AROUND, _AROUND // 2])
        mesh.apply_translation([0.0, 0.0, -mesh.bounds.mean(axis=0)[2]])
    elif kind in (mujoco.mjtGeom.mjGEOM_SPHERE, mujoco.mjtGeom.mjGEOM_ELLIPSOID):
        corners, faces = ball()
        return corners * (size if kind == mujoco.mjtGeom.mjGEOM_ELLIPSOID else size[0]), faces
    else:
        return None
    return np.array(mesh.vertices), np.array(mesh.faces)


def _mesh(model: mujoco.MjModel, mesh: int) -> Triangles:
    start, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    first, faces = int(model.mesh_faceadr[mesh]), int(model.mesh_facenum[mesh])
    corners = np.array(model.mesh_vert[start : start + count], dtype=np.float64)
    return corners, np.array(model.mesh_face[first : first + faces], dtype=np.int64)
