"""Hampel's test: a value far from the median of its neighbours, measured by how far those are from it.

It finds the small spikes in slow motion that are no jumps yet. Around a frame as many seen frames are taken
before as after, so that their median follows motion in one direction exactly and its turns closely. The
faster a point moves, the wider they spread and the less is flagged.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.sorted_window import middle, put_in
from understudy.kinematics.compilation import announced_compilation, inner_kernel, kernel

_HALF_WINDOW = 0.1
"""Time [s] on either side of a frame that makes up its window."""

_MIN_HALF_WINDOW = 3
"""Frames on either side of a frame, however few there are in a second."""

_DEVIATIONS = 5.0
"""A spike is this many median distances from the median: over seven standard deviations of plain noise."""

_MIN_SIDE = 2
"""Frames that must have been seen on either side for a window to tell anything."""


def find_spikes(points: np.ndarray, valid: np.ndarray, fps: float, smallest: float) -> np.ndarray:
    """Return (T, K) bool, True where a point is far from its neighbours in time.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        fps: Frames a second [1/s].
        smallest: Distance [m] from the median under which nothing is a spike.
    """
    spikes = np.zeros(valid.shape, dtype=bool)
    candidates = _candidates(points, valid, smallest)
    if candidates.any():
        half = max(_MIN_HALF_WINDOW, round(_HALF_WINDOW * fps))
        with announced_compilation(_test):
            _test(np.nan_to_num(points), np.ascontiguousarray(valid), candidates, half, smallest, spikes)
    return spikes


def _candidates(points: np.ndarray, valid: np.ndarray, smallest: float) -> np.ndarray:
    """Return (T, K) bool, frames that are off the middle between the seen frames around them.

    Whatever is far from the median of a smooth window is off that middle too; testing only those frames
    leaves clean takes nearly untested.
    """
    found = np.zeros(valid.shape, dtype=bool)
    for k in range(points.shape[1]):
        frames = np.flatnonzero(valid[:, k])
        if len(frames) > 2 * _MIN_SIDE:
            row = points[frames, k]
            off = np.linalg.norm(row[1:-1] - 0.5 * (row[:-2] + row[2:]), axis=1)
            found[frames[1:-1], k] = off > 0.5 * smallest
    return found


@kernel
def _test(
    points: np.ndarray,
    valid: np.ndarray,
    candidates: np.ndarray,
    half: int,
    smallest: float,
    spikes: np.ndarray,
) -> None:
    frames, count = valid.shape
    chosen = np.empty(2 * half + 1, dtype=np.int64)
    window, centre = np.empty(2 * half + 1), np.empty(3)
    for k in range(count):
        for t in range(frames):
            size = _window(valid[:, k], t, half, chosen) if candidates[t, k] else 0
            if size <= 2 * _MIN_SIDE:
                continue
            for a in range(3):
                for i in range(size):
                    put_in(window, i, points[chosen[i], k, a])
                centre[a] = middle(window, size)
            for i in range(size):
                put_in(window, i, _distance(points[chosen[i], k], centre))
            own = _distance(points[t, k], centre)
            spikes[t, k] = own > max(smallest, _DEVIATIONS * middle(window, size))


@inner_kernel
def _window(valid: np.ndarray, t: int, half: int, chosen: np.ndarray) -> int:
    """Choose frame t and as many seen frames before as after it, the nearest; return how many in all."""
    before, after = 0, 0
    for s in range(max(0, t - half), t):
        before += valid[s]
    for s in range(t + 1, min(len(valid), t + half + 1)):
        after += valid[s]
    side = min(before, after)
    chosen[0] = t
    size = 1
    for way in (-1, 1):
        s, left = t + way, side
        while left > 0:
            if valid[s]:
                chosen[size] = s
                size += 1
                left -= 1
            s += way
    return size


@inner_kernel
def _distance(a: np.ndarray, b: np.ndarray) -> float:
    return np.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
