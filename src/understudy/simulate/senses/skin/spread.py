"""Points spread evenly over a surface: as many as asked for, each in the middle of its share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.simulate.senses.skin.samples import Pieces

_ROUNDS, _STRIDE = 20, 1.5
"""How often every point is moved towards the middle of its share, and how much farther than there."""

_HEXAGON = 0.5 * np.sqrt(3.0)
"""Area of a cell over the square of the distance between neighbours, where these form triangles."""


class Spread(NamedTuple):
    """Points (S, 3) [m], their unit normals (S, 3), and the areas (S,) [m²] of their shares."""

    points: np.ndarray
    normals: np.ndarray
    areas: np.ndarray


def count_for(area: float, spacing: float) -> int:
    """Return how many points cover an area [m²] whose neighbours are to be ``spacing`` [m] apart."""
    return max(1, round(area / (_HEXAGON * spacing**2)))


def spread_over(surface: Pieces, count: int) -> Spread:
    """Spread points over a surface.

    They begin where each is farthest from those before it, and are then moved to the middle of the pieces
    that are nearest to them (Lloyd), again and again. Nothing is random.

    Args:
        surface: The surface, in more pieces than points.
        count: How many points.
    """
    # SciPy's trees take a while to import.
    from scipy.spatial import KDTree

    count = min(count, len(surface.areas))
    middles = surface.points[_farthest(surface.points, count)]
    for _ in range(_ROUNDS):
        nearest = np.asarray(KDTree(middles).query(surface.points)[1])
        middles += _STRIDE * (_middles(surface, nearest, count) - middles)
    nearest = np.asarray(KDTree(middles).query(surface.points)[1])
    areas = np.bincount(nearest, weights=surface.areas, minlength=count)
    return Spread(*lifted(surface, middles), areas)


def lifted(surface: Pieces, middles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return points (S, 3) [m] of a surface over middles (S, 3), which lie under it where it is curved."""
    from scipy.spatial import KDTree

    above = np.asarray(KDTree(surface.points).query(middles)[1])
    normals = surface.normals[above]
    height = np.einsum("si,si->s", surface.points[above] - middles, normals)
    return middles + height[:, None] * normals, normals


def _farthest(points: np.ndarray, count: int) -> np.ndarray:
    """Return the indices of points of which each is farthest from those before it."""
    chosen = np.zeros(count, dtype=int)
    chosen[0] = int(np.argmax(np.sum((points - points.mean(axis=0)) ** 2, axis=1)))
    squares = np.full(len(points), np.inf)
    for place in range(1, count):
        offset = points - points[chosen[place - 1]]
        np.minimum(squares, np.einsum("ni,ni->n", offset, offset), out=squares)
        chosen[place] = int(squares.argmax())
    return chosen


def _middles(surface: Pieces, nearest: np.ndarray, count: int) -> np.ndarray:
    """Return the middles (S, 3) [m] of the shares that pieces belong to."""
    weights = np.bincount(nearest, weights=surface.areas, minlength=count)
    sums = [np.bincount(nearest, surface.areas * axis, count) for axis in surface.points.T]
    return np.stack(sums, axis=1) / weights[:, None]


def joined_spreads(spreads: list[Spread]) -> Spread:
    """Return several spreads as one."""
    return Spread(*(np.concatenate(parts) for parts in zip(*spreads, strict=True)))
