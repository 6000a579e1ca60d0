"""How fast points go around each frame: medians of the steps from one seen frame to the next.

A jump there and back adds two opposite steps, which leave a median nearly where it was.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

HALF_WINDOW = 6
"""Steps on either side of a frame that make up its local velocity."""


def local_velocities(rows: np.ndarray, kept: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Return velocities (K, T, 3) [m/s] and how far the steps around a frame are from that, (K, T) [m/s].

    Args:
        rows: (K, T, 3) [m] a point each.
        kept: (K, T) which frames count.
        step: Time from one frame to the next [s].
    """
    orders = [np.flatnonzero(own) for own in kept]
    counts = [max(len(order) - 1, 0) for order in orders]
    # All steps stand in one line, each point's between some that are none and come last in order: windows at
    # the ends hold fewer.
    line = np.full((sum(counts) + 2 * HALF_WINDOW * len(counts), 3), np.inf)
    places, sizes, start = [], [], 0
    for row, order, count in zip(rows, orders, counts, strict=True):
        steps = line[start + HALF_WINDOW : start + HALF_WINDOW + count]
        steps[:] = np.diff(row[order], axis=0) / (np.diff(order) * step)[:, None]
        around = np.arange(count + 1)
        places.append(start + around)
        sizes.append(np.minimum(around + HALF_WINDOW, count) - np.maximum(around - HALF_WINDOW, 0))
        start += count + 2 * HALF_WINDOW
    windows = sliding_window_view(line, 2 * HALF_WINDOW, axis=0)[np.concatenate(places)]
    medians, deviations = _medians(windows, np.concatenate(sizes))
    velocity, deviation = np.zeros(rows.shape), np.zeros(kept.shape)
    first = 0
    for k, (order, count) in enumerate(zip(orders, counts, strict=True)):
        if count > 0:
            around = first + np.minimum(np.searchsorted(order, np.arange(kept.shape[1])), count)
            velocity[k], deviation[k] = medians[around], deviations[around]
        first += count + 1
    return velocity, deviation


def _medians(windows: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return medians (N, 3) of windows (N, 3, W), of which so many (N,) count, and median distances (N,)."""
    every = np.arange(len(windows))
    lower, upper = np.maximum(sizes - 1, 0) // 2, sizes // 2
    ordered = np.sort(windows, axis=2)
    medians = 0.5 * (ordered[every, :, lower] + ordered[every, :, upper])
    # Where nothing counts there is no distance either.
    medians[sizes == 0] = 0.0
    squares = (windows - medians[:, :, None]) ** 2
    squares = np.sort(squares[:, 0] + squares[:, 1] + squares[:, 2], axis=1)
    # The lower of two middle ones bears with three jumps in a window.
    return medians, np.sqrt(squares[every, lower])
