"""How much white noise points have, told from the motion by differences of high order.

A difference of order n over successive frames multiplies white noise by the root of (2n choose n) and
all but removes what is smooth. What is left of fast motion at order 4 has at least twice the power
of what is left at order 6, so that the two levels bound the noise from below:

    noise² ≥ 2 · level₆² - level₄².

Medians over time keep the rare fast moment and forgotten outliers out. These differences see what lies near
half the frame rate: noise that falls with frequency, or was filtered there, is more than they say, and is
measured by ``signals.noise``.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from understudy.clean.noise_kernel import MIN_WINDOWS, write_medians
from understudy.kinematics.problem import as_kernels_take
from understudy.motion.ranks import medians

_ORDERS = (4, 6)
_MEDIAN_OF_SQUARES = 0.454936
"""Median of the square of a standard normal variable."""

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
    stop = len(points) - order
    stride = max(1, stop // _MAX_WINDOWS)
    factors = np.array([(-1.0) ** step * comb(order, step) for step in range(width)])
    if write_medians.is_worth_it(len(points)):
        by_axis = np.zeros((count, 3))
        write_medians(as_kernels_take(points), as_kernels_take(valid), factors, stride, by_axis)
        squares = by_axis.mean(axis=-1)
    else:
        squares = _median_squares(points, valid, factors, stride)
    return np.sqrt(squares / (_MEDIAN_OF_SQUARES * comb(2 * order, order)))


def _median_squares(points: np.ndarray, valid: np.ndarray, factors: np.ndarray, stride: int) -> np.ndarray:
    """Return (K,) [m²] the mean over axes of the median of squared differences, as the kernel does."""
    count, width = points.shape[1], len(factors)
    stop = len(points) - width + 1
    differences = np.zeros((len(range(0, stop, stride)), count, 3))
    for step, factor in enumerate(factors):
        differences += factor * points[step : stop + step : stride]
    squares = np.zeros(count)
    # Most points are seen all the time, and their medians are found together.
    always = np.logical_and.reduce(valid, axis=0)
    if always.any() and len(differences) >= MIN_WINDOWS:
        own = differences if always.all() else differences[:, always]
        # What is ranked together lies side by side.
        squares[always] = medians(np.ascontiguousarray((own**2).transpose(1, 2, 0))).mean(axis=-1)
    for column in np.flatnonzero(~always):
        whole = np.logical_and.reduce(sliding_window_view(valid[:, column], width)[::stride], axis=-1)
        own = differences[whole, column]
        if len(own) >= MIN_WINDOWS:
            squares[column] = medians(own.T**2).mean()
    return squares
