"""Two rules of Levenberg–Marquardt that every solver here follows: how to damp, and what a step promises."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import inner_kernel


@inner_kernel
def next_damping(damp: float, gain: float, least: float) -> float:
    """Return the damping after a step that gained this share of its promise; negative: nothing."""
    if gain > 0.75:
        return max(0.1 * damp, least)
    if gain < 0.25:
        return min(10.0 * damp, 1e9) if gain > 0.0 else max(10.0 * damp, 1e-4)
    return damp


@inner_kernel
def promise_of(change: np.ndarray, gradient: np.ndarray, damping: np.ndarray) -> tuple[float, float]:
    """Return the largest part of a step (V,) and the decrease of the cost that its model promises."""
    largest, promised = 0.0, 1e-300
    for v in range(change.shape[0]):
        largest = max(largest, abs(change[v]))
        promised -= 0.5 * change[v] * (gradient[v] - damping[v] * change[v])
    return largest, promised
