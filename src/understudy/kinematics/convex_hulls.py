"""Convex hulls of a few points in a plane, frame by frame (Andrew 1979)."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel

MOST_CORNERS = 8


def convex_hulls(points: np.ndarray, used: np.ndarray) -> np.ndarray:
    """Return the corners (T, 8, 2) of convex hulls, counter-clockwise, the last one repeated where fewer.

    Args:
        points: (T, N, 2), of which at most 8 are corners.
        used: (T, N) bool, which of them count; all corners are zero where none does.
    """
    corners, most = np.zeros((len(points), MOST_CORNERS, 2)), points.shape[1]
    outline_all(points, used, np.empty((most, 2)), np.empty((2 * most, 2)), corners)
    return corners


@fused_kernel
def outline_all(
    points: np.ndarray, used: np.ndarray, ordered: np.ndarray, chain: np.ndarray, corners: np.ndarray
) -> None:
    """Set ``corners`` to the hulls of points, counter-clockwise, the last corner repeated up to the end.

    Args:
        points: (T, N, 2).
        used: (T, N) which of them count; a frame without any keeps its corners.
        ordered: (N, 2) to work in.
        chain: (2 N, 2) to work in.
        corners: (T, C, 2), C at least the number of corners of any hull.
    """
    for frame in range(len(points)):
        count = _sorted(points[frame], used[frame], ordered)
        if count == 0:
            continue
        size = _outline(ordered, count, chain)
        for corner in range(corners.shape[1]):
            for axis in range(2):
                corners[frame, corner, axis] = chain[min(corner, size - 1), axis]


@fused_inner_kernel
def _sorted(points: np.ndarray, used: np.ndarray, ordered: np.ndarray) -> int:
    """Fill in the points that are used by x, then y, each once; return how many there are."""
    count = 0
    for index in range(len(points)):
        if not used[index]:
            continue
        x, y = points[index, 0], points[index, 1]
        place = count
        while place > 0 and (
            ordered[place - 1, 0] > x or (ordered[place - 1, 0] == x and ordered[place - 1, 1] > y)
        ):
            place -= 1
        if place > 0 and ordered[place - 1, 0] == x and ordered[place - 1, 1] == y:
            continue
        for later in range(count, place, -1):
            ordered[later, 0], ordered[later, 1] = ordered[later - 1, 0], ordered[later - 1, 1]
        ordered[place, 0], ordered[place, 1] = x, y
        count += 1
    return count


@fused_inner_kernel
def _outline(ordered: np.ndarray, count: int, chain: np.ndarray) -> int:
    """Set ``chain`` to the corners of the hull of sorted points; return how many there are."""
    size = 0
    for index in range(count):
        size = _appended(chain, size, 2, ordered[index, 0], ordered[index, 1])
    half = size + 1
    for index in range(count - 2, -1, -1):
        size = _appended(chain, size, half, ordered[index, 0], ordered[index, 1])
    # The way back ends where the way there began.
    return max(size - 1, 1)


@fused_inner_kernel
def _appended(chain: np.ndarray, size: int, least: int, x: float, y: float) -> int:
    """Append a point to a chain that turns left, without those before it that lie right of its way."""
    while size >= least:
        ax, ay = chain[size - 2, 0], chain[size - 2, 1]
        bx, by = chain[size - 1, 0], chain[size - 1, 1]
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
            break
        size -= 1
    chain[size, 0], chain[size, 1] = x, y
    return size + 1
