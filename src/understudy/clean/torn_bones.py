"""Points torn off their bones: far from every mate that they otherwise keep their distance from.

This finds outliers that time does not tell: between two gaps, in few frames a second, or where a point
stays away for long.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.noise import noise_levels
from understudy.clean.rigidity import Rigidity, measure_rigidity
from understudy.spatial.vectors import lengths

_MATES = 3
"""Nearest mates that are asked."""

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
    whole = np.zeros(valid.shape, dtype=bool)
    torn: dict[tuple[int, int], np.ndarray] = {}
    for a, b in _bones(rigidity):
        both = valid[:, a] & valid[:, b]
        off = np.abs(lengths(points[:, a] - points[:, b]) - rigidity.lengths[a, b]) > limits[a, b]
        whole[:, a] |= both & ~off
        whole[:, b] |= both & ~off
        torn[a, b] = np.flatnonzero(both & off)
    found = np.zeros(valid.shape, dtype=bool)
    for (a, b), frames in torn.items():
        found[frames, a] |= ~whole[frames, a] & whole[frames, b]
        found[frames, b] |= ~whole[frames, b] & whole[frames, a]
    return found


def _bones(rigidity: Rigidity) -> list[tuple[int, int]]:
    """Return the pairs of points that ask each other: each point and its nearest mates."""
    nearest = np.argsort(np.where(rigidity.rigid, rigidity.lengths, np.inf), axis=1, kind="stable")
    pairs = {
        (min(k, int(j)), max(k, int(j)))
        for k in range(len(nearest))
        for j in nearest[k, :_MATES]
        if rigidity.rigid[k, j]
    }
    return sorted(pairs)
