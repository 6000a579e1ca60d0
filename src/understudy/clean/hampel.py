"""Hampel's test: a value far from the median of its neighbours, measured by how far those are from it.

It finds the small spikes in slow motion that are no jumps yet. Around a frame as many seen frames are taken
before as after, so that their median follows motion in one direction exactly and its turns closely. The
faster a point moves, the wider they spread and the less is flagged.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.courses import courses
from understudy.clean.screening import mark_bent
from understudy.kinematics.problem import as_kernels_take
from understudy.spatial.vectors import lengths

_HALF_WINDOW = 0.1
"""Time [s] on either side of a frame that makes up its window."""

_MIN_HALF_WINDOW = 3
"""Frames on either side of a frame, however few there are in a second."""

_DEVIATIONS = 5.0
"""A spike is this many median distances from the median: over seven standard deviations of plain noise."""

_MIN_SIDE = 2
"""Frames that must have been seen on either side for a window to tell anything."""

_AT_A_TIME = 20_000
"""Windows that are looked at together, so that no take fills the memory."""


def find_spikes(points: np.ndarray, valid: np.ndarray, fps: float, smallest: float) -> np.ndarray:
    """Return (T, K) bool, True where a point is far from its neighbours in time.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        fps: Frames a second [1/s].
        smallest: Distance [m] from the median under which nothing is a spike.
    """
    spikes = np.zeros(valid.shape, dtype=bool)
    frames, columns = np.nonzero(_candidates(points, valid, smallest))
    if len(frames) == 0:
        return spikes
    half = max(_MIN_HALF_WINDOW, round(_HALF_WINDOW * fps))
    counts = np.concatenate([np.zeros((1, valid.shape[1]), dtype=np.int64), np.cumsum(valid, axis=0)])
    before = counts[frames, columns] - counts[np.maximum(frames - half, 0), columns]
    behind = counts[np.minimum(frames + half + 1, len(valid)), columns] - counts[frames + 1, columns]
    sides = np.minimum(before, behind)
    # What was seen stands point after point, so that a window is a stretch of it.
    seen = np.ascontiguousarray(points.transpose(1, 0, 2)[valid.T].T)
    firsts = np.concatenate([[0], np.cumsum(counts[-1])])[:-1]
    places = firsts[columns] + counts[frames, columns]
    for side in range(_MIN_SIDE, half + 1):
        same = np.flatnonzero(sides == side)
        for some in np.split(same, range(_AT_A_TIME, len(same), _AT_A_TIME)):
            far = some[_are_far(seen, places[some], side, smallest)]
            spikes[frames[far], columns[far]] = True
    return spikes


def _candidates(points: np.ndarray, valid: np.ndarray, smallest: float) -> np.ndarray:
    """Return (T, K) bool, frames that are off the middle between the seen frames around them.

    Whatever is far from the median of a smooth window is off that middle too; testing only those frames
    leaves clean takes nearly untested.
    """
    found = np.zeros(valid.shape, dtype=bool)
    if mark_bent.is_worth_it(len(points)):
        marked = np.zeros(valid.shape[1], dtype=bool)
        mark_bent(as_kernels_take(points), as_kernels_take(valid), 0.5 * smallest, marked)
        if not marked.any():
            return found
    for columns, frames, seen in courses(points, valid):
        if len(frames) > 2 * _MIN_SIDE:
            off = lengths(seen[1:-1] - 0.5 * (seen[:-2] + seen[2:]))
            found[np.ix_(frames[1:-1], columns)] = off > 0.5 * smallest
    return found


def _are_far(seen: np.ndarray, places: np.ndarray, side: int, smallest: float) -> np.ndarray:
    """Return which places (N,) in what was seen (3, M) are far from as many before as behind them."""
    windows = seen[:, places[:, None] + np.arange(-side, side + 1)]
    centres = np.partition(windows, side, axis=2)[..., side]
    own = _distances(windows[..., side], centres)
    off = np.flatnonzero(own > smallest)
    around = _distances(windows[:, off], centres[:, off, None])
    return off[own[off] > _DEVIATIONS * np.partition(around, side, axis=1)[:, side]]


def _distances(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    x, y, z = a - b
    return np.sqrt(x**2 + y**2 + z**2)
