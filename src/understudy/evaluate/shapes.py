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

from collections.abc import Callable

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.evaluate.poses import Poses

_GEOM = mujoco.mjtGeom
_MESHES = (int(_GEOM.mjGEOM_MESH), int(_GEOM.mjGEOM_SDF))

_ROUNDING = 1e-6

_REACH: dict[int, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    int(_GEOM.mjGEOM_SPHERE): lambda _d, s: s[..., 0],
    int(_GEOM.mjGEOM_CAPSULE): lambda d, s: s[..., 0] + s[..., 1] * np.abs(d[..., 2]),
    int(_GEOM.mjGEOM_CYLINDER): lambda d, s: (
        s[..., 0] * np.hypot(d[..., 0], d[..., 1]) + s[..., 1] * np.abs(d[..., 2])
    ),
    int(_GEOM.mjGEOM_ELLIPSOID): lambda d, s: np.linalg.norm(d * s, axis=-1),
    int(_GEOM.mjGEOM_BOX): lambda d, s: np.sum(np.abs(d) * s, axis=-1),
}
"""Reach (T, N) or (N,) [m] below the centre from directions (T, N, 3) and sizes (N, 3) [m]."""


FLOOR_PLANE = np.array([0.0, 0.0, 1.0, 0.0])
"""Normal and offset of the floor z = 0."""


def depths_under_floor(model: mujoco.MjModel, poses: Poses, geoms: np.ndarray) -> np.ndarray:
    """Return how deep (T, G) [m] each geom reaches under z = 0, and 0 where it does not."""
    return depths_behind(model, poses, geoms, FLOOR_PLANE)


def depths_behind(model: mujoco.MjModel, poses: Poses, geoms: np.ndarray, plane: np.ndarray) -> np.ndarray:
    """Return how deep (T, G) [m] each geom reaches behind a plane (4,) n·x = c, 0 where it does not."""
    depths = np.zeros((poses.frame_count, len(geoms)))
    for kind in np.unique(model.geom_type[geoms]):
        columns = np.flatnonzero(model.geom_type[geoms] == kind)
        columns = columns[_may_touch(model, poses, geoms[columns], plane)]
        ids = geoms[columns]
        height, down = _centres_and_directions(model, poses, ids, plane)
        if int(kind) in _REACH:
            depths[:, columns] = _REACH[int(kind)](down, model.geom_size[ids]) - height
        elif int(kind) in _MESHES:
            for item, geom in enumerate(ids):
                depths[:, columns[item]] = _mesh_depth(model, int(geom), height[:, item], down[:, item])
        else:
            name = _GEOM(int(kind)).name.removeprefix("mjGEOM_").lower()
            raise RobotError(f"a {name} moves with the robot, expected geoms with a surface of their own")
    return np.maximum(depths, 0.0)


def _may_touch(model: mujoco.MjModel, poses: Poses, geoms: np.ndarray, plane: np.ndarray) -> np.ndarray:
    """Return (N,) whether the ball around a geom comes to a plane in any frame; most are far from it."""
    bodies = model.geom_bodyid[geoms]
    reach = np.linalg.norm(model.geom_pos[geoms], axis=1) + model.geom_rbound[geoms]
    return np.asarray(_distances(poses, bodies, plane).min(axis=0) <= (1.0 + _ROUNDING) * reach)


def _distances(poses: Poses, bodies: np.ndarray, plane: np.ndarray) -> np.ndarray:
    """Return distances (T, N) [m] of bodies' origins from a plane."""
    if (plane == FLOOR_PLANE).all():
        return poses.positions[:, bodies, 2]
    return poses.positions[:, bodies] @ plane[:3] - plane[3]


def _centres_and_directions(
    model: mujoco.MjModel, poses: Poses, geoms: np.ndarray, plane: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return distances (T, N) [m] of geom centres from a plane and its normal (T, N, 3) in geoms' frames."""
    bodies = model.geom_bodyid[geoms]
    if (plane == FLOOR_PLANE).all():
        seen = poses.orientations[:, bodies, 2]
    else:
        seen = np.einsum("tnij,i->tnj", poses.orientations[:, bodies], plane[:3])
    height = _distances(poses, bodies, plane) + np.sum(seen * model.geom_pos[geoms], axis=-1)
    return height, np.einsum("tni,nij->tnj", seen, _geom_orientations(model, geoms))


def _geom_orientations(model: mujoco.MjModel, geoms: np.ndarray) -> np.ndarray:
    """Return rotation matrices (N, 3, 3) from geoms to their bodies."""
    matrices = np.empty((len(geoms), 9))
    for row, geom in zip(matrices, geoms, strict=True):
        mujoco.mju_quat2Mat(row, model.geom_quat[geom])
    return matrices.reshape(-1, 3, 3)


def _mesh_depth(model: mujoco.MjModel, geom: int, height: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Return the depth (T,) [m] of a mesh's lowest vertex where its bounding box is under the floor."""
    centre, half = model.geom_aabb[geom].reshape(2, 3)
    box_depth = np.abs(down) @ half - down @ centre - height
    depth = np.minimum(box_depth, 0.0)
    frames = np.flatnonzero(box_depth > 0.0)
    if len(frames):
        reach = (down[frames] @ -mesh_vertices(model, int(model.geom_dataid[geom])).T).max(axis=1)
        depth[frames] = reach - height[frames]
    return depth


def mesh_vertices(model: mujoco.MjModel, mesh: int) -> np.ndarray:
    """Return a mesh's vertices (V, 3) [m] in the geom's frame, of its convex hull where MuJoCo made one."""
    start, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    vertices = model.mesh_vert[start : start + count].astype(np.float64)
    graph = int(model.mesh_graphadr[mesh])
    if graph < 0:
        return vertices
    # A hull begins with its counts of vertices and faces, then one address and one index a vertex.
    hull_size = int(model.mesh_graph[graph])
    first = graph + 2 + hull_size
    return vertices[model.mesh_graph[first : first + hull_size]]
