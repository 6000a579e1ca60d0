"""The compiled kernel that filters many values, as ``block_filter`` does few ones."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import lean_kernel


@lean_kernel
def run_all_both_ways(
    signals: np.ndarray, columns: np.ndarray, coefficients: np.ndarray, pads: np.ndarray, long: np.ndarray
) -> None:
    """Filter C columns of ``signals`` (T, N) in place both ways, continued by ``pads`` (C,) frames.

    ``long`` has room for a column with its continuation.
    """
    frames = len(signals)
    for c in range(len(columns)):
        column, pad = columns[c], pads[c]
        for t in range(frames):
            long[pad + t] = signals[t, column]
        for t in range(pad):
            long[t] = 2.0 * long[pad] - long[2 * pad - t]
            long[frames + pad + t] = 2.0 * long[frames + pad - 1] - long[frames + pad - 2 - t]
        b0, b1, b2 = coefficients[c, 0], coefficients[c, 1], coefficients[c, 2]
        a1, a2 = coefficients[c, 3], coefficients[c, 4]
        last = frames + 2 * pad - 1
        for way in range(2):
            first = long[0] if way == 0 else long[last]
            # The state in which the filter has seen its first value for ever.
            early = (1.0 - b0) * first
            late = (b2 - a2) * first
            for step in range(last + 1):
                t = step if way == 0 else last - step
                value = long[t]
                passed = b0 * value + early
                early = b1 * value - a1 * passed + late
                late = b2 * value - a2 * passed
                long[t] = passed
        for t in range(frames):
            signals[t, column] = long[pad + t]
