"""How fast a landmark moves, and how speeds compare between people of all sizes."""

from __future__ import annotations

import numpy as np

from understudy.spatial.vectors import lengths

SPEED_WINDOW = 0.025
"""A speed is the mean over this time [s], which keeps the noise of fast cameras out of it."""

ADULT_LEG = 0.85
"""Leg length [m] for which thresholds of speed are stated."""


def causal_speed(points: np.ndarray, fps: float) -> np.ndarray:
    """Return (T,) [m/s] of points (T, 3) [m] over the time window that ends at each frame.

    The first frame has no past and counts as still. NaN comes out where a point is NaN.
    """
    frames = np.arange(len(points))
    window = causal_window(fps)
    return _mean_speed(points, fps, np.maximum(frames - window, 0), frames)


def centred_speed(points: np.ndarray, fps: float) -> np.ndarray:
    """Return (T, ...) [m/s] of points (T, ..., 3) [m] over the time window around each frame.

    A single frame counts as still. NaN comes out where a point at an end of the window is NaN.
    """
    frames = np.arange(len(points))
    half = half_window(fps)
    return _mean_speed(points, fps, np.maximum(frames - half, 0), np.minimum(frames + half, len(points) - 1))


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


def _mean_speed(points: np.ndarray, fps: float, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    way = lengths(points[after] - points[before])
    frames = np.maximum(after - before, 1)
    return way * fps / frames.reshape(-1, *(1,) * (way.ndim - 1))
