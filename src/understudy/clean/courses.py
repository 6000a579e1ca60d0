"""The courses of points, those that were seen in the same frames together.

Most points of most takes are seen all the time. A step of NumPy takes as long for ten of them as for one, as
long as a take is short; of long ones a few at a time keep within the processor's cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

_POSITIONS_AT_ONCE = 1 << 16


class Courses(NamedTuple):
    """Where some points were seen.

    Attributes:
        columns: (C,) which points these are.
        frames: (N,) in which frames all of them were seen, which are all in which any of them was.
        points: (N, C, 3) [m].
    """

    columns: np.ndarray
    frames: np.ndarray
    points: np.ndarray


def courses(points: np.ndarray, valid: np.ndarray) -> Iterator[Courses]:
    """Yield points (T, K, 3) [m] that were seen (T, K), each one once: together where always, else alone."""
    always = np.logical_and.reduce(valid, axis=0)
    columns, every = np.flatnonzero(always), np.arange(len(points))
    size = max(1, _POSITIONS_AT_ONCE // len(points))
    for start in range(0, len(columns), size):
        some = columns[start : start + size]
        is_run = some[-1] - some[0] == len(some) - 1
        yield Courses(some, every, points[:, some[0] : some[-1] + 1] if is_run else points[:, some])
    for column in np.flatnonzero(~always):
        frames = np.flatnonzero(valid[:, column])
        yield Courses(np.array([column]), frames, points[frames, column, None])
