"""Lengths and directions of tracks (T, 3) in which frames may be NaN, where a point was not seen."""

from __future__ import annotations

import numpy as np


def median_length(vectors: np.ndarray) -> float | None:
    """Return the median length of (T, 3) over the known frames, None where there are none or it is 0."""
    lengths = np.linalg.norm(vectors, axis=-1)
    known = lengths[np.isfinite(lengths)]
    length = float(np.median(known)) if len(known) else 0.0
    return length if length > 0.0 else None


def median_vector(vectors: np.ndarray) -> np.ndarray | None:
    """Return the median (3,) of (T, 3) over the frames that are known, None without any."""
    known = vectors[np.isfinite(vectors).all(axis=-1)]
    return np.median(known, axis=0) if len(known) else None


def square_to(vectors: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """Return the part of vectors (T, 3) that is perpendicular to unit directions (T, 3)."""
    return vectors - np.sum(vectors * directions, axis=-1, keepdims=True) * directions
