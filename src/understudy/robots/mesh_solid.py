"""The space that a body's meshes fill, other than their convex hulls: what a limb finds in its way.

A robot's parts are shells: covers with motors inside, and hollows in which other parts turn. A hull fills all
of a hollow. A solid fills what is inside of a closed surface, what a surface encloses with hardly an opening,
and clefts that are too narrow for any limb (a closing by a ball); a hollow that a thigh swings into is free.
It is a grid of depths under its surface.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

CLEFT = 0.1
"""Radius of the ball that no cleft lets in, as a share of the mean length of the robot's limb segments: half
as thick as a thin limb."""

ROOM = 0.015
"""Width [m] of the grid's rim around a solid."""

_POINTS = 2000
"""Points of a surface that are enough."""

_ASIDE = np.array([0.5003, 0.4996])
"""Where in its cell a column of the grid is looked along, aside of the middles, where edges of meshes lie."""

_VOTES = 2
"""Of three directions, in how many a point is to be inside: a surface that is not closed misleads one."""


@dataclass(frozen=True, eq=False)
class MeshSolid:
    """A solid in the frame of its body.

    Attributes:
        origin: (3,) [m] the grid's first point.
        spacing: [m] from one point of the grid to the next.
        depths: (X, Y, Z) [m] how deep its points are under the surface, negative outside.
        points: (N, 3) [m] points of the surface.
    """

    origin: np.ndarray
    spacing: float
    depths: np.ndarray
    points: np.ndarray

    def depth(self, points: np.ndarray) -> np.ndarray:
        """Return how deep points (..., 3) [m] are under the surface (...) [m], negative outside."""
        place = (points - self.origin) / self.spacing
        most = np.array(self.depths.shape) - 2
        cell = np.clip(np.floor(place).astype(np.int64), 0, most)
        share = np.clip(place - cell, 0.0, 1.0)
        found = np.zeros(points.shape[:-1])
        for corner in np.ndindex(2, 2, 2):
            at = cell + corner
            weight = np.where(corner, share, 1.0 - share).prod(axis=-1)
            found += weight * self.depths[at[..., 0], at[..., 1], at[..., 2]]
        # Beyond the grid it is farther away than at the grid's rim.
        return found - self.spacing * np.linalg.norm(place - cell - share, axis=-1)

    def rough_depth(self, points: np.ndarray) -> np.ndarray:
        """Return the same of the grid's points that are nearest, which is faster; beyond the grid −inf."""
        cell = np.rint((points - self.origin) / self.spacing).astype(np.int64)
        known = ((cell >= 0) & (cell < self.depths.shape)).all(axis=-1)
        found = np.full(points.shape[:-1], -np.inf, dtype=np.float32)
        own = cell[known]
        found[known] = self.depths[own[:, 0], own[:, 1], own[:, 2]]
        return found


def mesh_solid(triangles: np.ndarray, length: float, spacing: float) -> MeshSolid:
    """Return the space that triangles fill.

    Args:
        triangles: (M, 3, 3) [m] of surfaces, in the frame of their body.
        length: Mean length [m] of the robot's limb segments.
        spacing: Of the grid [m].
    """
    # SciPy takes its time to import, and robots of capsules and boxes have no use for this.
    from scipy.ndimage import binary_fill_holes

    ball = CLEFT * length
    corners = triangles.reshape(-1, 3)
    rim = max(ball, ROOM) + 3.0 * spacing
    origin = corners.min(axis=0) - rim
    size = tuple(np.ceil((corners.max(axis=0) + rim - origin) / spacing).astype(int).tolist())
    local = (triangles - origin) / spacing
    surface = _sampled(local)
    cells = np.round(surface).astype(np.int64)
    filled = _inside(local, size)
    filled[cells[:, 0], cells[:, 1], cells[:, 2]] = True
    grown = _distances(~filled) * spacing <= ball
    closed = np.asarray(binary_fill_holes((_distances(grown) * spacing > ball) | filled))
    inner, outer = _distances(closed), _distances(~closed)
    # Cells that the surface passes through are filled, so that the border is half a cell too far out, and
    # half a cell lies between it and the points on both sides.
    depths = np.where(closed, inner - 1.0, -outer) * spacing
    # Only the closing needed so much room around.
    cut = max(int((rim - ROOM) / spacing), 0)
    depths = depths[tuple(slice(cut, length - cut) for length in size)].astype(np.float32)
    solid = MeshSolid(origin + cut * spacing, spacing, depths, np.zeros((0, 3)))
    points = origin + spacing * surface
    return replace(solid, points=_thinned(points[np.abs(solid.depth(points)) < 2.0 * spacing]))


def _distances(which: np.ndarray) -> np.ndarray:
    """Return of a grid's points (X, Y, Z) in which something is how far away nothing is, in cells."""
    from scipy.ndimage import distance_transform_edt

    return np.asarray(distance_transform_edt(which))


def _thinned(points: np.ndarray) -> np.ndarray:
    """Return about as many of points (N, 3) as are enough, all over them."""
    if len(points) <= _POINTS:
        return points
    # A surface has as many cells of a grid as the square of how fine that is.
    size = float(np.ptp(points, axis=0).max()) / np.sqrt(0.25 * _POINTS)
    return points[_one_of_each(np.round((points - points.min(axis=0)) / size).astype(np.int64))]


def _one_of_each(cells: np.ndarray) -> np.ndarray:
    """Return the indices at which cells (N, 3) of a grid are found first, in their order."""
    sizes = cells.max(axis=0) + 1
    keys = (cells[:, 0] * sizes[1] + cells[:, 1]) * sizes[2] + cells[:, 2]
    return np.sort(np.unique(keys, return_index=True)[1])


def _inside(local: np.ndarray, size: tuple[int, int, int]) -> np.ndarray:
    """Return which points of a grid are inside of triangles (M, 3, 3) by how often rays leave and enter."""
    votes = np.zeros(size, dtype=np.int8)
    for axis in range(3):
        turned = np.roll(local, 2 - axis, axis=2)
        sizes = tuple(np.roll(size, 2 - axis).tolist())
        votes += np.transpose(_inside_along(turned, sizes), np.roll(np.arange(3), axis - 2))
    return votes >= _VOTES


def _inside_along(local: np.ndarray, size: tuple[int, ...]) -> np.ndarray:
    """Return the same by rays along the last axis (X, Y, Z) bool."""
    low = np.ceil(local[:, :, :2].min(axis=1) - _ASIDE).astype(np.int64)
    wide = np.maximum(np.floor(local[:, :, :2].max(axis=1) - _ASIDE).astype(np.int64) - low + 1, 0)
    number = wide.prod(axis=1)
    owner = np.repeat(np.arange(len(local)), number)
    index = np.arange(len(owner)) - np.repeat(np.cumsum(number) - number, number)
    column = low[owner] + np.stack([index // wide[owner, 1], index % wide[owner, 1]], axis=1)
    corners = local[owner]
    # Signed areas towards each side tell whether a column passes the triangle, and at which height.
    from_column = corners[:, :, :2] - (column + _ASIDE)[:, None]
    one, other = np.roll(from_column, -1, axis=1), np.roll(from_column, -2, axis=1)
    area = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    total = area.sum(axis=1)
    hit = ((area > 0.0).all(axis=1) | (area < 0.0).all(axis=1)) & (total != 0.0)
    height = np.einsum("nc,nc->n", area[hit], corners[hit, :, 2]) / total[hit]
    level = np.clip(np.ceil(height).astype(np.int64), 0, size[2] - 1)
    crossings = np.zeros(size, dtype=np.int32)
    np.add.at(crossings, (column[hit, 0], column[hit, 1], level), np.sign(total[hit]).astype(np.int32))
    return np.cumsum(crossings, axis=2) != 0


def _sampled(local: np.ndarray) -> np.ndarray:
    """Return points (N, 3) of triangles (M, 3, 3), no farther from each other than a cell of the grid."""
    sides = np.stack(
        [local[:, 1] - local[:, 0], local[:, 2] - local[:, 0], local[:, 2] - local[:, 1]], axis=1
    )
    parts = np.maximum(np.ceil(np.linalg.norm(sides, axis=2).max(axis=1)).astype(np.int64), 1)
    found = []
    for count in np.unique(parts):
        own = local[parts == count]
        one, other = np.nonzero(np.add.outer(np.arange(count + 1), np.arange(count + 1)) <= count)
        weights = np.stack([count - one - other, one, other], axis=1) / count
        found.append(np.einsum("pc,mci->mpi", weights, own).reshape(-1, 3))
    points = np.concatenate(found)
    return points[_one_of_each(np.round(points).astype(np.int64))]
