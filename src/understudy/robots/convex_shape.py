"""Geoms of a MuJoCo model as the convex shapes by which they collide."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

_AROUND, _LEVELS = 24, 12
"""Points around cylinders and ellipsoids, and from pole to pole: lacking a hundredth at most."""

_FACETS = 500
"""Directions of facets that are told apart; of those that face nearly the same way the largest is kept."""

_LOW_DISCREPANCY = np.array([0.7548776662466927, 0.5698402909980532])
"""Steps of the R2 sequence, which fills a square evenly."""

_NEIGHBOURS = (8, 13)
"""How many places apart neighbours are on Fibonacci's spiral."""


@dataclass(frozen=True, eq=False)
class ConvexShape:
    """A polytope in the frame of its body.

    Attributes:
        normals: (F, 3) unit vectors out of its facets.
        offsets: (F,) [m]: a point x is inside where n·x ≤ offset for every facet.
        triangles: (M, 3, 3) [m] corners of its surface's triangles.
    """

    normals: np.ndarray
    offsets: np.ndarray
    triangles: np.ndarray

    def depth(self, points: np.ndarray) -> np.ndarray:
        """Return how far points (N, 3) are under the surface (N,) [m], negative outside."""
        return (self.offsets - points @ self.normals.T).min(axis=1)

    def largest_depth(self) -> float:
        """Return the radius [m] of the largest ball inside, by steps away from the nearest facet."""
        centre = self.triangles.mean(axis=(0, 1))
        best = float(self.depth(centre[None])[0])
        step = max(best, 1e-4)
        for count in range(1, 60):
            room = self.offsets - self.normals @ centre
            nearest = int(room.argmin())
            best = max(best, float(room[nearest]))
            centre = centre - step / count * self.normals[nearest]
        return max(best, 1e-4)

    def area(self) -> float:
        """Return the area of the surface [m²]."""
        return float(self._areas().sum())

    def _areas(self) -> np.ndarray:
        sides = self.triangles[:, 1:] - self.triangles[:, :1]
        return 0.5 * np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)

    def points_under_surface(self, count: int, depth: float) -> np.ndarray:
        """Return ``count`` points (N, 3) spread evenly over the surface, moved this deep [m] inside.

        Near edges they are moved until they are that deep under every facet, in thin shapes as can be.
        """
        sides = self.triangles[:, 1:] - self.triangles[:, :1]
        areas = self._areas()
        at = (np.arange(count) + 0.5) / count * areas.sum()
        chosen = np.minimum(np.searchsorted(np.cumsum(areas), at), len(areas) - 1)
        share = (np.arange(1, count + 1)[:, None] * _LOW_DISCREPANCY) % 1.0
        share = np.where(share.sum(axis=1, keepdims=True) > 1.0, 1.0 - share, share)
        points = self.triangles[chosen, 0] + np.einsum("ns,nsi->ni", share, sides[chosen])
        return self._moved_inside(points, depth)

    def corners_under_surface(self, depth: float) -> np.ndarray:
        """Return its corners (N, 3) [m], moved inside likewise."""
        return self._moved_inside(self._corners, depth)

    def rim_under_surface(self, count: int, depth: float) -> np.ndarray:
        """Return points (N, 3) [m] of its corners and edges, moved inside likewise, about 3 ``count``.

        Others touch a shape first where it lies outermost. Of evenly spread directions these are the
        outermost corners, each as often as it is so, and points between those of neighbouring directions.
        """
        corners = self._corners
        outermost = corners[(directions(count) @ corners.T).argmax(axis=1)]
        share = (np.arange(count) * _LOW_DISCREPANCY[:1] % 1.0)[:, None]
        between = [
            outermost + share * (np.roll(outermost, -apart, axis=0) - outermost) for apart in _NEIGHBOURS
        ]
        return self._moved_inside(np.concatenate([outermost, *between]), depth)

    @cached_property
    def _corners(self) -> np.ndarray:
        return np.unique(self.triangles.reshape(-1, 3).round(6), axis=0)

    def _moved_inside(self, points: np.ndarray, depth: float) -> np.ndarray:
        every = np.arange(len(points))
        for _ in range(5):
            room = self.offsets - points @ self.normals.T
            nearest = room.argmin(axis=1)
            missing = depth - room[every, nearest]
            points = points - np.maximum(missing, 0.0)[:, None] * self.normals[nearest]
        return points


def convex_shape(model: mujoco.MjModel, geom: int) -> ConvexShape | None:
    """Return a box, cylinder, ellipsoid or mesh as a polytope; None of other kinds."""
    triangles = _triangles(model, geom)
    if triangles is None:
        return None
    rotation = np.zeros(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
    turn = rotation.reshape(3, 3)
    return shape_of(triangles @ turn.T + model.geom_pos[geom])


def shape_of(triangles: np.ndarray) -> ConvexShape:
    """Return the shape of a convex surface's triangles (M, 3, 3) [m]."""
    sides = triangles[:, 1:] - triangles[:, :1]
    normals = np.cross(sides[:, 0], sides[:, 1])
    double_area = np.linalg.norm(normals, axis=1)
    triangles, normals, double_area = (
        part[double_area > 1e-12] for part in (triangles, normals, double_area)
    )
    normals = normals / double_area[:, None]
    outwards = np.einsum("mi,mi->m", normals, triangles[:, 0] - triangles.mean(axis=(0, 1)))
    normals = normals * np.where(outwards < 0.0, -1.0, 1.0)[:, None]
    facing = (normals @ directions(_FACETS).T).argmax(axis=1)
    order = np.lexsort((-double_area, facing))
    largest = order[np.unique(facing[order], return_index=True)[1]]
    # The plane touches the surface from outside, also where rounding tilted it.
    offsets = (triangles.reshape(-1, 3) @ normals[largest].T).max(axis=0)
    return ConvexShape(normals[largest], offsets, triangles)


def directions(count: int) -> np.ndarray:
    """Return unit vectors (N, 3) spread evenly, on Fibonacci's spiral."""
    z = 1.0 - (2.0 * np.arange(count) + 1.0) / count
    turn, across = np.pi * (3.0 - np.sqrt(5.0)) * np.arange(count), np.sqrt(1.0 - z * z)
    return np.stack([across * np.cos(turn), across * np.sin(turn), z], axis=1)


def _triangles(model: mujoco.MjModel, geom: int) -> np.ndarray | None:
    """Return a geom's surface (M, 3, 3) [m] in its own frame."""
    kind, size = mujoco.mjtGeom(model.geom_type[geom]), np.array(model.geom_size[geom])
    if kind == mujoco.mjtGeom.mjGEOM_BOX:
        return rings(size * np.sqrt([2.0, 2.0, 1.0]), [0.0, 1.0, 1.0, 0.0], [-1.0, -1.0, 1.0, 1.0], 4)
    if kind == mujoco.mjtGeom.mjGEOM_CYLINDER:
        return rings(size[[0, 0, 1]], [0.0, 1.0, 1.0, 0.0], [-1.0, -1.0, 1.0, 1.0], _AROUND)
    if kind == mujoco.mjtGeom.mjGEOM_ELLIPSOID:
        latitude = np.linspace(-0.5 * np.pi, 0.5 * np.pi, _LEVELS + 1)
        return rings(size, np.cos(latitude), np.sin(latitude), _AROUND)
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        return _hull(model, int(model.geom_dataid[geom]))
    return None


def rings(
    size: np.ndarray, radii: list[float] | np.ndarray, heights: list[float] | np.ndarray, around: int
) -> np.ndarray:
    """Return the triangles (M, 3, 3) between rings of points one above the other, scaled by ``size`` (3,)."""
    turn = (np.arange(around) + 0.5) * 2.0 * np.pi / around
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    rings = np.stack(
        [np.column_stack([r * circle, np.full(around, z)]) for r, z in zip(radii, heights, strict=True)]
    )
    rings = rings * size
    low, high = rings[:-1], rings[1:]
    next_low, next_high = np.roll(low, -1, axis=1), np.roll(high, -1, axis=1)
    lower = np.stack([low, next_low, high], axis=2).reshape(-1, 3, 3)
    upper = np.stack([next_low, next_high, high], axis=2).reshape(-1, 3, 3)
    return np.concatenate([lower, upper])


def _hull(model: mujoco.MjModel, mesh: int) -> np.ndarray:
    """Return the triangles (M, 3, 3) [m] of a mesh's convex hull."""
    start, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    corners = np.array(model.mesh_vert[start : start + count], dtype=np.float64)
    graph = int(model.mesh_graphadr[mesh])
    if graph < 0:
        # MuJoCo makes hulls of meshes that collide; SciPy's take a second to import.
        from scipy.spatial import ConvexHull

        return corners[ConvexHull(corners, qhull_options="QJ Pp").simplices]
    # Numbers of corners and facets; of each corner where its edges begin, and its index; edges; facets.
    on_hull, facets = model.mesh_graph[graph : graph + 2].tolist()
    start = graph + 2 + 2 * on_hull + on_hull + 3 * facets
    return corners[np.array(model.mesh_graph[start : start + 3 * facets]).reshape(-1, 3)]
