"""The compiled kernels of a head's landmarks, with the very numbers of NumPy's sums over them."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import exact_kernel


@exact_kernel
def write_arms(seen: np.ndarray, weights: np.ndarray, totals: np.ndarray, arms: np.ndarray) -> None:
    """Write arms (T, K, 3) [m] from the middle of the landmarks that count to each of them, zero for others.

    Args:
        seen: (T, K, 3) [m] landmarks, anything where they do not count.
        weights: (T, K), zero where a landmark does not count.
        totals: (T,) their sums, over zero.
        arms: Filled.
    """
    for frame in range(seen.shape[0]):
        for axis in range(3):
            middle = 0.0
            for point in range(seen.shape[1]):
                weight = weights[frame, point]
                middle += weight * (seen[frame, point, axis] if weight > 0.0 else 0.0)
            middle /= totals[frame]
            for point in range(seen.shape[1]):
                is_used = weights[frame, point] > 0.0
                arms[frame, point, axis] = seen[frame, point, axis] - middle if is_used else 0.0


@exact_kernel
def write_scatter(weights: np.ndarray, arms: np.ndarray, scatter: np.ndarray) -> None:
    """Write (T, 3, 3) the sums of weight · arm · armᵀ of weights (T, K) and arms (T, K, 3)."""
    for frame in range(arms.shape[0]):
        for row in range(3):
            for column in range(3):
                total = 0.0
                for point in range(arms.shape[1]):
                    part = weights[frame, point] * arms[frame, point, row]
                    total += part * arms[frame, point, column]
                scatter[frame, row, column] = total
