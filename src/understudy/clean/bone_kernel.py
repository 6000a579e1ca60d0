"""How bone lengths fit as named and as swapped, for takes many enough that a kernel is worth loading."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import inner_kernel, kernel
from understudy.kernels.ranking import median_of


@kernel
def weigh_bones(
    ends: np.ndarray, named: np.ndarray, seen: np.ndarray, slack: float, limit: float, evidence: np.ndarray
) -> None:
    """Write by how much better bones fit as named than swapped, as ``swaps`` does it by NumPy.

    Args:
        ends: (2, T, 3) [m] where bones of the left and of the right side begin.
        named: (2, T, 3) [m] where they end by the points' names.
        seen: (T,) frames that show all four points, at least one.
        slack: [m] below which lengths do not tell.
        limit: [m] that counts at most.
        evidence: (T,) [m] written where points are seen.
    """
    frames = seen.shape[0]
    own, crossed, ranks = np.empty((2, frames)), np.empty((2, frames)), np.empty(frames)
    usual = np.empty(2)
    for side in range(2):
        count = 0
        for frame in range(frames):
            if seen[frame]:
                own[side, frame] = _distance(named[side, frame], ends[side, frame])
                crossed[side, frame] = _distance(named[1 - side, frame], ends[side, frame])
                ranks[count] = own[side, frame]
                count += 1
        usual[side] = median_of(ranks, count)
    for frame in range(frames):
        if seen[frame]:
            left = abs(crossed[0, frame] - usual[0]) - abs(own[0, frame] - usual[0])
            right = abs(crossed[1, frame] - usual[1]) - abs(own[1, frame] - usual[1])
            better = left + right
            evidence[frame] = 0.0 if abs(better) < slack else min(max(better, -limit), limit)


@kernel
def least_evidence(
    points: np.ndarray, valid: np.ndarray, bones: np.ndarray, slack: float, limit: float
) -> float:
    """Return the least [m] by which bones fit better as named than swapped in any frame, 0 where none tells.

    Args:
        points: (T, K, 3) [m].
        valid: (T, K).
        bones: (2, 2) of the left and of the right side, the points where a bone begins and ends.
        slack: [m] below which lengths do not tell.
        limit: [m] that counts at most.
    """
    frames, is_any = len(points), False
    ends, named = np.empty((2, frames, 3)), np.empty((2, frames, 3))
    seen, evidence = np.empty(frames, dtype=np.bool_), np.zeros(frames)
    for frame in range(frames):
        seen[frame] = True
        for side in range(2):
            start, end = bones[side, 0], bones[side, 1]
            seen[frame] = seen[frame] and valid[frame, start] and valid[frame, end]
            for axis in range(3):
                ends[side, frame, axis] = points[frame, start, axis]
                named[side, frame, axis] = points[frame, end, axis]
        is_any = is_any or seen[frame]
    least = 0.0
    if is_any:
        weigh_bones(ends, named, seen, slack, limit, evidence)
        least = evidence[0]
        for frame in range(frames):
            least = min(least, evidence[frame])
    return least


@inner_kernel
def _distance(point: np.ndarray, other: np.ndarray) -> float:
    """Return the distance of two points, with squares added up as ``spatial.vectors.lengths`` does."""
    x, y, z = point[0] - other[0], point[1] - other[1], point[2] - other[2]
    return math.sqrt((x * x + z * z) + y * y)
