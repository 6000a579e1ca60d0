"""Where a ray meets a surface: the point of a robot that somebody clicked on."""

from __future__ import annotations

import numpy as np

_PARALLEL = 1e-12


def first_hit(
    origin: np.ndarray, direction: np.ndarray, corners: np.ndarray, faces: np.ndarray
) -> np.ndarray | None:
    """Return the first point (3,) [m] at which a ray meets triangles (Möller and Trumbore 1997).

    Args:
        origin: (3,) [m].
        direction: (3,).
        corners: (V, 3) [m].
        faces: (F, 3).

    Returns:
        The point, or None where the ray meets none.
    """
    first, second, third = (corners[faces[:, index]].astype(np.float64) for index in range(3))
    side, other = second - first, third - first
    across = np.cross(direction, other)
    determinant = np.einsum("fi,fi->f", side, across)
    usable = np.abs(determinant) > _PARALLEL
    inverse = np.where(usable, 1.0 / np.where(usable, determinant, 1.0), 0.0)
    way = origin - first
    u = np.einsum("fi,fi->f", way, across) * inverse
    turned = np.cross(way, side)
    v = turned @ direction * inverse
    distance = np.einsum("fi,fi->f", other, turned) * inverse
    hit = usable & (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (distance > 0.0)
    return None if not hit.any() else origin + direction * float(distance[hit].min())
