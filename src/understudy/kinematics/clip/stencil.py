"""Forces that three successive frames need beyond what can be given, as costs of a clip.

Row t depends on the poses of frames t − 2, t − 1 and t. What is left of its needs when floor and motors give
all they can (see ``kinematics.force_cones``) costs ½ w² of its square, and the root's force ½ w'² of the
square of what it differs from a wanted one. Between frames such rows meet in dense blocks.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_vector_kernel
from understudy.kinematics.force_cones import Balance, Needs, give, left_cost
from understudy.kinematics.wide_least_squares import divide

WIDTH = 3
"""Frames that a row depends on."""

FORCE = 3
"""Needs that are the root's force, the first ones."""


class Prices(NamedTuple):
    """What forces cost in T frames."""

    left: np.ndarray  # (T,) w², 0 where forces are not known
    wanted: np.ndarray  # (T, 3) the root's force
    differs: np.ndarray  # (T,) w'²
    limit: float  # what a motor gives at most, in the unit of its need


def prices_of(prices: Prices, frames: slice) -> Prices:
    """Return what forces cost in some frames."""
    return Prices(prices.left[frames], prices.wanted[frames], prices.differs[frames], prices.limit)


class Stencil(Protocol):
    """Forces that three successive frames need."""

    @property
    def count(self) -> int:
        """N."""
        ...

    @property
    def pushes(self) -> int:
        """C, how many pushes there are in a frame at most."""
        ...

    def part(self, frames: slice) -> Stencil:
        """Return those of some frames on end alone."""
        ...

    def look(self, q: np.ndarray, first: int, stop: int, out: Needs, by: np.ndarray) -> None:
        """Write needs in rows of some of all poses (T, Q), and derivatives (M, 3, N, V).

        ``first`` is 2 or more; derivatives [m, a] are by the pose of frame first + m − 2 + a, of what is
        left, pushes staying as they are.
        """
        ...

    def prices(self) -> Prices:
        """Return what forces cost."""
        ...


@fused_vector_kernel
def add_stencil(
    prices: Prices,
    needs: Needs,
    first: int,
    stop: int,
    by: np.ndarray,
    whole: bool,
    at: Balance,
    column: np.ndarray,
    product: np.ndarray,
    cost: np.ndarray,
    gradient: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """Add what rows of some frames cost.

    Args:
        prices: What forces cost.
        needs: Those of T frames.
        first: First of these frames.
        stop: Behind the last one.
        by: (T, 3, N, V) their derivatives.
        whole: Whether derivatives are asked for.
        at: A buffer.
        column: (N,) a buffer.
        product: (N, V) a buffer.
        cost: (T,) receives costs.
        gradient: (T, V) receives first derivatives.
        blocks: (T, 3, V, V) receives second derivatives by frames t and t + a.
    """
    for t in range(max(first, 2), stop):
        weight, differs, pushes = prices.left[t], prices.differs[t], needs.pushes[t]
        if weight > 0.0:
            rows = give(needs.need[t], needs.effect[t], needs.most[t], pushes, prices.limit, at)
            cost[t] += weight * left_cost(at, rows, pushes)
            if whole:
                _add_squares(t, by[t], weight, rows, True, at, column, product, gradient, blocks)
        if differs > 0.0:
            for n in range(FORCE):
                at.active[n], at.residual[n] = n, needs.need[t, n] - prices.wanted[t, n]
                cost[t] += 0.5 * differs * at.residual[n] * at.residual[n]
            if whole:
                _add_squares(t, by[t], differs, FORCE, False, at, column, product, gradient, blocks)


@fused_inner_kernel
def _add_squares(
    t: int,
    by: np.ndarray,
    weight: float,
    rows: int,
    divides: bool,
    at: Balance,
    column: np.ndarray,
    product: np.ndarray,
    gradient: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """Add derivatives of a residual's weighted square; it changes by what needs do over its factor."""
    size, part = gradient.shape[1], column[:rows]
    factor = at.factor[: rows * rows].reshape(rows, rows)
    for b in range(WIDTH):
        there = gradient[t - 2 + b]
        for v in range(size):
            for m in range(rows):
                part[m] = weight * by[b, at.active[m], v]
                there[v] += part[m] * at.residual[m]
            if divides:
                divide(factor, part)
            for m in range(rows):
                product[m, v] = part[m]
        for a in range(b + 1):
            block = blocks[t - 2 + a, b - a]
            for m in range(rows):
                slope, right = by[a, at.active[m]], product[m]
                for u in range(size):
                    left, row = slope[u], block[u]
                    if left != 0.0:
                        for v in range(size):
                            row[v] += left * right[v]


def moved_needs(needs: Needs, by: np.ndarray, change: np.ndarray) -> Needs:
    """Return needs of T frames after a change (T, V) of poses, with derivatives (T, 3, N, V) as they are."""
    found = needs.need.copy()
    for a in range(WIDTH):
        found[2:] += np.matmul(by[2:, a], change[a : len(change) - 2 + a, :, None])[..., 0]
    return needs._replace(need=found)
