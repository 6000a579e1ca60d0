"""Quantities of three successive frames, such as the force that the ground gives, with costs and limits.

Row t of a quantity y depends on the poses of frames t − 2, t − 1 and t. It costs ½ w² (y − y*)², and a limit
is a row c·y + d ≤ 0; what is beyond it costs as a joint's limit does (see ``rates``). Between frames such
rows meet in dense blocks.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_vector_kernel
from understudy.kinematics.clip.rates import SOFT, SOFTEST, beyond_ends

WIDTH = 3
"""Frames that a row depends on."""


class StencilRows(NamedTuple):
    """Costs and limits of N quantities over T frames, R limits each."""

    wanted: np.ndarray  # (T, N) y*
    weight: np.ndarray  # (T, N) w²
    slopes: np.ndarray  # (T, R, N) c
    offsets: np.ndarray  # (T, R) d
    # (T, R) what counts as much beyond a limit as all of a joint's speed does beyond that; 0: no limit
    unit: np.ndarray
    room: np.ndarray  # (T, R) how far inside of a limit it is felt at most


class Stencil(Protocol):
    """Quantities of three successive frames."""

    @property
    def count(self) -> int:
        """N."""
        ...

    def part(self, frames: slice) -> Stencil:
        """Return those of some frames on end alone."""
        ...

    def look(self, q: np.ndarray, first: int, stop: int) -> tuple[np.ndarray, np.ndarray]:
        """Return values (M, N) in rows of some of all poses (T, Q), and derivatives (M, 3, N, V).

        ``first`` is 2 or more; derivatives [m, a] are by the pose of frame first + m − 2 + a.
        """
        ...

    def rows(self, target: np.ndarray) -> StencilRows:
        """Return costs and limits where points (T, P, 3) [m] of soles stand."""
        ...


@fused_vector_kernel
def add_stencil(
    rows: StencilRows,
    firmness: np.ndarray,
    first: int,
    stop: int,
    values: np.ndarray,
    by: np.ndarray,
    whole: bool,
    work: np.ndarray,
    cost: np.ndarray,
    beyond: np.ndarray,
    gradient: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """Add what rows of some frames cost.

    Args:
        rows: Costs and limits.
        firmness: (T,) as of limits of joints.
        first: First of these frames.
        stop: Behind the last one.
        values: (T, N).
        by: (T, 3, N, V) their derivatives.
        whole: Whether derivatives are asked for.
        work: (2N + 1, max(N, V)) a buffer.
        cost: (T,) receives costs without limits.
        beyond: (T,) receives what exceeding them costs.
        gradient: (T, V) receives first derivatives.
        blocks: (T, 3, V, V) receives second derivatives by frames t and t + a.
    """
    count = values.shape[1]
    stiff, pull = work[:count], work[count]
    for t in range(max(first, 2), stop):
        for n in range(count):
            off, weight = values[t, n] - rows.wanted[t, n], rows.weight[t, n]
            cost[t] += 0.5 * weight * off * off
            pull[n] = weight * off
            for m in range(count):
                stiff[n, m] = 0.0
            stiff[n, n] = weight
        soft = max(SOFT / math.sqrt(firmness[t]), SOFTEST)
        for r in range(rows.unit.shape[1]):
            unit = rows.unit[t, r]
            if unit == 0.0:
                continue
            row = rows.offsets[t, r]
            for n in range(count):
                row += rows.slopes[t, r, n] * values[t, n]
            width = min(soft * unit, rows.room[t, r])
            over, push, hard = beyond_ends(row, -math.inf, 0.0, width, firmness[t] / (unit * unit))
            if hard == 0.0:
                continue
            beyond[t] += over
            for n in range(count):
                c = rows.slopes[t, r, n]
                pull[n] += c * push
                for m in range(count):
                    stiff[n, m] += hard * c * rows.slopes[t, r, m]
        if whole:
            _add_squares(t, by[t], stiff, pull, work[count + 1 :], gradient, blocks)


@fused_inner_kernel
def _add_squares(
    t: int,
    by: np.ndarray,
    stiff: np.ndarray,
    pull: np.ndarray,
    product: np.ndarray,
    gradient: np.ndarray,
    blocks: np.ndarray,
) -> None:
    """Add derivatives of row t, of which those by quantities are ``pull`` (N,) and ``stiff`` (N, N)."""
    count, size = by.shape[1], gradient.shape[1]
    for b in range(WIDTH):
        there = gradient[t - 2 + b]
        for n in range(count):
            p, out = pull[n], product[n]
            for v in range(size):
                there[v] += p * by[b, n, v]
                out[v] = 0.0
            for m in range(count):
                s = stiff[n, m]
                if s != 0.0:
                    for v in range(size):
                        out[v] += s * by[b, m, v]
        for a in range(b + 1):
            block = blocks[t - 2 + a, b - a]
            for u in range(size):
                row = block[u]
                for n in range(count):
                    j = by[a, n, u]
                    for v in range(size):
                        row[v] += j * product[n, v]


def moved_values(values: np.ndarray, by: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return values (T, N) after a change (T, V) of poses, with derivatives (T, 3, N, V) as they are."""
    found = values.copy()
    for a in range(WIDTH):
        found[2:] += np.matmul(by[2:, a], change[a : len(change) - 2 + a, :, None])[..., 0]
    return found
