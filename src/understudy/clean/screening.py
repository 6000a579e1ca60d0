"""First looks at all points of a take, which tell where a closer one is needed; most takes need none.

Kernels for takes that are long enough or many enough. They look a little too closely rather than not closely
enough, so that what is found in the end does not depend on how a sum was rounded.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import kernel

_ROUNDING = 1.0 - 1e-9


@kernel
def mark_torn(
    points: np.ndarray,
    valid: np.ndarray,
    bones: np.ndarray,
    usual: np.ndarray,
    most: np.ndarray,
    at_once: int,
    marked: np.ndarray,
) -> None:
    """Mark blocks of frames in which a bone may be torn.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        bones: (N, 2) points at their ends.
        usual: (N,) [m] lengths.
        most: (N,) [m] by which a length may be off.
        at_once: Frames of a block.
        marked: (B,) bool, set to True.
    """
    for frame in range(len(points)):
        block = frame // at_once
        if marked[block]:
            continue
        for bone in range(len(bones)):
            a, b = bones[bone]
            if valid[frame, a] and valid[frame, b]:
                x = points[frame, a, 0] - points[frame, b, 0]
                y = points[frame, a, 1] - points[frame, b, 1]
                z = points[frame, a, 2] - points[frame, b, 2]
                off = abs(np.sqrt(x * x + y * y + z * z) - usual[bone])
                if off > most[bone] * _ROUNDING - usual[bone] * (1.0 - _ROUNDING):
                    marked[block] = True
                    break


@kernel
def mark_bent(points: np.ndarray, valid: np.ndarray, limit: float, marked: np.ndarray) -> None:
    """Mark points that in some frame may be off the middle between the frames around it that show them.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        limit: [m] off that middle.
        marked: (K,) bool, set to True.
    """
    square = (limit * _ROUNDING) ** 2
    before, last = np.full(points.shape[1], -1), np.full(points.shape[1], -1)
    for frame in range(len(points)):
        for column in range(points.shape[1]):
            if marked[column] or not valid[frame, column]:
                continue
            first, second = before[column], last[column]
            if first >= 0:
                off = 0.0
                for axis in range(3):
                    middle = 0.5 * (points[first, column, axis] + points[frame, column, axis])
                    off += (points[second, column, axis] - middle) ** 2
                marked[column] = off > square
            before[column], last[column] = second, frame
