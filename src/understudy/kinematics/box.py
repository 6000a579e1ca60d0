"""The least of a convex quadratic within a box: ½ xᵀHx + gᵀx, lower ≤ x ≤ upper.

A primal-dual active set finds it in one or two factorisations almost always, but may cycle; then a
primal active-set method, which ends after finitely many steps, finds it exactly.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel

GUESSES = 12
"""Rounds that the primal-dual active set is given before it counts as cycling."""


@fused_inner_kernel
def factorise(
    hessian: np.ndarray,
    damping: np.ndarray,
    held: np.ndarray,
    fill: np.ndarray,
    fill_count: np.ndarray,
    kept: np.ndarray,
    kept_count: np.ndarray,
    factor: np.ndarray,
) -> None:
    """Write L with LᵀL = H + diag(damping), rows and columns of ``held`` variables left out.

    Most pairs of bodies that could meet do not in a given pose: of the places that ``fill`` names for each
    variable, ``kept`` (V, V) and ``kept_count`` (V,) receive those that are not 0.
    """
    size = hessian.shape[0]
    for k in range(size):
        free = held[k] == 0
        factor[k, k] = hessian[k, k] + damping[k] if free else 1.0
        for n in range(fill_count[k]):
            i = fill[k, n]
            factor[k, i] = hessian[k, i] if free and held[i] == 0 else 0.0
    for k in range(size - 1, -1, -1):
        pivot = math.sqrt(max(factor[k, k], 1e-300))
        factor[k, k] = pivot
        kept_count[k] = 0
        if held[k] != 0:
            continue
        inverse, count = 1.0 / pivot, 0
        for n in range(fill_count[k]):
            i = fill[k, n]
            if factor[k, i] != 0.0:
                factor[k, i] *= inverse
                kept[k, count] = i
                count += 1
        kept_count[k] = count
        for n in range(count):
            i = kept[k, n]
            value = factor[k, i]
            for m in range(n + 1):
                j = kept[k, m]
                factor[i, j] -= value * factor[k, j]


@fused_inner_kernel
def substitute(factor: np.ndarray, fill: np.ndarray, fill_count: np.ndarray, x: np.ndarray) -> None:
    """Solve LᵀL x = b in place, ``x`` holding b."""
    size = factor.shape[0]
    for k in range(size - 1, -1, -1):
        x[k] /= factor[k, k]
        for n in range(fill_count[k]):
            i = fill[k, n]
            x[i] -= factor[k, i] * x[k]
    for k in range(size):
        value = x[k]
        for n in range(fill_count[k]):
            i = fill[k, n]
            value -= factor[k, i] * x[i]
        x[k] = value / factor[k, k]


@fused_inner_kernel
def slope_at(
    hessian: np.ndarray,
    gradient: np.ndarray,
    damping: np.ndarray,
    fill: np.ndarray,
    fill_count: np.ndarray,
    x: np.ndarray,
    out: np.ndarray,
) -> None:
    """Write (H + diag(damping)) x + g, from the lower triangle of H."""
    for k in range(x.shape[0]):
        out[k] = gradient[k] + (hessian[k, k] + damping[k]) * x[k]
    for k in range(x.shape[0]):
        for n in range(fill_count[k]):
            i = fill[k, n]
            out[k] += hessian[k, i] * x[i]
            out[i] += hessian[k, i] * x[k]


@fused_inner_kernel
def slope_of(hessian: np.ndarray, gradient: np.ndarray, damping: np.ndarray, x: np.ndarray, k: int) -> float:
    """Return one variable's part of (H + diag(damping)) x + g, from the lower triangle of H."""
    slope = gradient[k] + (hessian[k, k] + damping[k]) * x[k]
    for i in range(k):
        slope += hessian[k, i] * x[i]
    for i in range(k + 1, x.shape[0]):
        slope += hessian[i, k] * x[i]
    return slope


@fused_inner_kernel
def _solve_with_held(
    hessian: np.ndarray,
    gradient: np.ndarray,
    damping: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    held: np.ndarray,
    fill: np.ndarray,
    fill_count: np.ndarray,
    kept: np.ndarray,
    kept_count: np.ndarray,
    factor: np.ndarray,
    slope: np.ndarray,
    x: np.ndarray,
) -> None:
    """Write the least point with ``held`` variables at their bound: -1 lower, 1 upper, 0 free."""
    size = x.shape[0]
    any_held, any_moved = False, False
    for k in range(size):
        x[k] = lower[k] if held[k] < 0 else upper[k] if held[k] > 0 else 0.0
        any_held = any_held or held[k] != 0
        any_moved = any_moved or x[k] != 0.0
    factorise(hessian, damping, held, fill, fill_count, kept, kept_count, factor)
    if not any_held:
        for k in range(size):
            x[k] = -gradient[k]
        substitute(factor, kept, kept_count, x)
        return
    if any_moved:
        slope_at(hessian, gradient, damping, fill, fill_count, x, slope)
    for k in range(size):
        # Most held variables are at their bound already, where they change no slope.
        here = slope[k] if any_moved else gradient[k]
        slope[k] = -here if held[k] == 0 else 0.0
    substitute(factor, kept, kept_count, slope)
    for k in range(size):
        if held[k] == 0:
            x[k] = slope[k]


@fused_inner_kernel
def guess_held(gradient: np.ndarray, lower: np.ndarray, upper: np.ndarray, held: np.ndarray) -> None:
    """Write a guess of the held variables (V,): those at a bound on which the gradient presses.

    Those that were held last are held on where they still are at their bound: from frame to frame that
    changes seldom, and another guess would lead to the same point, only later.
    """
    for k in range(gradient.shape[0]):
        down = lower[k] == 0.0 and (gradient[k] > 0.0 or held[k] < 0)
        up = upper[k] == 0.0 and (gradient[k] < 0.0 or held[k] > 0)
        held[k] = 0 if lower[k] == upper[k] else -1 if down else 1 if up else 0


@fused_inner_kernel
def minimise_in_box(
    hessian: np.ndarray,
    gradient: np.ndarray,
    damping: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    held: np.ndarray,
    fill: np.ndarray,
    fill_count: np.ndarray,
    kept: np.ndarray,
    kept_count: np.ndarray,
    factor: np.ndarray,
    buffers: np.ndarray,
    x: np.ndarray,
    guesses: int,
) -> None:
    """Write the least point within the box.

    Args:
        hessian: (V, V) positive semidefinite, lower triangle.
        gradient: (V,).
        damping: (V,) added to the diagonal; makes the matrix positive definite.
        lower: (V,) lower bound, at most ``upper``.
        upper: (V,) upper bound.
        held: (V,) -1, 0 or 1: a guess of the variables at a bound; receives the true ones.
        fill: (V, V) structure of the factor, see ``sparsity``.
        fill_count: (V,).
        kept: (V, V) buffer, as ``fill``.
        kept_count: (V,) buffer.
        factor: (V, V) buffer.
        buffers: (3, V) buffer.
        x: (V,) receives the point.
        guesses: Rounds of the primal-dual active set before the exact method takes over.
    """
    size = x.shape[0]
    for _ in range(guesses):
        _solve_with_held(
            hessian, gradient, damping, lower, upper, held, fill, fill_count, kept, kept_count, factor,
            buffers[1], x,
        )  # fmt: skip
        changed = False
        for k in range(size):
            if held[k] == 0:
                if x[k] < lower[k]:
                    held[k] = -1
                    changed = True
                elif x[k] > upper[k]:
                    held[k] = 1
                    changed = True
            elif lower[k] < upper[k] and slope_of(hessian, gradient, damping, x, k) * held[k] > 0.0:
                held[k] = 0
                changed = True
        if not changed:
            return
    _minimise_exactly(
        hessian, gradient, damping, lower, upper, held, fill, fill_count, kept, kept_count, factor, buffers, x
    )


@fused_inner_kernel
def step_again(
    gradient: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    held: np.ndarray,
    kept: np.ndarray,
    kept_count: np.ndarray,
    factor: np.ndarray,
    x: np.ndarray,
) -> bool:
    """Write the least point for another gradient, by the factor and with the held variables that are there.

    Returns whether these are the right ones: no other one is beyond its bound, and all of them press on it.
    """
    size, wrong = x.shape[0], 0
    for k in range(size):
        x[k] = -gradient[k] if held[k] == 0 else 0.0
        wrong += 1 if lower[k] < upper[k] and gradient[k] * held[k] > 0.0 else 0
    substitute(factor, kept, kept_count, x)
    for k in range(size):
        if held[k] != 0:
            x[k] = 0.0
        wrong += 1 if x[k] < lower[k] or x[k] > upper[k] else 0
    return wrong == 0


@fused_inner_kernel
def _minimise_exactly(
    hessian: np.ndarray,
    gradient: np.ndarray,
    damping: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    held: np.ndarray,
    fill: np.ndarray,
    fill_count: np.ndarray,
    kept: np.ndarray,
    kept_count: np.ndarray,
    factor: np.ndarray,
    buffers: np.ndarray,
    x: np.ndarray,
) -> None:
    """Primal active set: walk from a feasible point, hold what blocks, release the worst held."""
    size, slope, best = x.shape[0], buffers[0], buffers[2]
    for k in range(size):
        x[k] = min(max(0.0, lower[k]), upper[k])
        held[k] = -1 if x[k] == lower[k] else 1 if x[k] == upper[k] else 0
    for _ in range(20 * size + 20):
        _solve_with_held(
            hessian, gradient, damping, lower, upper, held, fill, fill_count, kept, kept_count, factor,
            buffers[1], best,
        )  # fmt: skip
        share, blocking = 1.0, -1
        for k in range(size):
            move = best[k] - x[k]
            if held[k] == 0 and (best[k] < lower[k] or best[k] > upper[k]):
                allowed = ((lower[k] if move < 0.0 else upper[k]) - x[k]) / move
                if allowed < share:
                    share, blocking = allowed, k
        for k in range(size):
            x[k] += share * (best[k] - x[k])
        if blocking >= 0:
            held[blocking] = -1 if best[blocking] < lower[blocking] else 1
            x[blocking] = lower[blocking] if held[blocking] < 0 else upper[blocking]
            continue
        slope_at(hessian, gradient, damping, fill, fill_count, x, slope)
        worst, release = 1e-12, -1
        for k in range(size):
            if lower[k] < upper[k] and slope[k] * held[k] > worst:
                worst, release = slope[k] * held[k], k
        if release < 0:
            return
        held[release] = 0


@fused_inner_kernel
def box_around(
    dof_q: np.ndarray,
    variable: np.ndarray,
    q: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    least: np.ndarray,
    most: np.ndarray,
) -> None:
    """Write how far every variable may still move from ``q``, down to ``least`` and up to ``most``."""
    for v in range(variable.shape[0]):
        at = dof_q[v]
        if variable[v] != v:
            least[v], most[v] = 0.0, 0.0
        elif at < 0:
            least[v], most[v] = -np.inf, np.inf
        else:
            least[v], most[v] = min(0.0, lower[v] - q[at]), max(0.0, upper[v] - q[at])


@fused_inner_kernel
def keep_within(
    dof_q: np.ndarray, variable: np.ndarray, q: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> None:
    """Move scalar coordinates that rounding left outside their limits back onto them."""
    for v in range(variable.shape[0]):
        at = dof_q[v]
        if at >= 0 and variable[v] == v:
            q[at] = min(max(q[at], lower[v]), upper[v])
