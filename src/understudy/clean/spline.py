"""The smoothest course through noisy points: a cubic smoothing spline over frames.

It minimises Σ |x - y|² over known frames plus ``penalty`` · Σ |x(t-1) - 2 x(t) + x(t+1)|². For motion whose
velocity changes by chance (see ``agility``) the best penalty is the variance of the noise over that of
the change. Towards zero the spline passes through all known points.
"""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import announced_compilation, kernel

LEAST_PENALTY = 1e-6
"""Small enough to pass within a thousandth of what a frame adds, large enough for the arithmetic."""


def smooth_course(points: np.ndarray, known: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """Return (T, K, 3) the smoothest course of each point, also where it is not known.

    A point known in fewer than two frames comes back as it was.

    Args:
        points: (T, K, 3); not known ones may be NaN.
        known: (T, K).
        penalties: (K,) of the bends.
    """
    rows = np.where(known[..., None], points, 0.0).transpose(1, 0, 2).copy()
    enough = known.sum(axis=0) >= 2
    with announced_compilation(_fit):
        _fit(rows, np.ascontiguousarray(known.T), np.maximum(penalties, LEAST_PENALTY), enough)
    return np.where(enough[:, None], rows.transpose(1, 0, 2), points)


@kernel
def _fit(rows: np.ndarray, known: np.ndarray, penalties: np.ndarray, enough: np.ndarray) -> None:
    """Replace rows (K, T, 3) by their smoothest course.

    The normal equations have two bands beside the diagonal; they are solved as L D Lᵀ x = y.
    """
    count, frames = known.shape
    pivot, near, far = np.empty(frames), np.empty(frames), np.empty(frames)
    for k in range(count):
        if not enough[k]:
            continue
        for t in range(frames):
            pivot[t], near[t], far[t] = 1.0 if known[k, t] else 0.0, 0.0, 0.0
        penalty = penalties[k]
        for t in range(2, frames):
            pivot[t - 2] += penalty
            pivot[t - 1] += 4.0 * penalty
            pivot[t] += penalty
            near[t - 1] -= 2.0 * penalty
            near[t] -= 2.0 * penalty
            far[t] += penalty
        for t in range(1, frames):
            if t >= 2:
                far[t] /= pivot[t - 2]
                near[t] -= far[t] * pivot[t - 2] * near[t - 1]
                pivot[t] -= far[t] ** 2 * pivot[t - 2]
            near[t] /= pivot[t - 1]
            pivot[t] -= near[t] ** 2 * pivot[t - 1]
        for a in range(3):
            for t in range(1, frames):
                rows[k, t, a] -= near[t] * rows[k, t - 1, a]
                if t >= 2:
                    rows[k, t, a] -= far[t] * rows[k, t - 2, a]
            for t in range(frames - 1, -1, -1):
                rows[k, t, a] /= pivot[t]
                if t + 1 < frames:
                    rows[k, t, a] -= near[t + 1] * rows[k, t + 1, a]
                if t + 2 < frames:
                    rows[k, t, a] -= far[t + 2] * rows[k, t + 2, a]
