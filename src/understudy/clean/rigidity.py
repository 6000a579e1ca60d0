"""Which points keep their distance from each other: they sit on one bone, or at its two ends.

Found from the recording itself, whatever its points are called: two markers of a segment, a hip and a knee.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.clean.rigidity_kernel import HIGH, LOW, TAILS_WIDTH, measure_pairs

_MAX_FRAMES = 1000
_FEW_FRAMES = 200
_MAX_DISTANCES = 1e7
"""Frames that are looked at: as many as the first, fewer where distances between points are that many, but
never fewer than the second."""

_PAIRS_AT_ONCE = 256
"""Pairs of points that are looked at together; their distances stay in the processor's cache."""

_MIN_FRAMES = 20
"""Frames that must show two points together."""

_NOISE_FACTOR = 1.3
"""Distances vary by the noise of both points; their measured spread is allowed this much more."""

_SLACK = 0.02
"""Share of its length by which a segment may vary: skin, and joint centres that are only estimates."""


@dataclass(frozen=True, eq=False)
class Rigidity:
    """Distances between points, infinite where two are hardly ever seen together.

    Attributes:
        lengths: (K, K) [m] median distance.
        spreads: (K, K) [m] standard deviation, as wide as the tails are.
        rigid: (K, K) bool, whether the distance stays what it is.
    """

    lengths: np.ndarray
    spreads: np.ndarray
    rigid: np.ndarray


def measure_rigidity(points: np.ndarray, valid: np.ndarray, noise: np.ndarray) -> Rigidity:
    """Measure it.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        noise: (K,) [m] standard deviation in a coordinate.
    """
    count = points.shape[1]
    sample = int(np.clip(_MAX_DISTANCES / count**2, _FEW_FRAMES, _MAX_FRAMES))
    if valid.all():
        # Of a take without gaps the same frames serve all points.
        step = max(1, len(points) // sample)
        points, valid = points[::step], valid[::step]
    if measure_pairs.is_worth_it(len(points)):
        lengths, spreads = _by_kernel(points, valid, sample)
    elif valid.all():
        lengths, spreads = _without_gaps(points)
    else:
        lengths, spreads = _with_gaps(points, valid, sample)
    np.fill_diagonal(lengths, np.inf)
    limit = _NOISE_FACTOR * np.hypot(noise[:, None], noise) + _SLACK * lengths
    return Rigidity(lengths, spreads, np.isfinite(lengths) & (spreads <= limit))


def _by_kernel(points: np.ndarray, valid: np.ndarray, sample: int) -> tuple[np.ndarray, np.ndarray]:
    """Return median distances and spreads (K, K) [m], by about so many frames of each point."""
    lengths, spreads = np.full((2, points.shape[1], points.shape[1]), np.inf)
    # What is worked on together lies side by side: a coordinate of a point in all frames.
    coordinates, seen = np.ascontiguousarray(points.transpose(2, 1, 0)), np.ascontiguousarray(valid.T)
    measure_pairs(coordinates, seen, sample, min(_MIN_FRAMES, len(points)), lengths, spreads)
    return lengths, spreads


def _without_gaps(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return median distances and spreads (K, K) [m] of points (T, K, 3) that are seen all the time."""
    lengths, spreads = np.full((2, points.shape[1], points.shape[1]), np.inf)
    # What is worked on together lies side by side: a coordinate of a point in all frames.
    coordinates = np.ascontiguousarray(points.transpose(2, 1, 0))
    low, middle, high = (int(np.rint(share * (len(points) - 1))) for share in (LOW, 0.5, HIGH))
    first, second = np.triu_indices(points.shape[1])
    for start in range(0, len(first), _PAIRS_AT_ONCE):
        a, b = first[start : start + _PAIRS_AT_ONCE], second[start : start + _PAIRS_AT_ONCE]
        x, y, z = (own[b] - own[a] for own in coordinates)
        ranked = np.sqrt(x**2 + y**2 + z**2)
        ranked.partition((low, middle, high), axis=1)
        lengths[a, b] = lengths[b, a] = ranked[:, middle]
        spreads[a, b] = spreads[b, a] = (ranked[:, high] - ranked[:, low]) / TAILS_WIDTH
    return lengths, spreads


def _with_gaps(points: np.ndarray, valid: np.ndarray, sample: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the same of points that were seen (T, K) at times, by about so many frames of each."""
    count = points.shape[1]
    lengths, spreads = np.full((2, count, count), np.inf)
    coordinates = np.ascontiguousarray(points.transpose(2, 1, 0))
    seen = np.ascontiguousarray(valid.T)
    for k in range(count):
        frames = np.flatnonzero(seen[k])
        step = max(1, len(frames) // sample)
        chosen = slice(None, None, step) if len(frames) == len(points) else frames[::step]
        together = seen[k:, chosen]
        shown = together.sum(axis=1)
        others = np.flatnonzero(shown >= min(_MIN_FRAMES, len(points)))
        if len(others):
            x, y, z = (own[k:, chosen] - own[k, chosen] for own in coordinates)
            ranked = np.where(together, np.sqrt(x**2 + y**2 + z**2), np.inf)[others]
            ranked.sort(axis=1)
            low, middle, high = (
                ranked[np.arange(len(others)), np.rint(share * (shown[others] - 1)).astype(np.int64)]
                for share in (LOW, 0.5, HIGH)
            )
            others += k
            lengths[k, others] = lengths[others, k] = middle
            spreads[k, others] = spreads[others, k] = (high - low) / TAILS_WIDTH
    return lengths, spreads
