"""The value of a rank among a few hundred numbers, for kernels that need thousands of medians."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import exact_inner_kernel

_MULTIPLIER, _INCREMENT, _MASK = 1103515245, 12345, (1 << 31) - 1
"""Of the next random number, by which no order of numbers takes long."""


@exact_inner_kernel
def ranked(values: np.ndarray, first: int, last: int, rank: int) -> float:
    """Return the value of a rank, and reorder values: lower ranks before it, higher ones behind.

    Hoare's FIND, with pivots at random.

    Args:
        values: (N,) finite numbers, of which those before ``first`` are no larger than the others and those
            behind ``last`` no smaller.
        first: Where those begin that are not in order yet.
        last: The last of them.
        rank: Between ``first`` and ``last``.
    """
    number = rank
    while first < last:
        number = (number * _MULTIPLIER + _INCREMENT) & _MASK
        pivot = values[first + number % (last - first + 1)]
        # Every value changes places, with itself where it stays: a processor cannot guess which would.
        lower = first
        for index in range(first, last + 1):
            value = values[index]
            values[index] = values[lower]
            values[lower] = value
            lower += value < pivot
        if rank < lower:
            last = lower - 1
            continue
        first = lower
        for index in range(first, last + 1):
            value = values[index]
            values[index] = values[first]
            values[first] = value
            first += value <= pivot
        if rank < first:
            break
    return values[rank]


@exact_inner_kernel
def median_of(values: np.ndarray, count: int) -> float:
    """Return the median of the first ``count`` values, at least one, and reorder them."""
    upper = ranked(values, 0, count - 1, count // 2)
    if count % 2 == 1:
        return upper
    lower = values[0]
    for index in range(1, count // 2):
        lower = max(lower, values[index])
    return 0.5 * (lower + upper)


@exact_inner_kernel
def percentile_of(values: np.ndarray, count: int, share: float) -> float:
    """Return what ``percentiles`` does of the first ``count`` finite values, at least one, and reorder them.

    Args:
        values: (N,).
        count: How many count.
        share: The percentile, as a share of 1.
    """
    last = count - 1
    place = last * share
    rank = min(int(place), last)
    part = place - rank
    low = ranked(values, 0, last, rank)
    high = low
    if rank < last:
        high = values[rank + 1]
        for index in range(rank + 2, count):
            high = min(high, values[index])
    step = high - low
    return low + step * part if part < 0.5 else high - step * (1.0 - part)
