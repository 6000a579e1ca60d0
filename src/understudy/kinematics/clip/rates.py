"""Prices and limits over time: velocity and acceleration of every degree of freedom, the root's included.

A price is ½ w² ẋ² or ½ w² (ẍ − ẍ*)². A limit is a row r of a joint, its coordinate, its step or its change
of steps, between two ends. What is outside of them by e costs ½ ρ e², with ρ growing from step to step until
e is next to nothing, so that a step needs the same equations as without limits. Between frames only equal
degrees of freedom meet: the normal equations get nothing but diagonals in the blocks between frames at most
two apart.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.limits import Bounds
from understudy.kinematics.tree import BALL, FREE, Tree

NO_COLUMN = -1

SOFT, SOFTEST = 0.05, 0.001
"""Share of what a limit allows within which it is felt beforehand, at a firmness of 1 and at least; it falls
with the root of firmness, as the width of a barrier does."""

FAR = 20.0
"""Times ``soft`` inside of an end from which on it is not felt."""

RANGE_UNIT = 0.1
"""What counts as much [rad or m] beyond a range as all that a limit of velocity allows beyond that."""


class Rates(NamedTuple):
    """Prices and limits of V degrees of freedom, per frame instead of per second."""

    column: np.ndarray  # (V,) coordinate of a translation or hinge that is free to move, else NO_COLUMN
    turn: np.ndarray  # (B, 2) first coordinate and first degree of freedom of every ball or free rotation
    velocity: np.ndarray  # (V,) w² of a step from frame to frame [1/rad² or 1/m²]
    acceleration: np.ndarray  # (V,) w² of a change of steps
    wanted: np.ndarray  # (T, V) changes of steps that cost nothing
    bounds: Bounds  # (V,) each: range, largest step, largest change of steps
    stiffness: np.ndarray  # (3, V) ρ of rows, which a factor is to make firm, 0 where there is no limit


def rates_of(
    tree: Tree, bounds: Bounds, velocity: np.ndarray, acceleration: np.ndarray, wanted: np.ndarray
) -> Rates:
    """Return prices and limits over time of a tree.

    Args:
        tree: The tree.
        bounds: Range, largest step and largest change of steps.
        velocity: (V,) weights of steps from frame to frame [1/rad or 1/m].
        acceleration: (V,) weights of changes of steps.
        wanted: (T, V) changes of steps [rad or m]: only what differs from them costs; not of rotations.
    """
    column = np.where(tree.variable == np.arange(len(tree.variable)), tree.dof_q, NO_COLUMN)
    turns = []
    for kind, at, dof in zip(
        tree.joint_type.tolist(), tree.joint_q.tolist(), tree.joint_dof.tolist(), strict=True
    ):
        if kind == FREE:
            column[dof : dof + 3] = np.arange(at, at + 3)
            turns.append((at + 3, dof + 3))
        elif kind == BALL:
            turns.append((at, dof))
    return Rates(
        column=column,
        turn=np.array(turns, dtype=np.int64).reshape(-1, 2),
        velocity=velocity**2,
        acceleration=acceleration**2,
        wanted=np.ascontiguousarray(wanted),
        bounds=bounds,
        stiffness=_stiffness(bounds),
    )


def _stiffness(bounds: Bounds) -> np.ndarray:
    """Return ρ (3, V) of rows, 0 where there is no limit."""
    allowed = np.stack([np.full(len(bounds.lower), RANGE_UNIT), bounds.largest_step, bounds.largest_change])
    return 1.0 / np.maximum(allowed, 1e-6) ** 2


@fused_inner_kernel
def beyond_ends(
    value: float, low: float, high: float, soft: float, firm: float
) -> tuple[float, float, float]:
    """Return ½ ρ e² of a value outside of a range by e, ρ being ``firm``, and both derivatives of that.

    Around an end, v beyond it, e = (v + √(v² + soft²)) / 2 rises gradually: steps know that they come near.
    """
    cost, pull, stiff = 0.0, 0.0, 0.0
    if firm == 0.0:
        return cost, pull, stiff
    for sign in (1.0, -1.0):
        v = value - high if sign > 0.0 else low - value
        if v < -FAR * soft:
            continue
        root = math.sqrt(v * v + soft * soft)
        over, rise = 0.5 * (v + root), 0.5 * (1.0 + v / root)
        cost += 0.5 * over * over
        pull += sign * over * rise
        stiff += rise * rise + 0.5 * over * soft * soft / (root * root * root)
    return firm * cost, firm * pull, firm * stiff


@fused_kernel
def add_rates(
    rates: Rates,
    firmness: np.ndarray,
    first: int,
    stop: int,
    q: np.ndarray,
    omega: np.ndarray,
    cost: np.ndarray,
    beyond: np.ndarray,
    gradient: np.ndarray,
    bands: np.ndarray,
) -> None:
    """Add what the motion costs over time in rows of some frames, each counted in the latest frame it is of.

    Args:
        rates: Prices and limits.
        firmness: (T,) twice what it costs to exceed a limit by all it allows.
        first: First of these frames.
        stop: Behind the last one.
        q: (T, Q) poses.
        omega: (T, 3) a buffer.
        cost: (T,) receives costs without limits.
        beyond: (T,) receives what exceeding them costs.
        gradient: (T, V) receives first derivatives.
        bands: (T, 3, V) receives second derivatives by frames t and t + a.
    """
    bounds, stiffness = rates.bounds, rates.stiffness
    for v in range(rates.column.shape[0]):
        c = rates.column[v]
        if c < 0:
            continue
        step, change = bounds.largest_step[v], bounds.largest_change[v]
        slow, steady = rates.velocity[v], rates.acceleration[v]
        x1, x2 = q[max(first - 1, 0), c], q[max(first - 2, 0), c]
        for t in range(first, stop):
            x, soft = q[t, c], max(SOFT / math.sqrt(firmness[t]), SOFTEST)
            firm = firmness[t] * stiffness[0, v]
            over, push, hard = beyond_ends(x, bounds.lower[v], bounds.upper[v], soft * RANGE_UNIT, firm)
            beyond[t] += over
            gradient[t, v] += push
            bands[t, 0, v] += hard
            if t > 0:
                d = x - x1
                over, push, hard = beyond_ends(d, -step, step, soft * step, firmness[t] * stiffness[1, v])
                pull, stiff = slow * d, slow + hard
                cost[t] += 0.5 * pull * d
                beyond[t] += over
                pull += push
                gradient[t, v] += pull
                gradient[t - 1, v] -= pull
                bands[t, 0, v] += stiff
                bands[t - 1, 0, v] += stiff
                bands[t - 1, 1, v] -= stiff
            if t > 1:
                a = x - 2.0 * x1 + x2
                over, push, hard = beyond_ends(
                    a, -change, change, soft * change, firmness[t] * stiffness[2, v]
                )
                more = a - rates.wanted[t, v]
                pull, stiff = steady * more, steady + hard
                cost[t] += 0.5 * pull * more
                beyond[t] += over
                pull += push
                gradient[t, v] += pull
                gradient[t - 1, v] -= 2.0 * pull
                gradient[t - 2, v] += pull
                _add_second(t, v, stiff, bands)
            x2, x1 = x1, x
    for b in range(rates.turn.shape[0]):
        _add_turn(rates, rates.turn[b, 0], rates.turn[b, 1], first, stop, q, omega, cost, gradient, bands)


@fused_inner_kernel
def _add_second(t: int, v: int, w: float, bands: np.ndarray) -> None:
    """Add w times the square of (1, −2, 1) of frames t, t − 1 and t − 2 to the bands."""
    bands[t, 0, v] += w
    bands[t - 1, 0, v] += 4.0 * w
    bands[t - 2, 0, v] += w
    bands[t - 1, 1, v] -= 2.0 * w
    bands[t - 2, 1, v] -= 2.0 * w
    bands[t - 2, 2, v] += w


@fused_inner_kernel
def _write_turn(q: np.ndarray, at: int, t: int, omega: np.ndarray) -> None:
    """Write the rotation vector (3,) from frame t − 1 to frame t, in the turning body's own frame."""
    aw, ax, ay, az = q[t - 1, at], -q[t - 1, at + 1], -q[t - 1, at + 2], -q[t - 1, at + 3]
    bw, bx, by, bz = q[t, at], q[t, at + 1], q[t, at + 2], q[t, at + 3]
    w = aw * bw - ax * bx - ay * by - az * bz
    x = aw * bx + ax * bw + ay * bz - az * by
    y = aw * by - ax * bz + ay * bw + az * bx
    z = aw * bz + ax * by - ay * bx + az * bw
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    sine = math.sqrt(x * x + y * y + z * z)
    scale = 2.0 if sine < 1e-9 else 2.0 * math.atan2(sine, w) / sine
    omega[0], omega[1], omega[2] = scale * x, scale * y, scale * z


@fused_inner_kernel
def _pull_turn(omega: np.ndarray, sign: float, r0: float, r1: float, r2: float, out: np.ndarray) -> None:
    """Add to ``out`` (3,) sign · J⁻ᵀ r, J⁻¹ being SO(3)'s inverse right (+) or left (−) Jacobian at omega."""
    x, y, z = omega[0], omega[1], omega[2]
    angle2 = x * x + y * y + z * z
    third = 1.0 / 12.0 + angle2 / 720.0
    # J⁻¹ = 1 ± ½[ω]× + third [ω]×²; transposed the cross product changes its sign.
    c0, c1, c2 = y * r2 - z * r1, z * r0 - x * r2, x * r1 - y * r0
    d0, d1, d2 = y * c2 - z * c1, z * c0 - x * c2, x * c1 - y * c0
    half = -0.5 * sign
    out[0] += sign * (r0 + half * c0 + third * d0)
    out[1] += sign * (r1 + half * c1 + third * d1)
    out[2] += sign * (r2 + half * c2 + third * d2)


@fused_inner_kernel
def _add_turn(
    rates: Rates,
    at: int,
    dof: int,
    first: int,
    stop: int,
    q: np.ndarray,
    omega: np.ndarray,
    cost: np.ndarray,
    gradient: np.ndarray,
    bands: np.ndarray,
) -> None:
    """Add prices of one rotation; the matrix takes turns between frames to be small."""
    for t in range(max(first - 1, 1), stop):
        _write_turn(q, at, t, omega[t])
        if t < first:
            continue
        w = rates.velocity[dof]
        if w > 0.0:
            r0, r1, r2 = w * omega[t, 0], w * omega[t, 1], w * omega[t, 2]
            cost[t] += 0.5 * (r0 * omega[t, 0] + r1 * omega[t, 1] + r2 * omega[t, 2])
            _pull_turn(omega[t], 1.0, r0, r1, r2, gradient[t, dof : dof + 3])
            _pull_turn(omega[t], -1.0, r0, r1, r2, gradient[t - 1, dof : dof + 3])
            for i in range(3):
                bands[t, 0, dof + i] += w
                bands[t - 1, 0, dof + i] += w
                bands[t - 1, 1, dof + i] -= w
        w = rates.acceleration[dof]
        if t > 1 and w > 0.0:
            a0, a1, a2 = (
                omega[t, 0] - omega[t - 1, 0],
                omega[t, 1] - omega[t - 1, 1],
                omega[t, 2] - omega[t - 1, 2],
            )
            cost[t] += 0.5 * w * (a0 * a0 + a1 * a1 + a2 * a2)
            _pull_turn(omega[t], 1.0, w * a0, w * a1, w * a2, gradient[t, dof : dof + 3])
            _pull_turn(omega[t], -1.0, w * a0, w * a1, w * a2, gradient[t - 1, dof : dof + 3])
            _pull_turn(omega[t - 1], 1.0, -w * a0, -w * a1, -w * a2, gradient[t - 1, dof : dof + 3])
            _pull_turn(omega[t - 1], -1.0, -w * a0, -w * a1, -w * a2, gradient[t - 2, dof : dof + 3])
            for i in range(3):
                _add_second(t, dof + i, w, bands)
