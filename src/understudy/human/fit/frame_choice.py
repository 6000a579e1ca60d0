"""Frames from which a body is identified: far apart in posture, well seen, and not spoiled."""

from __future__ import annotations

import numpy as np

SPOILED = 3.0
"""A frame whose residual is over so many times the median is left out."""

WELL_SEEN = 0.6
"""A frame that shows less than this share of the points of the best one is left out."""


def spread_frames(postures: np.ndarray, residuals: np.ndarray, seen: np.ndarray, count: int) -> np.ndarray:
    """Return at most ``count`` frame numbers, ascending, each far in posture from all others.

    The first is the one nearest to the mean posture; each next is the one farthest from all chosen before
    (farthest-point sampling), so that rare postures are chosen as well as common ones.

    Args:
        postures: (T, J) joint angles [rad].
        residuals: (T,) [m], NaN where nothing was fitted.
        seen: (T, P) which points were seen.
        count: How many frames are wanted.
    """
    shown = seen.sum(axis=1)
    usable = np.isfinite(residuals) & (shown >= WELL_SEEN * shown.max())
    usable &= residuals <= SPOILED * np.median(residuals[usable]) + 1e-9
    frames = np.flatnonzero(usable)
    if len(frames) <= count:
        return frames
    pool = postures[frames]
    chosen = [int(np.argmin(((pool - pool.mean(axis=0)) ** 2).sum(axis=1)))]
    nearest = np.full(len(pool), np.inf)
    while len(chosen) < count:
        nearest = np.minimum(nearest, ((pool - pool[chosen[-1]]) ** 2).sum(axis=1))
        chosen.append(int(np.argmax(nearest)))
    return np.sort(frames[np.unique(chosen)])
