"""How fast a point goes around each frame: medians of the steps from one seen frame to the next.

A jump there and back adds two opposite steps, which leave a median nearly where it was.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

HALF_WINDOW = 6
"""Steps on either side of a frame that make up its local velocity."""


def local_velocity(row: np.ndarray, kept: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    """Return velocities (T, 3) [m/s] and how far the steps around a frame are from that, (T,) [m/s].

    Args:
        row: (T, 3) [m] one point.
        kept: (T,) which frames count.
        step: Time from one frame to the next [s].
    """
    order = np.flatnonzero(kept)
    if len(order) < 2:
        return np.zeros((len(row), 3)), np.zeros(len(row))
    steps = np.diff(row[order], axis=0) / (np.diff(order) * step)[:, None]
    # Windows at the ends hold fewer steps; what is missing there comes last in order.
    padded = np.pad(steps, ((HALF_WINDOW, HALF_WINDOW), (0, 0)), constant_values=np.inf)
    windows = sliding_window_view(padded, 2 * HALF_WINDOW, axis=0)
    places = np.arange(len(windows))
    sizes = np.minimum(places + HALF_WINDOW, len(steps)) - np.maximum(places - HALF_WINDOW, 0)
    lower, upper = (sizes - 1) // 2, sizes // 2
    ordered = np.sort(windows, axis=2)
    velocity = 0.5 * (ordered[places, :, lower] + ordered[places, :, upper])
    squares = (windows - velocity[:, :, None]) ** 2
    squares = np.sort(squares[:, 0] + squares[:, 1] + squares[:, 2], axis=1)
    # The lower of two middle ones bears with three jumps in a window.
    deviation = np.sqrt(squares[places, lower])
    around = np.minimum(np.searchsorted(order, np.arange(len(row))), len(steps))
    return velocity[around], deviation[around]
