"""The compiled kernel of orientations that are held while they are not known, with NumPy's very numbers."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import exact_kernel


@exact_kernel
def write_held(turned: np.ndarray, known: np.ndarray, held: np.ndarray) -> None:
    """Write unit quaternions (T, 4) that keep their last known turn, and whose signs never jump.

    Args:
        turned: (T, 4).
        known: (T,) at least one of them.
        held: Filled; frames before the first known one have that one's turn.
    """
    last = 0
    while not known[last]:
        last += 1
    sign = 1.0
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for frame in range(turned.shape[0]):
        last = frame if known[frame] and frame > last else last
        w, x, y, z = turned[last, 0], turned[last, 1], turned[last, 2], turned[last, 3]
        length = math.sqrt((w * w + y * y) + (x * x + z * z))
        divisor = length if length > 0.0 else 1.0
        w, x, y, z = w / divisor, x / divisor, y / divisor, z / divisor
        if frame > 0 and w * a + x * b + y * c + z * d < 0.0:
            sign = -sign
        held[frame, 0], held[frame, 1], held[frame, 2], held[frame, 3] = (
            w * sign,
            x * sign,
            y * sign,
            z * sign,
        )
        a, b, c, d = w, x, y, z
