"""What a series of values comes to, in one kernel: NumPy's own numbers to the last bit.

NumPy adds up in pairs: blocks of at most 128 numbers, each in eight sums that take turns, and blocks two by
two. The same is done here, so that a batch says what a single clip does.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel
from understudy.kernels.ranking import percentile_of

FIGURES = ("median", "mean", "std", "p95", "p99", "max", "frame")
"""What :func:`write_figures` finds, in this order; ``frame`` is the first of the largest value."""

_BLOCK = 128
"""Numbers that are added up without halving them."""

_DEEPEST = 128
"""Parts that wait to be added up at most: two each time that numbers are halved, which memory ends."""


class SumRoom(NamedTuple):
    """What numbers are added up in: parts that are still to be, and sums of those that were."""

    first: np.ndarray  # (N,) where a part begins
    length: np.ndarray  # (N,) how many numbers it has; negative for the last two sums, to be added
    sums: np.ndarray  # (N,)


def sum_room() -> SumRoom:
    """Return room for any sum."""
    first, length = np.empty((2, _DEEPEST), dtype=np.int64)
    return SumRoom(first, length, np.empty(_DEEPEST))


@lean_kernel
def write_figures(values: np.ndarray, numbers: np.ndarray, room: SumRoom, out: np.ndarray) -> None:
    """Write the figures (7,) of those values (N,) that are numbers; NaN where none is.

    Args:
        values: The values.
        numbers: (2, N) to work in.
        room: To work in.
        out: Receives the figures.
    """
    known, ranked = numbers[0], numbers[1]
    count, best, frame = 0, -math.inf, -1
    for index in range(len(values)):
        if not math.isnan(values[index]):
            known[count] = ranked[count] = values[index]
            count += 1
            if frame < 0 or values[index] > best:
                best, frame = values[index], index
    if count == 0:
        for index in range(len(out)):
            out[index] = math.nan
        return
    mean = add_up(known, 0, count, room) / count
    for index in range(count):
        known[index] = (known[index] - mean) * (known[index] - mean)
    out[0], out[1] = percentile_of(ranked, count, 0.5), mean
    out[2] = math.sqrt(add_up(known, 0, count, room) / count)
    out[3], out[4] = percentile_of(ranked, count, 0.95), percentile_of(ranked, count, 0.99)
    out[5], out[6] = best, frame


@lean_inner_kernel
def add_up(values: np.ndarray, start: int, count: int, room: SumRoom) -> float:
    """Return the sum of so many values from a first one on, as NumPy adds up what lies side by side."""
    room.first[0], room.length[0] = start, count
    waiting, done = 1, 0
    while waiting > 0:
        waiting -= 1
        first, length = room.first[waiting], room.length[waiting]
        if length < 0:
            done -= 1
            room.sums[done - 1] += room.sums[done]
        elif length <= _BLOCK:
            room.sums[done] = _block_sum(values, first, length)
            done += 1
        else:
            half = length // 2
            half -= half % 8
            room.length[waiting] = -1
            room.first[waiting + 1], room.length[waiting + 1] = first + half, length - half
            room.first[waiting + 2], room.length[waiting + 2] = first, half
            waiting += 3
    return room.sums[0]


@lean_inner_kernel
def _block_sum(values: np.ndarray, first: int, count: int) -> float:
    if count < 8:
        total = 0.0
        for index in range(first, first + count):
            total += values[index]
        return total
    a, b, c, d = values[first], values[first + 1], values[first + 2], values[first + 3]
    e, f, g, h = values[first + 4], values[first + 5], values[first + 6], values[first + 7]
    whole = first + count - count % 8
    for index in range(first + 8, whole, 8):
        a += values[index]
        b += values[index + 1]
        c += values[index + 2]
        d += values[index + 3]
        e += values[index + 4]
        f += values[index + 5]
        g += values[index + 6]
        h += values[index + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for index in range(whole, first + count):
        total += values[index]
    return total
