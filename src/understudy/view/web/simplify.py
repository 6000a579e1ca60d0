"""Fewer triangles that look alike, so that a robot's meshes are sent quickly and drawn everywhere.

Corners that share a cell of a grid become one (Rossignac and Borrel 1993), which takes a few array operations
where collapsing edges one by one takes a package or minutes. Corners of one cell whose faces look different
ways stay apart, so that edges stay sharp when a browser smooths its shading.
"""

from __future__ import annotations

import numpy as np

from understudy.view.web.triangles import Triangles

_FINEST = 5e-4
"""Width [m] of the first cells that are tried."""

_COARSER = 1.3
"""By how much cells grow from one try to the next."""


def simplified(parts: list[Triangles], most: int) -> list[Triangles]:
    """Return parts with at most so many triangles altogether, all of them equally fine."""
    cell, found = _FINEST, [sharp(*part) for part in parts]
    while sum(len(faces) for _, faces in found) > most:
        found = [clustered(*part, cell) for part in parts]
        cell *= _COARSER
    return found


def clustered(corners: np.ndarray, faces: np.ndarray, cell: float) -> Triangles:
    """Return triangles whose corners within one cell of this width [m] are one.

    Args:
        corners: (V, 3) [m].
        faces: (F, 3).
        cell: [m].
    """
    keys = np.floor((corners - corners.min(axis=0)) / cell).astype(np.int64)
    span = keys.max(axis=0) + 1
    flat = (keys[:, 0] * span[1] + keys[:, 1]) * span[2] + keys[:, 2]
    _, place, count = np.unique(flat, return_inverse=True, return_counts=True)
    means = np.stack([np.bincount(place, weights=column) for column in corners.T], axis=1) / count[:, None]
    joined = place[faces]
    flat_faces = (
        (joined[:, 0] == joined[:, 1]) | (joined[:, 1] == joined[:, 2]) | (joined[:, 2] == joined[:, 0])
    )
    return sharp(means, joined[~flat_faces])


def sharp(corners: np.ndarray, faces: np.ndarray) -> Triangles:
    """Return triangles whose corners are shared only by faces that look roughly the same way."""
    if not len(faces):
        return np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64)
    sides = corners[faces[:, 1:]] - corners[faces[:, :1]]
    normals = np.cross(sides[:, 0], sides[:, 1])
    length = np.linalg.norm(normals, axis=1)
    faces, normals = faces[length > 0.0], normals[length > 0.0]
    if not len(faces):
        return np.zeros((0, 3)), np.zeros((0, 3), dtype=np.int64)
    axis = np.abs(normals).argmax(axis=1)
    looks = 2 * axis + (np.take_along_axis(normals, axis[:, None], axis=1)[:, 0] > 0.0)
    keys = faces * 6 + looks[:, None]
    unique, place = np.unique(keys, return_inverse=True)
    return corners[unique // 6], place.reshape(faces.shape)
