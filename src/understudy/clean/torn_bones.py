"""Points torn off their bones: far from every mate that they otherwise keep their distance from.

This finds outliers that time does not tell: between two gaps, in few frames a second, or where a point
stays away for long.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.noise import noise_levels
from understudy.clean.rigidity import Rigidity, measure_rigidity
from understudy.clean.screening import mark_torn
from understudy.kinematics.problem import as_kernels_take
from understudy.spatial.vectors import lengths

_MATES = 3
"""Nearest mates that are asked."""

_FRAMES_AT_ONCE = 2048
"""Frames whose bones are measured together."""

_SPREADS = 6.0
"""A bone is torn where its length is off by this many times what it usually varies."""


def find_torn(points: np.ndarray, valid: np.ndarray, smallest: float) -> np.ndarray:
    """Return (T, K) bool, True where a point cannot be where it was seen, since its bones would be torn.

    A point is torn off where that is so towards all of its mates that were seen, at least one of which is
    whole towards others. Where two points alone disagree, nobody knows which is wrong.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K), False for outliers that are known already.
        smallest: Change of length [m] under which no bone is torn.
    """
    rigidity = measure_rigidity(points, valid, noise_levels(points, valid))
    limits = np.maximum(_SPREADS * rigidity.spreads, smallest)
    bones = _bones(rigidity)
    found = np.zeros(valid.shape, dtype=bool)
    if len(bones) == 0:
        return found
    first, second = bones.T
    usual, most = rigidity.lengths[first, second], limits[first, second]
    starts = np.arange(0, len(points), _FRAMES_AT_ONCE)
    if mark_torn.is_worth_it(len(points)):
        marked = np.zeros(len(starts), dtype=bool)
        seen = (as_kernels_take(points), as_kernels_take(valid))
        mark_torn(*seen, bones, usual, most, _FRAMES_AT_ONCE, marked)
        starts = starts[marked]
    for start in starts:
        block = slice(start, start + _FRAMES_AT_ONCE)
        both = valid[block, first] & valid[block, second]
        off = np.abs(lengths(points[block, first] - points[block, second]) - usual) > most
        # Most blocks of most takes have none.
        if (both & off).any():
            found[block] = _torn_off(bones, both & off, both & ~off, valid.shape[1])
    return found


def _torn_off(bones: np.ndarray, torn: np.ndarray, whole: np.ndarray, count: int) -> np.ndarray:
    """Return (T, K) which of ``count`` points are torn off, by bones (N, 2) that are torn or whole (T, N)."""
    is_held, found = np.zeros((2, len(torn), count), dtype=bool)
    for (a, b), frames in zip(bones, whole.T, strict=True):
        is_held[:, a] |= frames
        is_held[:, b] |= frames
    for bone in np.flatnonzero(torn.any(axis=0)):
        (a, b), frames = bones[bone], torn[:, bone]
        found[:, a] |= frames & ~is_held[:, a] & is_held[:, b]
        found[:, b] |= frames & ~is_held[:, b] & is_held[:, a]
    return found


def _bones(rigidity: Rigidity) -> np.ndarray:
    """Return the pairs of points (N, 2) that ask each other: each point and its nearest mates."""
    nearest = np.argsort(np.where(rigidity.rigid, rigidity.lengths, np.inf), axis=1, kind="stable")
    mates, count = nearest[:, :_MATES], len(nearest)
    own = np.arange(count)[:, None]
    # A number stands for each pair, the smaller index before the larger one.
    pairs = np.minimum(own, mates) * count + np.maximum(own, mates)
    return np.stack(np.divmod(np.unique(pairs[rigidity.rigid[own, mates]]), count), axis=1)
