"""The compiled kernel of a point's speed, with the very numbers of ``speed``'s NumPy."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import exact_kernel


@exact_kernel
def write_speeds(points: np.ndarray, fps: float, back: int, ahead: int, speeds: np.ndarray) -> None:
    """Write the mean speed [m/s] of a point around every frame, with squares added up as ``lengths`` does.

    Args:
        points: (T, 3) [m], NaN where the point is not known.
        fps: Frames a second [1/s].
        back: Frames before a frame from which on its speed is taken.
        ahead: Frames behind it up to which it is.
        speeds: (T,) filled.
    """
    last = points.shape[0] - 1
    for frame in range(points.shape[0]):
        before, after = max(frame - back, 0), min(frame + ahead, last)
        x = points[after, 0] - points[before, 0]
        y = points[after, 1] - points[before, 1]
        z = points[after, 2] - points[before, 2]
        speeds[frame] = math.sqrt((x * x + z * z) + y * y) * fps / max(after - before, 1)
