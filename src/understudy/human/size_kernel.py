"""The compiled kernel of a person's lengths, with the very numbers of NumPy's."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import exact_kernel
from understudy.kernels.ranking import median_of


@exact_kernel
def write_median_lengths(
    landmarks: np.ndarray, valid: np.ndarray, ends: np.ndarray, room: np.ndarray, lengths: np.ndarray
) -> None:
    """Write the median length [m] of segments over the frames that show both of their ends.

    Args:
        landmarks: (T, L, 3) [m].
        valid: (T, L).
        ends: (N, 4) columns of two landmarks in the middle of which a segment starts, one of them twice where
            it starts there, and of two for its end.
        room: (T,) to work in.
        lengths: (N,) filled, NaN for a segment that is never seen.
    """
    for segment in range(ends.shape[0]):
        a, b, c, d = ends[segment, 0], ends[segment, 1], ends[segment, 2], ends[segment, 3]
        count = 0
        for frame in range(landmarks.shape[0]):
            if valid[frame, a] and valid[frame, b] and valid[frame, c] and valid[frame, d]:
                squares = 0.0
                for axis in range(3):
                    start, end = landmarks[frame, a, axis], landmarks[frame, c, axis]
                    if a != b:
                        start = 0.5 * (start + landmarks[frame, b, axis])
                    if c != d:
                        end = 0.5 * (end + landmarks[frame, d, axis])
                    squares += (end - start) * (end - start)
                room[count] = math.sqrt(squares)
                count += 1
        lengths[segment] = median_of(room, count) if count > 0 else math.nan
