"""The compiled kernel that looks over all points of a capture at once."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import exact_kernel


@exact_kernel
def look_over(points: np.ndarray) -> tuple[bool, bool, bool]:
    """Return what points (N, 3) show, of those whose coordinates are all finite.

    Returns:
        Whether there is any, whether one has a third coordinate that is not zero, and whether one has a first
        or second that is not.
    """
    is_seen, is_deep, is_wide = False, False, False
    for row in range(points.shape[0]):
        x, y, z = points[row, 0], points[row, 1], points[row, 2]
        if math.isfinite(x) and math.isfinite(y) and math.isfinite(z):
            is_seen = True
            is_deep = is_deep or z != 0.0
            is_wide = is_wide or x != 0.0 or y != 0.0
    return is_seen, is_deep, is_wide
