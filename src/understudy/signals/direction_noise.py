"""How noisy the directions of segments are.

It is measured on the directions themselves: the noise of two joints of a fitted skeleton is alike, since its
bones are rigid, and the variances of both would say too much.
"""

from __future__ import annotations

import numpy as np

from understudy.signals.noise import Noise, measured_noise

_SHORTEST = 1e-6
"""Segments of fewer metres have no direction."""


def direction_noise(starts: np.ndarray, ends: np.ndarray, known: np.ndarray, fps: float) -> Noise:
    """Measure the noise of the directions from one point to another.

    Args:
        starts: (T, S, 3) [m]; finite where known.
        ends: (T, S, 3) [m].
        known: (T, S) where both are.
        fps: Frames a second [1/s].

    Returns:
        Angles [rad] about each of the two axes perpendicular to a segment; the angle between a direction and
        the true one is √2 times as much, root mean square.
    """
    lines = ends - starts
    lengths = np.sqrt(np.einsum("tsd,tsd->ts", lines, lines))
    is_line = known & (lengths > _SHORTEST)
    directions = np.where(is_line, 1.0 / np.where(is_line, lengths, 1.0), 0.0)[..., None] * lines
    return measured_noise(directions, is_line, fps, free=2)
