"""How noisy points are, told from the motion by differences of high order.

A difference of order n over successive frames multiplies white noise by the root of (2n choose n) and
all but removes what is smooth. What is left of fast motion at order 4 has at least twice the power
of what is left at order 6, so that the two levels bound the noise from below:

    noise² ≥ 2 · level₆² - level₄².

Medians over time keep the rare fast moment and forgotten outliers out.
"""

from __future__ import annotations

from math import comb

import numpy as np

from understudy.clean.ranking import median_of
from understudy.kinematics.compilation import inner_kernel, kernel
from understudy.kinematics.problem import as_kernels_take

_ORDERS = (4, 6)
_MEDIAN_OF_SQUARES = 0.454936
"""Median of the square of a standard normal variable."""

_MIN_WINDOWS = 8
"""Fewer stretches without a gap tell nothing about noise."""

_MAX_WINDOWS = 5000
"""More stretches would not tell it better."""


def noise_levels(points: np.ndarray, valid: np.ndarray) -> np.ndarray:
    """Return (K,) [m] the standard deviation of white noise in each coordinate of each point.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).

    Returns:
        Zero where motion hides the noise, or where a point was hardly ever seen for seven frames on end.
    """
    lower, higher = (_level_at(points, valid, order) for order in _ORDERS)
    apart = np.maximum(2.0 * higher**2 - lower**2, 0.0)
    return np.sqrt(np.minimum(apart, higher**2))


def _level_at(points: np.ndarray, valid: np.ndarray, order: int) -> np.ndarray:
    """Return (K,) [m] the noise that differences of one order suggest."""
    count, width = points.shape[1], order + 1
    if len(points) < width:
        return np.zeros(count)
    factors = np.array([(-1.0) ** step * comb(order, step) for step in range(width)])
    stride = max(1, (len(points) - order) // _MAX_WINDOWS)
    medians = np.zeros((count, 3))
    _write_medians(as_kernels_take(points), as_kernels_take(valid), factors, stride, medians)
    return np.sqrt(medians.mean(axis=-1) / (_MEDIAN_OF_SQUARES * comb(2 * order, order)))


@kernel
def _write_medians(
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
        if count < _MIN_WINDOWS:
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
