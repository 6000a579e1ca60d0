"""Many least-squares problems with few equations and many bounded unknowns.

    least of ½ |A x - b|² + ½ ∑ priceᵢ xᵢ²  with  lower ≤ x ≤ upper

The residual r = b - A x tells everything: x is Aᵀr / price, cut off at the bounds. So what is to be solved is
r + A clip(Aᵀr / price) = b, as many equations as A has rows. It is the slope of a convex function, which
Newton's method with a line search brings to zero in a few rounds.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel

_ROUNDS = 80
_HALVINGS = 40
"""How often a step that is too long is halved."""

_EXACT = 1e-10
"""A slope of this share of the target is zero but for rounding, which small prices make large."""

_ENOUGH = 1e-4
"""Share of the decrease that the slope promises with which a step is content."""


class Room(NamedTuple):
    """Arrays to work in, of problems with M equations and V unknowns."""

    residual: np.ndarray  # (M,)
    slope: np.ndarray  # (M,)
    step: np.ndarray  # (M,)
    pull: np.ndarray  # (V,) what the residual pulls at every unknown with
    change: np.ndarray  # (V,) what the step does
    curvature: np.ndarray  # (M, M)


def least_squares_in_box(
    matrix: np.ndarray, target: np.ndarray, price: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> np.ndarray:
    """Return the unknowns (T, V) of T problems.

    Args:
        matrix: (T, M, V), M small.
        target: (T, M).
        price: (T, V) positive.
        lower: (T, V), at most ``upper``.
        upper: (T, V), infinity where there is no bound.
    """
    given = [np.ascontiguousarray(each) for each in (matrix, target, price, lower, upper)]
    unknowns = np.empty(price.shape)
    solve_all(*given, new_room(*matrix.shape[1:]), unknowns)
    return unknowns


def new_room(rows: int, size: int) -> Room:
    """Return what problems of ``rows`` equations and ``size`` unknowns are solved in."""
    shapes = ((rows,), (rows,), (rows,), (size,), (size,), (rows, rows))
    return Room(*(np.empty(shape) for shape in shapes))


@fused_kernel
def solve_all(
    matrix: np.ndarray,
    target: np.ndarray,
    price: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    room: Room,
    unknowns: np.ndarray,
) -> None:
    """Set ``unknowns`` (T, V), see :func:`least_squares_in_box`."""
    for t in range(len(target)):
        minimise(matrix[t], target[t], price[t], lower[t], upper[t], room)
        for v in range(len(room.pull)):
            unknowns[t, v] = clipped(room.pull[v] / price[t, v], lower[t, v], upper[t, v])


@fused_inner_kernel
def clipped(value: float, lower: float, upper: float) -> float:
    """Return a value within bounds."""
    return min(max(value, lower), upper)


@fused_inner_kernel
def minimise(
    matrix: np.ndarray,
    target: np.ndarray,
    price: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    room: Room,
) -> None:
    """Set the residual of a problem, and what it pulls with, to those of the least point."""
    rows = len(target)
    # From what would be if only unknowns without room were held.
    wanted = 0.0
    for m in range(rows):
        room.slope[m] = -target[m]
        wanted += target[m] ** 2
    for v in range(len(price)):
        room.pull[v] = 0.0 if lower[v] < upper[v] else math.inf
    _newton_step(matrix, price, lower, upper, room)
    for m in range(rows):
        room.residual[m] = room.step[m]
    content = _EXACT * max(math.sqrt(wanted), _EXACT)
    _pull(matrix, room.residual, room.pull)
    for _ in range(_ROUNDS):
        value = _look(matrix, target, price, lower, upper, room)
        square = 0.0
        for m in range(rows):
            square += room.slope[m] ** 2
        if math.sqrt(square) <= content:
            break
        _newton_step(matrix, price, lower, upper, room)
        if not _descend(matrix, target, price, lower, upper, value, room):
            break


@fused_inner_kernel
def _pull(matrix: np.ndarray, residual: np.ndarray, pull: np.ndarray) -> None:
    """Set ``pull`` (V,) to what a residual (M,) pulls at every unknown with."""
    for v in range(len(pull)):
        pull[v] = 0.0
    for m in range(len(residual)):
        for v in range(len(pull)):
            pull[v] += residual[m] * matrix[m, v]


@fused_inner_kernel
def _look(
    matrix: np.ndarray,
    target: np.ndarray,
    price: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    room: Room,
) -> float:
    """Return the convex function's value at the residual, and set its slope there."""
    value = 0.0
    for m in range(len(target)):
        room.slope[m] = room.residual[m] - target[m]
        value += room.residual[m] * (0.5 * room.residual[m] - target[m])
    for v in range(len(price)):
        x = clipped(room.pull[v] / price[v], lower[v], upper[v])
        value += x * (room.pull[v] - 0.5 * price[v] * x)
        for m in range(len(target)):
            room.slope[m] += matrix[m, v] * x
    return value


@fused_inner_kernel
def _newton_step(
    matrix: np.ndarray, price: np.ndarray, lower: np.ndarray, upper: np.ndarray, room: Room
) -> None:
    """Set the step that would bring the slope to zero if the same unknowns stayed within their bounds."""
    factorise(matrix, price, lower, upper, room)
    for m in range(len(room.step)):
        room.step[m] = -room.slope[m]
    divide(room.curvature, room.step)


@fused_inner_kernel
def factorise(
    matrix: np.ndarray, price: np.ndarray, lower: np.ndarray, upper: np.ndarray, room: Room
) -> None:
    """Set the curvature's factor by Cholesky: of 1 + Σ a aᵀ / price over unknowns within their bounds.

    With unknowns kept to it, its inverse is how the residual changes with the target.
    """
    rows, curvature = len(room.step), room.curvature
    for m in range(rows):
        for n in range(m + 1):
            curvature[m, n] = 1.0 if m == n else 0.0
    for v in range(len(price)):
        raw = room.pull[v] / price[v]
        if raw > lower[v] and raw < upper[v]:
            for m in range(rows):
                scaled = matrix[m, v] / price[v]
                for n in range(m + 1):
                    curvature[m, n] += scaled * matrix[n, v]
    for m in range(rows):
        for n in range(m + 1):
            value = curvature[m, n]
            for k in range(n):
                value -= curvature[m, k] * curvature[n, k]
            curvature[m, n] = math.sqrt(value) if m == n else value / curvature[n, n]


@fused_inner_kernel
def divide(factor: np.ndarray, values: np.ndarray) -> None:
    """Divide values (M,) by what has a factor (M, M) by Cholesky, in place."""
    rows = len(values)
    for m in range(rows):
        for k in range(m):
            values[m] -= factor[m, k] * values[k]
        values[m] /= factor[m, m]
    for m in range(rows - 1, -1, -1):
        for k in range(m + 1, rows):
            values[m] -= factor[k, m] * values[k]
        values[m] /= factor[m, m]


@fused_inner_kernel
def _descend(
    matrix: np.ndarray,
    target: np.ndarray,
    price: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    value: float,
    room: Room,
) -> bool:
    """Go along the step as far as the function sinks; False where rounding is all that is left."""
    promise = 0.0
    for m in range(len(target)):
        promise += room.slope[m] * room.step[m]
    promise *= _ENOUGH
    _pull(matrix, room.step, room.change)
    length = 1.0
    for _ in range(_HALVINGS + 1):
        along = 0.0
        for m in range(len(target)):
            reached = room.residual[m] + length * room.step[m]
            along += reached * (0.5 * reached - target[m])
        for v in range(len(price)):
            pull = room.pull[v] + length * room.change[v]
            x = clipped(pull / price[v], lower[v], upper[v])
            along += x * (pull - 0.5 * price[v] * x)
        if along <= value + length * promise:
            return _go(matrix, length, room)
        length *= 0.5
    return False


@fused_inner_kernel
def _go(matrix: np.ndarray, length: float, room: Room) -> bool:
    """Go so much of the step; False where that changes nothing."""
    is_moved = False
    for m in range(len(room.step)):
        reached = room.residual[m] + length * room.step[m]
        is_moved = is_moved or reached != room.residual[m]
        room.residual[m] = reached
    _pull(matrix, room.residual, room.pull)
    return is_moved
