"""Limits of joints over time in a step of a clip: an interior-point method on rows linear in the step.

A row is a joint's coordinate, its step from one frame to the next, or its change of steps; each has a lower
and an upper end. With slacks s and multipliers λ of the ends, iterations solve the step's own equations with

    λ/s  on the diagonal and  ∓(μ/s + λ/s (±r + s ∓ e))  on the right-hand side,

and go towards the solution as far as s and λ stay positive. μ falls from one to the next, and the step comes
to be within the limits, at the least cost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.clip.rates import Rates

ROWS = 3
"""Of a joint in a frame: where it is, its step, and by how much that changes."""

FIRST_SLACK, FIRST_MU = 0.5, 1.0
"""Slack at least at first, as a share of what a row allows, and its product with the multiplier."""

SHORT_OF = 0.99
"""Share of the way to 0 that slacks and multipliers may go in an iteration."""


class Barrier(NamedTuple):
    """Slacks and multipliers of upper and lower ends, (2, 3, T, V) each."""

    slack: np.ndarray
    dual: np.ndarray


def new_barrier(frames: int, size: int) -> Barrier:
    """Return room for slacks and multipliers."""
    return Barrier(np.ones((2, ROWS, frames, size)), np.zeros((2, ROWS, frames, size)))


@fused_inner_kernel
def _row(rates: Rates, kind: int, t: int, v: int, q: np.ndarray, change: np.ndarray) -> float:
    """Return a row after a change (T, V) of poses (T, Q)."""
    c = rates.column[v]
    x = q[t, c] + change[t, v]
    if kind == 0:
        return x
    x1 = q[t - 1, c] + change[t - 1, v]
    if kind == 1:
        return x - x1
    return x - 2.0 * x1 + q[t - 2, c] + change[t - 2, v]


@fused_inner_kernel
def _ends(rates: Rates, kind: int, v: int) -> tuple[float, float]:
    """Return the lower and the upper end of a row."""
    bounds = rates.bounds
    if kind == 0:
        return bounds.lower[v], bounds.upper[v]
    most = bounds.largest_step[v] if kind == 1 else bounds.largest_change[v]
    return -most, most


@fused_kernel
def most_over(rates: Rates, q: np.ndarray, change: np.ndarray, over: np.ndarray) -> None:
    """Write by how much frames (T,) exceed limits at most after a change (T, V), as a share of these.

    A row counts in all frames that it is of.
    """
    for t in range(q.shape[0]):
        over[t] = 0.0
    for t in range(q.shape[0]):
        for v in range(rates.column.shape[0]):
            if rates.column[v] < 0:
                continue
            for kind in range(min(t + 1, 3)):
                low, high = _ends(rates, kind, v)
                if not (high < np.inf or low > -np.inf):
                    continue
                r = _row(rates, kind, t, v, q, change)
                beyond = max(r - high, low - r)
                if beyond > 0.0:
                    share = beyond / max(high - low, 1e-12)
                    for back in range(kind + 1):
                        over[t - back] = max(over[t - back], share)


@fused_kernel
def begin_barrier(rates: Rates, q: np.ndarray, barrier: Barrier) -> None:
    """Write slacks and multipliers with which a step from poses (T, Q) begins."""
    for t in range(q.shape[0]):
        for v in range(rates.column.shape[0]):
            for kind in range(3):
                for side in range(2):
                    barrier.slack[side, kind, t, v], barrier.dual[side, kind, t, v] = 1.0, 0.0
            c = rates.column[v]
            if c < 0:
                continue
            for kind in range(min(t + 1, 3)):
                low, high = _ends(rates, kind, v)
                r = q[t, c]
                if kind > 0:
                    r = r - q[t - 1, c] if kind == 1 else r - 2.0 * q[t - 1, c] + q[t - 2, c]
                width = high - low if high - low < np.inf else 1.0
                for side in range(2):
                    end = high - r if side == 0 else r - low
                    if end < np.inf:
                        slack = max(abs(end), FIRST_SLACK * width)
                        barrier.slack[side, kind, t, v] = slack
                        barrier.dual[side, kind, t, v] = FIRST_MU / slack


@fused_kernel
def add_barrier(
    rates: Rates, q: np.ndarray, mu: float, barrier: Barrier, gradient: np.ndarray, bands: np.ndarray
) -> None:
    """Add rows to the equations of a step from poses (T, Q): to gradient (T, V) and bands (T, 3, V)."""
    for t in range(q.shape[0]):
        for v in range(rates.column.shape[0]):
            c = rates.column[v]
            if c < 0:
                continue
            for kind in range(min(t + 1, 3)):
                low, high = _ends(rates, kind, v)
                stiff, pull = 0.0, 0.0
                r = q[t, c]
                if kind > 0:
                    r = r - q[t - 1, c] if kind == 1 else r - 2.0 * q[t - 1, c] + q[t - 2, c]
                for side in range(2):
                    end, sign = (high, 1.0) if side == 0 else (-low, -1.0)
                    if not end < np.inf:
                        continue
                    s, dual = barrier.slack[side, kind, t, v], barrier.dual[side, kind, t, v]
                    ratio = dual / s
                    stiff += ratio
                    pull += sign * (mu / s + ratio * (sign * r + s - end))
                if stiff == 0.0:
                    continue
                if kind == 0:
                    gradient[t, v] += pull
                    bands[t, 0, v] += stiff
                elif kind == 1:
                    gradient[t, v] += pull
                    gradient[t - 1, v] -= pull
                    bands[t, 0, v] += stiff
                    bands[t - 1, 0, v] += stiff
                    bands[t - 1, 1, v] -= stiff
                else:
                    gradient[t, v] += pull
                    gradient[t - 1, v] -= 2.0 * pull
                    gradient[t - 2, v] += pull
                    bands[t, 0, v] += stiff
                    bands[t - 1, 0, v] += 4.0 * stiff
                    bands[t - 2, 0, v] += stiff
                    bands[t - 1, 1, v] -= 2.0 * stiff
                    bands[t - 2, 1, v] -= 2.0 * stiff
                    bands[t - 2, 2, v] += stiff


@fused_kernel
def advance_barrier(
    rates: Rates, q: np.ndarray, target: np.ndarray, mu: float, barrier: Barrier, change: np.ndarray
) -> tuple[float, float]:
    """Go from a change (T, V) towards a target (T, V); return which share of the way, and μ afterwards."""
    primal, dual_share, total, count = 1.0, 1.0, 0.0, 0
    for turn in range(2):
        total, count = 0.0, 0
        for t in range(q.shape[0]):
            for v in range(rates.column.shape[0]):
                if rates.column[v] < 0:
                    continue
                for kind in range(min(t + 1, 3)):
                    low, high = _ends(rates, kind, v)
                    if not (high < np.inf or low > -np.inf):
                        continue
                    r = _row(rates, kind, t, v, q, target)
                    for side in range(2):
                        end, sign = (high, 1.0) if side == 0 else (-low, -1.0)
                        if not end < np.inf:
                            continue
                        s, dual = barrier.slack[side, kind, t, v], barrier.dual[side, kind, t, v]
                        move = end - sign * r - s
                        push = mu / s + dual / s * (sign * r + s - end) - dual
                        if turn == 0:
                            if move < 0.0:
                                primal = min(primal, -SHORT_OF * s / move)
                            if push < 0.0:
                                dual_share = min(dual_share, -SHORT_OF * dual / push)
                        else:
                            barrier.slack[side, kind, t, v] = s + primal * move
                            barrier.dual[side, kind, t, v] = dual + dual_share * push
                            total += barrier.slack[side, kind, t, v] * barrier.dual[side, kind, t, v]
                            count += 1
    for t in range(q.shape[0]):
        for v in range(change.shape[1]):
            change[t, v] += primal * (target[t, v] - change[t, v])
    return primal, total / max(count, 1)
