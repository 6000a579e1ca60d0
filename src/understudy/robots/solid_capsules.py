"""Capsules that cover a solid with hollows: as ``robots.capsules``, but a capsule is to fit all along."""

from __future__ import annotations

import numpy as np

from understudy.robots.capsules import MOST, OUTSIDE, Capsule, cover, spread
from understudy.robots.mesh_solid import MeshSolid

_RADII, _BALLS = 7, 24
"""Radii, from that of the largest ball inside to that of a thin wall, and how many balls of each."""

_MOST = 4 * MOST
"""Capsules of a body, or of half of one that is its own mirror image."""

_WALL = 1.2 * OUTSIDE
"""Radius [m] of capsules in a wall that is hardly thicker than nothing."""

_ALONG = np.linspace(0.0, 1.0, 9)
"""Where along a capsule's line it is looked whether it fits."""

_POINTS = 400
"""Points at which a solid is looked at."""


def cover_solid(solid: MeshSolid, points: np.ndarray) -> tuple[list[Capsule], float]:
    """Return capsules that cover points (N, 3) [m] of a solid and stick out of it little, and holes [m]."""
    points = spread(points, _POINTS, 0.0)
    if not len(points):
        return [], 0.0
    starts, ends, radii = [], [], []
    largest = float(solid.depths.max()) + OUTSIDE
    for radius in np.geomspace(max(largest, _WALL), _WALL, _RADII):
        centres = _centres(solid, radius - OUTSIDE, points)
        one, other = np.triu_indices(len(centres))
        line = centres[one, None] + _ALONG[:, None] * (centres[other] - centres[one])[:, None]
        fits = (solid.depth(line) >= radius - OUTSIDE - 0.5 * solid.spacing).all(axis=1)
        starts.append(centres[one[fits]])
        ends.append(centres[other[fits]])
        radii.append(np.full(int(fits.sum()), radius))
    chosen, hole = cover(
        points, np.concatenate(starts), np.concatenate(ends), np.concatenate(radii), most=_MOST
    )
    return chosen, hole + solid.spacing


def _centres(solid: MeshSolid, depth: float, points: np.ndarray) -> np.ndarray:
    """Return middles (N, 3) [m] of balls that lie against the surface from inside, this deep [m] under it.

    Only those that are near any of points (M, 3) [m], which they are to cover.
    """
    layer = np.abs(solid.depths - depth) <= 0.5 * solid.spacing
    if not layer.any():
        layer = solid.depths >= min(depth, float(solid.depths.max()))
    # SciPy takes its time to import, see ``mesh_solid``.
    from scipy.spatial import KDTree

    places = _places(solid, layer)
    near = KDTree(points).query(places)[0] <= depth + OUTSIDE + 2.0 * solid.spacing
    return spread(places[near], _BALLS, 0.0)


def points_under_surface(solid: MeshSolid) -> np.ndarray:
    """Return points (N, 3) [m] just under all of a solid's surface, and of thinner walls their middles."""
    from scipy.ndimage import maximum_filter

    depths = solid.depths
    ridge = (depths >= 0.0) & (depths >= maximum_filter(depths, 3)) & (depths < solid.spacing)
    under = (depths >= 0.5 * solid.spacing) & (depths < 1.5 * solid.spacing)
    return _places(solid, ridge | under)


def _places(solid: MeshSolid, which: np.ndarray) -> np.ndarray:
    """Return points (N, 3) [m] of a solid's grid."""
    return solid.origin + solid.spacing * np.argwhere(which)
