"""How fast a landmark moves, and how speeds compare between people of all sizes."""

from __future__ import annotations

import numpy as np

from understudy.motion.speed_kernel import write_speeds
from understudy.spatial.vectors import lengths

SPEED_WINDOW = 0.025
"""A speed is the mean over this time [s], which keeps the noise of fast cameras out of it."""

ADULT_LEG = 0.85
"""Leg length [m] for which thresholds of speed are stated."""


def causal_speed(points: np.ndarray, fps: float) -> np.ndarray:
    """Return (T,) [m/s] of points (T, 3) [m] over the time window that ends at each frame.

    The first frame has no past and counts as still. NaN comes out where a point is NaN.
    """
    return _mean_speed(points, fps, causal_window(fps), 0)


def centred_speed(points: np.ndarray, fps: float) -> np.ndarray:
    """Return (T, ...) [m/s] of points (T, ..., 3) [m] over the time window around each frame.

    A single frame counts as still. NaN comes out where a point at an end of the window is NaN.
    """
    half = half_window(fps)
    return _mean_speed(points, fps, half, half)


def causal_window(fps: float) -> int:
    """Return the frames before a frame over which :func:`causal_speed` takes its speed."""
    return max(1, round(SPEED_WINDOW * fps))


def half_window(fps: float) -> int:
    """Return the frames before and after a frame over which :func:`centred_speed` takes its speed."""
    return max(1, round(0.5 * SPEED_WINDOW * fps))


def speed_scale(leg: float) -> float:
    """Return the factor between speeds of a person with this leg length [m] and those of an adult.

    Walkers of different size move alike at equal Froude numbers v² / (g · leg) (Alexander), so that all
    their speeds go with the root of leg length.
    """
    return float(np.sqrt(leg / ADULT_LEG))


def _mean_speed(points: np.ndarray, fps: float, back: int, ahead: int) -> np.ndarray:
    """Return (T, ...) [m/s] of points (T, ..., 3) [m] from frames before each frame to frames behind."""
    count = len(points)
    if points.ndim == 2 and count > 1 and write_speeds.is_worth_it(count):
        speeds = np.empty(count)
        write_speeds(np.array(points, dtype=np.float64), float(fps), back, ahead, speeds)
        return speeds
    frames = np.arange(count)
    before, after = np.maximum(frames - back, 0), np.minimum(frames + ahead, count - 1)
    way = lengths(points[after] - points[before])
    passed = np.maximum(after - before, 1)
    return way * fps / passed.reshape(-1, *(1,) * (way.ndim - 1))
