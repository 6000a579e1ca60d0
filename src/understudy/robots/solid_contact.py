"""How deep two solids are in each other."""

from __future__ import annotations

import numpy as np

from understudy.robots.mesh_solid import MeshSolid

_FRAMES = 64
"""Poses that are looked at at a time, so that all their points need little memory."""


def solid_depth(
    solids: tuple[MeshSolid, MeshSolid], positions: np.ndarray, orientations: np.ndarray
) -> np.ndarray:
    """Return how deep points of either's surface are in the other at most (T,) [m], 0 where none is.

    Args:
        solids: Of two bodies.
        positions: (T, 2, 3) [m] of the bodies' origins.
        orientations: (T, 2, 3, 3) of the bodies' frames.
    """
    depth = np.zeros(len(positions))
    for one, other in ((0, 1), (1, 0)):
        # From one's frame to the other's: R₂ᵀ (R₁ x + p₁ − p₂).
        turn = np.einsum("tji,tjk->tik", orientations[:, other], orientations[:, one])
        way = np.einsum("tji,tj->ti", orientations[:, other], positions[:, one] - positions[:, other])
        for start in range(0, len(depth), _FRAMES):
            frames = slice(start, start + _FRAMES)
            points = np.einsum("tij,nj->tni", turn[frames], solids[one].points) + way[frames, None]
            own = np.nonzero(solids[other].rough_depth(points) > -solids[other].spacing)
            np.maximum.at(depth, start + own[0], solids[other].depth(points[own]))
    return depth
