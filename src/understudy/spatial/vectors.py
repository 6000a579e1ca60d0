"""Lengths and products of many short vectors."""

from __future__ import annotations

import numpy as np


def lengths(vectors: np.ndarray) -> np.ndarray:
    """Return the Euclidean lengths (...) of vectors (..., N); several times as fast as NumPy's norm."""
    return np.sqrt(np.einsum("...i,...i->...", vectors, vectors))


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the products a × b (..., 3) of vectors (..., 3): NumPy's to the last digit, in less time."""
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    first = ay * bz - az * by
    product = np.empty((*np.shape(first), 3))
    product[..., 0] = first
    product[..., 1] = az * bx - ax * bz
    product[..., 2] = ax * by - ay * bx
    return product
