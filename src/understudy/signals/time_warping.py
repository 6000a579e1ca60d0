"""Two courses brought into step: dynamic time warping, the path of least cost through a table."""

from __future__ import annotations

import numpy as np


def warping_path(cost: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the pairs (P, 2) of frames in which two courses are alike, and their mean cost.

    The path runs from both beginnings to both ends and never back in either course. The table is filled along
    its diagonals, each of which depends on the two before it alone.

    Args:
        cost: (N, M) of every frame of one course beside every frame of the other, 0 or more.
    """
    rows, columns = cost.shape
    total = np.full((rows + 1, columns + 1), np.inf)
    total[0, 0] = 0.0
    for diagonal in range(rows + columns - 1):
        i = np.arange(max(0, diagonal - columns + 1), min(rows, diagonal + 1))
        j = diagonal - i
        before = np.minimum(np.minimum(total[i, j], total[i, j + 1]), total[i + 1, j])
        total[i + 1, j + 1] = cost[i, j] + before
    i, j = rows, columns
    path = [(i - 1, j - 1)]
    while (i, j) != (1, 1):
        steps = ((i - 1, j - 1), (i - 1, j), (i, j - 1))
        i, j = min(steps, key=lambda step: total[step])
        path.append((i - 1, j - 1))
    pairs = np.array(path[::-1])
    return pairs, float(cost[pairs[:, 0], pairs[:, 1]].mean())


def matched_frames(pairs: np.ndarray, count: int) -> np.ndarray:
    """Return for every frame of the first course (N,) which one of the second it goes with, as a number.

    Where several do, their mean; it never falls.
    """
    sums = np.bincount(pairs[:, 0], weights=pairs[:, 1], minlength=count)
    return sums / np.bincount(pairs[:, 0], minlength=count)
