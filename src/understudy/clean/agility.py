"""How much points accelerate, alone and relative to each other, on the time scale of gaps.

Motion is taken as a walk whose velocity changes by chance: each frame adds a change of variance
a² [m² a frame⁴]. A second difference over h frames then has the variance a² (2 h³ + h) / 3, to which white
noise σ adds 6 σ². Across a gap of n frames whose ends are known such motion strays from its smoothest
course by a variance of a² n³ / 192 in the middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_LAG = 0.125
"""Time [s] over which changes of velocity are looked at, long enough to stand out of the noise."""

_MAX_SAMPLES = 1000
_MIN_SAMPLES = 8

_LEAST = 0.1
"""Share of what was measured that counts as motion, however large the noise."""

_STILL = 1e-12
"""Variance [m² a frame⁴] of a point that never moves, or never relative to another."""

_UNKNOWN = 20.0
"""Acceleration [m/s²] of a point that was hardly seen: that of an adult's foot in walking."""


@dataclass(frozen=True, eq=False)
class Agility:
    """Variances a² of the change of velocity in one frame [m² a frame⁴].

    Attributes:
        own: (K,) of each point in the world.
        relative: (K, K) of each point relative to each other; infinite where two were hardly seen together.
    """

    own: np.ndarray
    relative: np.ndarray


def measure_agility(points: np.ndarray, valid: np.ndarray, fps: float, noise: np.ndarray) -> Agility:
    """Measure it.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        fps: Frames a second [1/s].
        noise: (K,) [m] standard deviation in a coordinate.
    """
    lag = max(1, min(round(_LAG * fps), (len(points) - 1) // 2))
    centres = np.arange(lag, len(points) - lag)
    centres = centres[:: max(1, len(centres) // _MAX_SAMPLES)]
    seen = valid[centres - lag] & valid[centres] & valid[centres + lag]
    bends = points[centres - lag] - 2.0 * points[centres] + points[centres + lag]
    bends = np.where(seen[..., None], bends, 0.0)
    per_frame = 3.0 / (2.0 * lag**3 + lag)
    own = per_frame * _variances(np.sum(bends**2, axis=(0, 2)), seen.sum(axis=0), noise**2)
    own = np.where(np.isfinite(own), own, (_UNKNOWN / fps**2) ** 2)
    relative = per_frame * _variances(*_relative_squares(bends, seen), noise[:, None] ** 2 + noise**2)
    np.fill_diagonal(relative, np.inf)
    return Agility(np.maximum(own, _STILL), np.maximum(relative, _STILL))


def _relative_squares(bends: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (K, K) sums [m²] of squared differences of (N, K, 3) where both are ``seen``, and how many.

    |a - b|² = |a|² + |b|² - 2 a·b makes matrix products of it.
    """
    weights = seen.astype(np.float64)
    squares = np.sum(bends**2, axis=-1).T @ weights
    columns = bends.transpose(0, 2, 1).reshape(-1, seen.shape[1])
    return np.maximum(squares + squares.T - 2.0 * columns.T @ columns, 0.0), weights.T @ weights


def _variances(squares: np.ndarray, count: np.ndarray, noise_variance: np.ndarray) -> np.ndarray:
    """Return [m²] the variance in a coordinate from sums of squares over ``count`` frames, without noise's.

    Infinite where there are too few frames.
    """
    enough = count >= _MIN_SAMPLES
    measured = np.divide(squares, 3.0 * count, out=np.full(squares.shape, np.inf), where=enough)
    return np.maximum(measured - 6.0 * noise_variance, _LEAST * measured)
