"""Medians of squared differences, for takes long enough or many enough that a kernel is worth loading."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import inner_kernel, kernel
from understudy.kernels.ranking import median_of

MIN_WINDOWS = 8
"""Fewer stretches without a gap tell nothing about noise."""


@kernel
def write_medians(
    points: np.ndarray, valid: np.ndarray, factors: np.ndarray, stride: int, medians: np.ndarray
) -> None:
    """Write the medians (K, 3) [m²] of squared differences over stretches without a gap.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        factors: (N + 1,) of the frames of a difference.
        stride: Frames from one stretch to the next.
        medians: Stays as it is for a point that has too few stretches.
    """
    width = len(factors)
    stop = len(points) - width + 1
    starts, squares = np.empty(stop, np.int64), np.empty(stop)
    for column in range(points.shape[1]):
        count = _whole(valid, column, width, stride, starts)
        if count < MIN_WINDOWS:
            continue
        for axis in range(3):
            for index in range(count):
                difference = 0.0
                for step in range(width):
                    difference += factors[step] * points[starts[index] + step, column, axis]
                squares[index] = difference * difference
            medians[column, axis] = median_of(squares, count)


@inner_kernel
def _whole(valid: np.ndarray, column: int, width: int, stride: int, starts: np.ndarray) -> int:
    """Write where stretches begin in which a point is seen all the time, and return how many there are."""
    count = 0
    for start in range(0, len(valid) - width + 1, stride):
        is_whole = True
        for frame in range(start, start + width):
            is_whole = is_whole and valid[frame, column]
        if is_whole:
            starts[count] = start
            count += 1
    return count
