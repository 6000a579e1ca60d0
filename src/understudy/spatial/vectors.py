"""Lengths of many short vectors."""

from __future__ import annotations

import numpy as np


def lengths(vectors: np.ndarray) -> np.ndarray:
    """Return the Euclidean lengths (...) of vectors (..., N); several times as fast as NumPy's norm."""
    return np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
