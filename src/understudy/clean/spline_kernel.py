"""The compiled kernel that fits smoothing splines to long takes, as ``spline`` does to short ones."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import lean_kernel


@lean_kernel
def fit_all(
    rows: np.ndarray,
    known: np.ndarray,
    penalties: np.ndarray,
    pivot: np.ndarray,
    near: np.ndarray,
    far: np.ndarray,
) -> None:
    """Replace rows (K, T, 3) by their smoothest course, as ``spline`` does; the last three (T,) are spare."""
    count, frames = known.shape
    for k in range(count):
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
