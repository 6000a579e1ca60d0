"""A few numbers kept in order, for kernels that need millions of medians.

Putting a number in where it belongs beats every better sort for the dozen values of a window, and a window
that slides keeps nearly all of its order.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel


@lean_inner_kernel
def put_in(values: np.ndarray, size: int, value: float) -> None:
    """Insert a value into the first ``size`` of sorted ``values``, which must have room for it."""
    place = size
    while place > 0 and values[place - 1] > value:
        values[place] = values[place - 1]
        place -= 1
    values[place] = value


@lean_inner_kernel
def take_out(values: np.ndarray, size: int, value: float) -> None:
    """Remove a value that is among the first ``size`` of sorted ``values``."""
    place = 0
    while values[place] < value:
        place += 1
    for i in range(place, size - 1):
        values[i] = values[i + 1]


@lean_inner_kernel
def middle(values: np.ndarray, size: int) -> float:
    """Return the median of the first ``size`` of sorted ``values``, at least one."""
    half = size // 2
    return values[half] if size % 2 == 1 else 0.5 * (values[half - 1] + values[half])
