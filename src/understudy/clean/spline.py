"""The smoothest course through noisy points: a cubic smoothing spline over frames.

It minimises Σ |x - y|² over known frames plus ``penalty`` · Σ |x(t-1) - 2 x(t) + x(t+1)|². For motion whose
velocity changes by chance (see ``agility``) the best penalty is the variance of the noise over that of
the change. Towards zero the spline passes through all known points.
"""

from __future__ import annotations

import numpy as np

LEAST_PENALTY = 1e-6
"""Small enough to pass within a thousandth of what a frame adds, large enough for the arithmetic."""

_LONG = 1000
"""Frames from which on a kernel is worth its compilation."""


def smooth_course(points: np.ndarray, known: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """Return (T, K, 3) the smoothest course of each point, also where it is not known.

    A point known in fewer than two frames comes back as it was.

    Args:
        points: (T, K, 3); not known ones may be NaN.
        known: (T, K).
        penalties: (K,) of the bends.
    """
    enough = np.flatnonzero(known.sum(axis=0) >= 2)
    some, penalties = known[:, enough], np.maximum(penalties[enough], LEAST_PENALTY)
    rows = np.where(some[..., None], points[:, enough], 0.0)
    if len(points) > _LONG:
        # Numba takes a third of a second to load, which short takes need not wait for.
        from understudy.clean.spline_kernel import fit_all

        rows = rows.transpose(1, 0, 2).copy()
        fit_all(rows, np.ascontiguousarray(some.T), penalties, *np.empty((3, len(points))))
        rows = rows.transpose(1, 0, 2)
    else:
        _fit(rows, some, penalties)
    course = np.array(points)
    course[:, enough] = rows
    return course


def _fit(rows: np.ndarray, known: np.ndarray, penalties: np.ndarray) -> None:
    """Replace rows (T, K, 3) by their smoothest course.

    The normal equations have two bands beside the diagonal; they are solved as L D Lᵀ x = y.
    """
    frames, count = known.shape
    # How often a frame is at the end, and how often in the middle, of three.
    ends, middles = np.zeros((2, frames, 1))
    ends[2:] += 1.0
    ends[:-2] += 1.0
    middles[1:-1] = 1.0
    pivot = known + (ends + 4.0 * middles) * penalties
    near = np.zeros((frames, count))
    near[1:-1] -= 2.0 * penalties
    near[2:] -= 2.0 * penalties
    far = np.broadcast_to(penalties, (frames, count)).copy()
    product = np.empty(count)
    for t in range(1, frames):
        if t >= 2:
            np.multiply(penalties, near[t - 1], out=product)
            near[t] -= product
            far[t] /= pivot[t - 2]
            np.multiply(far[t], penalties, out=product)
            pivot[t] -= product
        np.copyto(product, near[t])
        near[t] /= pivot[t - 1]
        product *= near[t]
        pivot[t] -= product
    # One for each coordinate, so that a point's three are worked on together.
    pivot, near, far = (np.repeat(part[..., None], 3, axis=2) for part in (pivot, near, far))
    change = np.empty((count, 3))
    for t in range(1, frames):
        np.multiply(near[t], rows[t - 1], out=change)
        rows[t] -= change
        if t >= 2:
            np.multiply(far[t], rows[t - 2], out=change)
            rows[t] -= change
    rows /= pivot
    for t in range(frames - 2, -1, -1):
        np.multiply(near[t + 1], rows[t + 1], out=change)
        rows[t] -= change
        if t + 2 < frames:
            np.multiply(far[t + 2], rows[t + 2], out=change)
            rows[t] -= change
