"""The compiled kernel of a segment's directions, with the very numbers of NumPy's."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import exact_kernel


@exact_kernel
def write_directions(
    landmarks: np.ndarray,
    valid: np.ndarray,
    ends: np.ndarray,
    shortest: float,
    unit: np.ndarray,
    known: np.ndarray,
) -> None:
    """Write unit directions (T, 3) of a segment, zero where they are not known, and where they are (T,).

    Args:
        landmarks: (T, L, 3) [m].
        valid: (T, L).
        ends: (4,) columns of two landmarks in the middle of which it starts, one of them twice where that is
            where it starts, and of two for its end.
        shortest: Length [m] up to which a segment has no direction.
        unit: Filled.
        known: Filled.
    """
    a, b, c, d = ends[0], ends[1], ends[2], ends[3]
    for frame in range(landmarks.shape[0]):
        for axis in range(3):
            start, end = landmarks[frame, a, axis], landmarks[frame, c, axis]
            if a != b:
                start = 0.5 * (start + landmarks[frame, b, axis])
            if c != d:
                end = 0.5 * (end + landmarks[frame, d, axis])
            unit[frame, axis] = end - start
        x, y, z = unit[frame, 0], unit[frame, 1], unit[frame, 2]
        length = math.sqrt((x * x + z * z) + y * y)
        is_seen = valid[frame, a] and valid[frame, b] and valid[frame, c] and valid[frame, d]
        known[frame] = is_seen and length > shortest
        for axis in range(3):
            unit[frame, axis] = unit[frame, axis] / length if known[frame] else 0.0
