"""Points of a robot's surface that may touch the floor."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.robots.drawn_only import is_drawn_only

_CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
DIRECTIONS = np.array([d for d in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(d)])
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1, keepdims=True)
"""(26, 3) unit vectors to the faces, edges and corners of a cube."""

_RING_POINTS = 12
_MANY = 64


@dataclass(frozen=True, eq=False)
class BodySurface:
    """Balls whose hull is a body's shape: centres (N, 3) [m] in the body's frame, radii (N,) [m]."""

    body: int
    centres: np.ndarray
    radii: np.ndarray


def surface(model: mujoco.MjModel) -> Iterator[BodySurface]:
    """Yield the surface of every body that has a shape.

    Spheres and capsules are exact, boxes by their corners, cylinders by rings, ellipsoids and meshes by
    points outermost in 26 directions; of bodies with many points those 26 are kept.
    """
    for body in range(1, model.nbody):
        first, count = int(model.body_geomadr[body]), int(model.body_geomnum[body])
        geoms = [geom for geom in range(first, first + count) if not is_drawn_only(model, geom)]
        placed = [geom_in_body_frame(model, geom) for geom in geoms]
        if not placed:
            continue
        centres = np.concatenate([points for points, _ in placed])
        radii = np.concatenate([np.full(len(points), radius) for points, radius in placed])
        if len(centres) > _MANY:
            reach = centres @ DIRECTIONS.T + radii[:, None]
            outermost = np.unique(reach.argmax(axis=0))
            centres, radii = centres[outermost], radii[outermost]
        if len(centres):
            yield BodySurface(body, centres, radii)


def geom_in_body_frame(model: mujoco.MjModel, geom: int) -> tuple[np.ndarray, float]:
    """Return centres (N, 3) [m] in the body's frame and the radius [m] of balls whose hull is a shape."""
    points, radius = _geom_points(model, geom)
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
    return points @ rotation.reshape(3, 3).T + model.geom_pos[geom], radius


def _geom_points(model: mujoco.MjModel, geom: int) -> tuple[np.ndarray, float]:
    kind = mujoco.mjtGeom(model.geom_type[geom])
    size = np.array(model.geom_size[geom])
    if kind == mujoco.mjtGeom.mjGEOM_SPHERE:
        return np.zeros((1, 3)), float(size[0])
    if kind == mujoco.mjtGeom.mjGEOM_CAPSULE:
        return np.array([[0.0, 0.0, -size[1]], [0.0, 0.0, size[1]]]), float(size[0])
    if kind == mujoco.mjtGeom.mjGEOM_BOX:
        return _CORNERS * size, 0.0
    if kind == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
        # The ellipsoid's outermost point in direction n is S²n / |Sn|.
        outermost = DIRECTIONS * size**2 / np.linalg.norm(DIRECTIONS * size, axis=1, keepdims=True)
        return outermost, 0.0
    if kind == mujoco.mjtGeom.mjGEOM_CYLINDER:
        turn = np.linspace(0.0, 2.0 * np.pi, _RING_POINTS, endpoint=False)
        ring = np.stack([size[0] * np.cos(turn), size[0] * np.sin(turn), np.full_like(turn, size[1])], axis=1)
        return np.concatenate([ring, ring * np.array([1.0, 1.0, -1.0])]), 0.0
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        mesh = int(model.geom_dataid[geom])
        start, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
        return np.array(model.mesh_vert[start : start + count], dtype=np.float64), 0.0
    return np.zeros((0, 3)), 0.0
