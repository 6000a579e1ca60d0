"""A mesh of millions of triangles as one of thousands, made in pieces so that it is never whole in memory.

Vertices that share a cell of a grid become one, the outermost of them, so that outlines and hulls stay as
large as they were; triangles that are left without an area, and all but one of those alike, go (vertex
clustering, after Rossignac and Borrel 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np

Corners = Callable[[], Iterable[np.ndarray]]
"""Yields the corners (F, 3, 3) [m] of a mesh's triangles, some at a time, as often as it is called."""

_BITS = 21
_MOST_CELLS = 1 << _BITS
"""Three of them are told by one number of 64 bits."""

_MOST_ACROSS, _FEWEST_ACROSS = 128, 4
_FACES_OF_A_CELL = 4.0
"""Triangles that a cell along the longest side stands for, squared: parts of robots have 2 to 4."""

_FINER = 0.8
_MOST_ENDS = 1000
"""Of a piece: a flat side may lie at the mesh's end as a whole."""

PIECE = 200_000
"""Triangles that are looked at at a time."""


def coarse_mesh(corners: Corners, most_faces: int) -> tuple[np.ndarray, np.ndarray]:
    """Return vertices (N, 3) [m] and faces (F, 3) of a mesh with at most so many triangles.

    Args:
        corners: The mesh.
        most_faces: How many triangles it may keep.

    Raises:
        ValueError: A coordinate is not finite, or there is no triangle.
    """
    low, high = _bounds(corners())
    across = int(np.clip(np.sqrt(most_faces / _FACES_OF_A_CELL), _FEWEST_ACROSS, _MOST_ACROSS))
    vertices, faces = _clustered(corners, low, high, across)
    while len(faces) > most_faces and across > _FEWEST_ACROSS:
        # What was made once is made coarser, which takes no second look at the file.
        across = max(int(_FINER * across), _FEWEST_ACROSS)
        made = vertices[faces]
        vertices, faces = _clustered(lambda made=made: pieces(made), low, high, across)
    return vertices, faces


def pieces(corners: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the corners of triangles (F, 3, 3) some at a time."""
    for start in range(0, len(corners), PIECE):
        yield corners[start : start + PIECE]


def _bounds(corners: Iterable[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and highest corner (3,) [m]."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for piece in corners:
        points = piece.reshape(-1, 3)
        if len(points):
            low, high = np.minimum(low, points.min(axis=0)), np.maximum(high, points.max(axis=0))
            # Where one is not finite, neither are the bounds.
            if not (np.isfinite(low).all() and np.isfinite(high).all()):
                raise ValueError("a coordinate is not finite")
    if not np.isfinite(low).all():
        raise ValueError("it holds no triangles")
    return low, high


def _clustered(
    corners: Corners, low: np.ndarray, high: np.ndarray, across: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return a mesh with one vertex for each cell of a grid that is so many cells long."""
    cell = max(float((high - low).max()) / across, 1e-12)
    size = np.minimum(((high - low) / cell).astype(np.int64) + 1, across + 1)
    while size.prod() > _MOST_CELLS:
        cell *= 1.1
        size = ((high - low) / cell).astype(np.int64) + 1
    middle = 0.5 * (low + high)
    reach = np.full(int(size.prod()), -1.0, dtype=np.float32)
    outermost = np.zeros((len(reach), 3), dtype=np.float32)
    codes = [np.zeros(0, dtype=np.int64)]
    ends: dict[int, np.ndarray] = {}
    for piece in corners():
        points = piece.reshape(-1, 3).astype(np.float64)
        cells = np.minimum(((points - low) / cell).astype(np.int64), size - 1)
        keys = (cells[:, 0] * size[1] + cells[:, 1]) * size[2] + cells[:, 2]
        far = np.linalg.norm(points - middle, axis=1).astype(np.float32)
        np.maximum.at(reach, keys, far)
        best = far >= reach[keys]
        outermost[keys[best]] = points[best]
        codes.append(_codes(keys.reshape(-1, 3)))
        at_ends = np.flatnonzero(((points <= low) | (points >= high)).any(axis=1))[:_MOST_ENDS]
        ends |= dict(zip(keys[at_ends].tolist(), points[at_ends], strict=True))
    for key, point in ends.items():
        # The mesh reaches as far along each axis as it did.
        outermost[key] = point
    used = np.unique(np.concatenate(codes))
    mask = _MOST_CELLS - 1
    faces = np.stack([used >> (2 * _BITS), (used >> _BITS) & mask, used & mask], axis=1)
    cells_used, indices = np.unique(faces, return_inverse=True)
    return outermost[cells_used], indices.reshape(-1, 3)


def _codes(faces: np.ndarray) -> np.ndarray:
    """Return a number for each different triangle (F, 3) with an area, whichever corner it begins with."""
    first, second, third = faces.T
    faces = faces[(first != second) & (second != third) & (third != first)]
    turned = np.take_along_axis(faces, (faces.argmin(axis=1)[:, None] + np.arange(3)) % 3, axis=1)
    return np.unique((turned[:, 0] << (2 * _BITS)) | (turned[:, 1] << _BITS) | turned[:, 2])
