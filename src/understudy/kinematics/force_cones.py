"""How near pushes within cones of friction, and motors within their limits, come to forces that are needed.

    least of ½ ‖b − A x − u‖² + ½ p ‖x‖²  with  0 ≤ x ≤ largest pushes, |u| ≤ largest torques

for the forces b that the root and the joints of a body need; the root has no motors u. What is left is the
residual, a function of b with a slope everywhere. A problem has few equations: those of the root, and of
motors that are beyond their limits otherwise.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.wide_least_squares import Room, factorise, minimise

ROOT = 6
"""Equations of the root: force and moment."""

PRICE = 5e-3
"""p, of the square of a push as large as body weight: load is spread over all that touches the floor, since
what only just holds at the edge of a sole holds no longer on a real floor, and a residual has no kinks."""

_MOTOR_PRICE = 1e-6
"""Of the square of a motor's largest torque, which makes amounts unique."""


class Needs(NamedTuple):
    """Forces that T frames need, and what may push: N equations, C pushes at most."""

    need: np.ndarray  # (T, N) b
    effect: np.ndarray  # (T, C, N) Aᵀ, what a unit of each push gives
    most: np.ndarray  # (T, C) largest amounts
    pushes: np.ndarray  # (T,) how many there are


class Balance(NamedTuple):
    """Memory for a frame, and what came of it."""

    matrix: np.ndarray  # (N · (C + N),)
    bounds: np.ndarray  # (3, C + N) price, lower and upper end
    amount: np.ndarray  # (C + N,)
    residual: np.ndarray  # (N,) of the equations that count
    vectors: np.ndarray  # (3, N) target, slope, step
    sums: np.ndarray  # (2, C + N) pull, change
    factor: np.ndarray  # (N · N,) by Cholesky: a residual changes with the need by the inverse of its square
    active: np.ndarray  # (N,) the equations that count
    place: np.ndarray  # (N,) of an equation among those, -1 where it does not


def no_needs(frames: int, equations: int, pushes: int) -> Needs:
    """Return needs of nothing."""
    return Needs(
        np.zeros((frames, equations)),
        np.zeros((frames, pushes, equations)),
        np.zeros((frames, pushes)),
        np.zeros(frames, dtype=np.int64),
    )


def new_balance(equations: int, pushes: int) -> Balance:
    """Return memory for a frame."""
    columns = pushes + equations
    return Balance(
        matrix=np.zeros(equations * columns),
        bounds=np.zeros((3, columns)),
        amount=np.zeros(columns),
        residual=np.zeros(equations),
        vectors=np.zeros((3, equations)),
        sums=np.zeros((2, columns)),
        factor=np.zeros(equations * equations),
        active=np.zeros(equations, dtype=np.int64),
        place=np.zeros(equations, dtype=np.int64),
    )


def left_over(needs: Needs, limit: float) -> tuple[np.ndarray, np.ndarray]:
    """Return what is left (T, N) of needs when all is given that can be, and the amounts of pushes (T, C).

    Args:
        needs: The needs.
        limit: What a motor gives at most, in the unit of its equation.
    """
    left, amounts = np.zeros(needs.need.shape), np.zeros(needs.most.shape)
    _write_left(needs, limit, new_balance(needs.need.shape[1], needs.most.shape[1]), left, amounts)
    return left, amounts


@fused_kernel
def _write_left(needs: Needs, limit: float, at: Balance, left: np.ndarray, amounts: np.ndarray) -> None:
    for t in range(left.shape[0]):
        rows = give(needs.need[t], needs.effect[t], needs.most[t], needs.pushes[t], limit, at)
        for m in range(rows):
            left[t, at.active[m]] = at.residual[m]
        for c in range(needs.pushes[t]):
            amounts[t, c] = at.amount[c]


@fused_inner_kernel
def give(
    need: np.ndarray, effect: np.ndarray, most: np.ndarray, pushes: int, limit: float, at: Balance
) -> int:
    """Find the residual of a frame, and return the number of equations that count."""
    total = need.shape[0]
    for n in range(total):
        at.place[n] = n if n < ROOT else -1
    for m in range(ROOT):
        at.active[m] = m
    rows = ROOT
    while True:
        _solve(need, effect, most, pushes, limit, at, rows)
        joined = rows
        for n in range(ROOT, total):
            if at.place[n] >= 0:
                continue
            left = need[n]
            for c in range(pushes):
                left -= at.amount[c] * effect[c, n]
            if abs(left) > limit:
                at.place[n], at.active[joined] = joined, n
                joined += 1
        if joined == rows:
            return rows
        rows = joined


@fused_inner_kernel
def left_cost(at: Balance, rows: int, pushes: int) -> float:
    """Return what a frame's residual and its pushes cost, see above."""
    total = 0.0
    for m in range(rows):
        total += 0.5 * at.residual[m] * at.residual[m]
    for c in range(pushes + rows - ROOT):
        total += 0.5 * at.bounds[0, c] * at.amount[c] * at.amount[c]
    return total


@fused_inner_kernel
def _solve(
    need: np.ndarray, effect: np.ndarray, most: np.ndarray, pushes: int, limit: float, at: Balance, rows: int
) -> None:
    """Find the amounts that leave least of what ``rows`` equations need."""
    columns = pushes + rows - ROOT
    matrix = at.matrix[: rows * columns].reshape(rows, columns)
    target = at.vectors[0, :rows]
    for m in range(rows):
        n = at.active[m]
        target[m] = need[n]
        for c in range(pushes):
            matrix[m, c] = effect[c, n]
        for c in range(pushes, columns):
            matrix[m, c] = 1.0 if c - pushes + ROOT == m else 0.0
    for c in range(pushes):
        at.bounds[0, c], at.bounds[1, c], at.bounds[2, c] = PRICE, 0.0, most[c]
    for c in range(pushes, columns):
        at.bounds[0, c], at.bounds[1, c], at.bounds[2, c] = _MOTOR_PRICE, -limit, limit
    price, lower, upper = at.bounds[0, :columns], at.bounds[1, :columns], at.bounds[2, :columns]
    room = Room(
        at.residual[:rows],
        at.vectors[1, :rows],
        at.vectors[2, :rows],
        at.sums[0, :columns],
        at.sums[1, :columns],
        at.factor[: rows * rows].reshape(rows, rows),
    )
    minimise(matrix, target, price, lower, upper, room)
    factorise(matrix, price, lower, upper, room)
    for c in range(columns):
        at.amount[c] = min(max(room.pull[c] / price[c], lower[c]), upper[c])
