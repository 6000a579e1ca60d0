"""Distances between all points, for takes long enough or many enough that a kernel is worth loading."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import inner_kernel, kernel
from understudy.kernels.ranking import ranked

LOW, HIGH = 0.025, 0.975
TAILS_WIDTH = 3.92
"""Quantiles of a distance, and their separation in standard deviations of a normal variable. A distance that
changes only now and then widens the tails, where it would not move a median."""


@kernel
def measure_pairs(
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
                low, high = np.int64(np.rint(LOW * (shown - 1))), np.int64(np.rint(HIGH * (shown - 1)))
                # Roots rank as their squares do, so that three of them are enough.
                length = np.sqrt(ranked(squares, 0, shown - 1, middle))
                tail = np.sqrt(ranked(squares, 0, middle, low))
                far = np.sqrt(ranked(squares, middle, shown - 1, high))
                lengths[k, j] = lengths[j, k] = length
                spreads[k, j] = spreads[j, k] = (far - tail) / TAILS_WIDTH


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
