"""Flat meshes, such as a logo or a cover of one side: MuJoCo has no hull and no volume for them."""

from __future__ import annotations

import itertools

import numpy as np

FLAT = 1e-5
"""Thickness, as a share of its length, under which a mesh is flat."""

PLATE = 2e-3
"""Thickness that a flat mesh is given, as a share of its length."""

_SAMPLE = 2000


def is_flat(vertices: np.ndarray) -> bool:
    """Return whether points (N, 3) lie in a plane, on a line, or in one place."""
    if len(vertices) == 0:
        return False
    # A plane through a few points tells most meshes apart without looking at all of the others.
    few = vertices[:: max(1, len(vertices) // _SAMPLE)]
    return not (_extents(few)[1] > FLAT * _length(few)).all() and bool(
        (_extents(vertices)[1] <= FLAT * _length(vertices)).any()
    )


def plate(vertices: np.ndarray) -> np.ndarray:
    """Return the corners (M, 3) of flat points (N, 3) moved to both sides of their plane."""
    axes, extents = _extents(vertices)
    thin = axes[extents <= FLAT * _length(vertices)]
    half = 0.5 * PLATE * max(_length(vertices), 1e-6)
    sides = [half * np.array(signs) @ thin for signs in itertools.product((-1.0, 1.0), repeat=len(thin))]
    corners = np.unique(np.asarray(vertices, dtype=np.float64), axis=0)
    return np.concatenate([corners + side for side in sides])


def _length(vertices: np.ndarray) -> float:
    return float(np.ptp(vertices, axis=0).max())


def _extents(vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the principal axes (3, 3) of points, one a row, and how far the points reach along each (3,)."""
    centred = vertices - vertices.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1].T
    return axes, np.ptp(centred @ axes.T, axis=0)
