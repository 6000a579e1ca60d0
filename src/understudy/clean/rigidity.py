"""Which points keep their distance from each other: they sit on one bone, or at its two ends.

Found from the recording itself, whatever its points are called: two markers of a segment, a hip and a knee.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.clean.ranking import ranked
from understudy.kinematics.compilation import inner_kernel, kernel

_MAX_FRAMES = 1000
_FEW_FRAMES = 200
_MAX_DISTANCES = 1e7
"""Frames that are looked at: as many as the first, fewer where distances between points are that many, but
never fewer than the second."""

_MIN_FRAMES = 20
"""Frames that must show two points together."""

_LOW, _HIGH = 0.025, 0.975
_TAILS_WIDTH = 3.92
"""Quantiles of a distance, and their separation in standard deviations of a normal variable. A distance that
changes only now and then widens the tails, where it would not move a median."""

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
    # What is worked on together lies side by side: a coordinate of a point in all frames.
    coordinates, seen = np.ascontiguousarray(points.transpose(2, 1, 0)), np.ascontiguousarray(valid.T)
    lengths, spreads = np.full((2, count, count), np.inf)
    _measure_pairs(coordinates, seen, sample, min(_MIN_FRAMES, len(points)), lengths, spreads)
    np.fill_diagonal(lengths, np.inf)
    limit = _NOISE_FACTOR * np.hypot(noise[:, None], noise) + _SLACK * lengths
    return Rigidity(lengths, spreads, np.isfinite(lengths) & (spreads <= limit))


@kernel
def _measure_pairs(
    coordinates: np.ndarray,
    seen: np.ndarray,
    sample: int,
    least: int,
    lengths: np.ndarray,
    spreads: np.ndarray,
) -> None:
    """Measure the distance of every two points, by about so many frames that show the first.

    Args:
        coordinates: (3, K, T) [m].
        seen: (K, T) where points are.
        sample: How many frames of a point are looked at.
        least: Frames that must show both.
        lengths: (K, K) [m] median distances, written where there are as many.
        spreads: (K, K) [m] standard deviations, too.
    """
    count, frames = seen.shape
    chosen, squares = np.empty(frames, np.int64), np.empty(frames)
    for k in range(count):
        number = _chosen(seen[k], sample, chosen)
        for j in range(k, count):
            shown = 0
            for index in range(number):
                frame = chosen[index]
                if seen[j, frame]:
                    x = coordinates[0, j, frame] - coordinates[0, k, frame]
                    y = coordinates[1, j, frame] - coordinates[1, k, frame]
                    z = coordinates[2, j, frame] - coordinates[2, k, frame]
                    squares[shown] = x * x + y * y + z * z
                    shown += 1
            if shown >= least:
                middle = np.int64(np.rint(0.5 * (shown - 1)))
                low, high = np.int64(np.rint(_LOW * (shown - 1))), np.int64(np.rint(_HIGH * (shown - 1)))
                # Roots rank as their squares do, so that three of them are enough.
                length = np.sqrt(ranked(squares, 0, shown - 1, middle))
                tail = np.sqrt(ranked(squares, 0, middle, low))
                far = np.sqrt(ranked(squares, middle, shown - 1, high))
                lengths[k, j] = lengths[j, k] = length
                spreads[k, j] = spreads[j, k] = (far - tail) / _TAILS_WIDTH


@inner_kernel
def _chosen(seen: np.ndarray, sample: int, chosen: np.ndarray) -> int:
    """Write which of the frames (T,) that show a point are looked at, and return how many."""
    count = 0
    for frame in range(len(seen)):
        if seen[frame]:
            chosen[count] = frame
            count += 1
    step = max(1, count // sample)
    number = 0
    for index in range(0, count, step):
        chosen[number] = chosen[index]
        number += 1
    return number
