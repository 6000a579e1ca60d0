"""How deep the shapes of a robot reach behind a plane, such as the floor, exactly, for all frames at once.

A convex shape's deepest point lies opposite to its support in the direction of the plane's normal: with d the
normal seen from the geom, upright for the floor, the reach below the centre is

    sphere     r
    capsule    r + h |d_z|
    cylinder   r √(d_x² + d_y²) + h |d_z|
    ellipsoid  √(Σ (d_i s_i)²)
    box        Σ |d_i| s_i

and for a mesh the largest of −d·v over its vertices v.
"""

from __future__ import annotations

from functools import lru_cache

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.evaluate.poses import Poses
from understudy.evaluate.shape_kernel import (
    BOX,
    CAPSULE,
    CYLINDER,
    ELLIPSOID,
    MESH,
    OTHER,
    SPHERE,
    GeomTable,
    write_depths,
)

_GEOM = mujoco.mjtGeom

_KINDS: dict[int, int] = {
    int(_GEOM.mjGEOM_SPHERE): SPHERE,
    int(_GEOM.mjGEOM_CAPSULE): CAPSULE,
    int(_GEOM.mjGEOM_CYLINDER): CYLINDER,
    int(_GEOM.mjGEOM_ELLIPSOID): ELLIPSOID,
    int(_GEOM.mjGEOM_BOX): BOX,
    int(_GEOM.mjGEOM_MESH): MESH,
    int(_GEOM.mjGEOM_SDF): MESH,
}

_ROUNDING = 1e-6
"""Share by which balls around geoms are larger, since whatever they leave out is not looked at."""

FLOOR_PLANE = np.array([0.0, 0.0, 1.0, 0.0])
"""Normal and offset of the floor z = 0."""


def depths_under_floor(model: mujoco.MjModel, poses: Poses, geoms: np.ndarray) -> np.ndarray:
    """Return how deep (T, G) [m] each geom reaches under z = 0, and 0 where it does not."""
    return depths_behind(model, poses, geoms, FLOOR_PLANE)


def depths_behind(model: mujoco.MjModel, poses: Poses, geoms: np.ndarray, plane: np.ndarray) -> np.ndarray:
    """Return how deep (T, G) [m] each geom reaches behind a plane (4,) n·x = c, 0 where it does not."""
    table = _geom_table(model)
    kinds = table.kind[geoms]
    if (kinds == OTHER).any():
        name = _GEOM(int(model.geom_type[geoms[kinds == OTHER][0]])).name.removeprefix("mjGEOM_").lower()
        raise RobotError(f"a {name} moves with the robot, expected geoms with a surface of their own")
    depths = np.empty((poses.frame_count, len(geoms)))
    write_depths(table, np.array(geoms), poses.positions, poses.orientations, np.array(plane), depths)
    for item in np.flatnonzero(kinds == MESH).tolist():
        frames = np.flatnonzero(depths[:, item] > 0.0)
        if len(frames):
            depths[frames, item] = _mesh_depth(model, table, int(geoms[item]), poses, frames, plane)
    return depths


def _mesh_depth(
    model: mujoco.MjModel, table: GeomTable, geom: int, poses: Poses, frames: np.ndarray, plane: np.ndarray
) -> np.ndarray:
    """Return the depth (N,) [m] of a mesh's lowest vertex in some frames (N,)."""
    body = int(table.body[geom])
    seen = np.einsum("tij,i->tj", poses.orientations[frames, body], plane[:3])
    distance = poses.positions[frames, body] @ plane[:3] - plane[3]
    height = distance + np.sum(seen * table.place[geom], axis=-1)
    down = np.einsum("ti,ij->tj", seen, table.turn[geom])
    vertices = mesh_vertices(model, int(model.geom_dataid[geom]))
    return np.maximum((down @ -vertices.T).max(axis=1) - height, 0.0)


@lru_cache(maxsize=32)
def _geom_table(model: mujoco.MjModel) -> GeomTable:
    """Return all geoms of a model, not to be written to."""
    turns = np.empty((model.ngeom, 9))
    for turn, quaternion in zip(turns, model.geom_quat, strict=True):
        mujoco.mju_quat2Mat(turn, quaternion)
    reach = np.linalg.norm(model.geom_pos, axis=1) + model.geom_rbound
    return GeomTable(
        kind=np.array([_KINDS.get(int(kind), OTHER) for kind in model.geom_type], dtype=np.int64),
        body=np.array(model.geom_bodyid, dtype=np.int64),
        size=np.array(model.geom_size),
        place=np.array(model.geom_pos),
        turn=turns.reshape(-1, 3, 3),
        reach=(1.0 + _ROUNDING) * reach,
        box=np.array(model.geom_aabb).reshape(-1, 2, 3),
    )


@lru_cache(maxsize=256)
def mesh_vertices(model: mujoco.MjModel, mesh: int) -> np.ndarray:
    """Return a mesh's vertices (V, 3) [m] in the geom's frame, of its convex hull where MuJoCo made one.

    Not to be written to.
    """
    start, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    vertices = model.mesh_vert[start : start + count].astype(np.float64)
    graph = int(model.mesh_graphadr[mesh])
    if graph < 0:
        return vertices
    # A hull begins with its counts of vertices and faces, then one address and one index a vertex.
    hull_size = int(model.mesh_graph[graph])
    first = graph + 2 + hull_size
    return vertices[model.mesh_graph[first : first + hull_size]]
