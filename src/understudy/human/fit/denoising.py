"""White noise taken off the courses of points before a body is fitted to them.

A smoothing spline over frames, in closed form by the cosine transform (Garcia 2010), whose strength
generalised cross-validation finds for every coordinate: courses without noise come back as they were.
"""

from __future__ import annotations

import numpy as np
from scipy.fft import dct, idct

SHORTEST = 24
"""Stretches of fewer frames are left as they are; there is no telling noise from motion in them."""

LONGEST_PAD = 100
"""Frames by which a stretch is prolonged at either end, turned about the end, so that it runs on there."""

_STRENGTHS = np.logspace(-8.0, 12.0, 101)
_ORDER = 3


def denoised(places: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Return courses (T, P, 3) [m] of points without white noise; gaps (not in ``seen`` (T, P)) stay.

    A stretch between two gaps is smoothed by itself.
    """
    smooth = places.copy()
    if len(places) < SHORTEST:
        return smooth
    edges = np.diff(np.pad(seen.astype(np.int8), ((1, 1), (0, 0))), axis=0)
    groups: dict[tuple[int, int], list[int]] = {}
    for point in range(places.shape[1]):
        starts, stops = np.flatnonzero(edges[:, point] == 1), np.flatnonzero(edges[:, point] == -1)
        for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
            if stop - start >= SHORTEST:
                groups.setdefault((start, stop), []).append(point)
    for (start, stop), points in groups.items():
        courses = places[start:stop, points]
        smooth[start:stop, points] = smoothed(courses.reshape(stop - start, -1)).reshape(courses.shape)
    return smooth


def smoothed(courses: np.ndarray) -> np.ndarray:
    """Return courses (T, N) of numbers, each smoothed as much as cross-validation says."""
    pad = min(len(courses) - 1, LONGEST_PAD)
    before, after = 2.0 * courses[0] - courses[pad:0:-1], 2.0 * courses[-1] - courses[-2 : -2 - pad : -1]
    parts = np.asarray(dct(np.concatenate([before, courses, after]), axis=0, norm="ortho"))
    count = len(parts)
    bends = (2.0 - 2.0 * np.cos(np.pi * np.arange(count) / count)) ** _ORDER
    power = parts**2
    kept = 1.0 / (1.0 + _STRENGTHS[:, None] * bends)
    # Generalised cross-validation: the error over the squared share of what is left free.
    scores = ((1.0 - kept) ** 2 @ power) / ((1.0 - kept).mean(axis=1) ** 2)[:, None]
    best = kept[np.argmin(scores, axis=0)]
    return np.asarray(idct(best.T * parts, axis=0, norm="ortho"))[pad : pad + len(courses)]
