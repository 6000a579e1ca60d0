"""The one bounded Levenberg–Marquardt loop: improves a pose of a tree under any costs, within limits."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blocks.distance import SLACK
from understudy.kinematics.box import GUESSES, box_around, keep_within, minimise_in_box
from understudy.kinematics.compilation import lean_inner_kernel
from understudy.kinematics.costs import Costs, add_costs
from understudy.kinematics.forward import Pose, couple, step
from understudy.kinematics.limits import Effort
from understudy.kinematics.sparsity import Pattern
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work


@lean_inner_kernel
def next_damping(damp: float, gain: float, least: float) -> float:
    """Return the damping after a step that gained this share of its promise; negative: nothing."""
    if gain > 0.75:
        return max(0.1 * damp, least)
    if gain < 0.25:
        return min(10.0 * damp, 1e9) if gain > 0.0 else max(10.0 * damp, 1e-4)
    return damp


@lean_inner_kernel
def promise_of(change: np.ndarray, gradient: np.ndarray, damping: np.ndarray) -> tuple[float, float]:
    """Return the largest part of a step (V,) and the decrease of the cost that its model promises."""
    largest, promised = 0.0, 1e-300
    for v in range(change.shape[0]):
        largest = max(largest, abs(change[v]))
        promised -= 0.5 * change[v] * (gradient[v] - damping[v] * change[v])
    return largest, promised


@lean_inner_kernel
def minimise(
    tree: Tree,
    costs: Costs,
    pattern: Pattern,
    frame: int,
    asked: Asked,
    effort: Effort,
    iterations: int,
    pose: Pose,
    work: Work,
    q: np.ndarray,
) -> tuple[float, int, bool]:
    """Improve ``q`` (Q,) in place; return the cost, the iterations taken, and whether it converged.

    Levenberg–Marquardt with a gain ratio: damping grows when a step gains less than its model
    promised and shrinks when the model was right. Limits are never crossed, also not on the way.
    """
    dof_q, variable = tree.dof_q, tree.variable
    size = variable.shape[0]
    damp, cost, promised, gain = 1e-6, np.inf, 1.0, 1.0
    best, tried = 0, 1
    work.slack[0] = 0.0
    for i in range(q.shape[0]):
        work.q[i] = q[i]
    for v in range(size):
        work.held[v] = 0
    for iteration in range(iterations):
        keep_within(dof_q, variable, work.q, asked.lower, asked.upper)
        trial = add_costs(
            tree, costs, frame, asked, pose, work, work.q, work.gradient[tried], work.hessian[tried]
        )
        if work.slack[0] == 0.0:
            work.slack[0] = SLACK
        # Bodies often meet in the first step, which the costs before it could not know: it is taken anyway.
        meet = iteration == 1 and work.near[0] > 0 and trial < np.inf
        if trial < cost or meet:
            gain = (cost - trial) / promised if iteration > 0 else 1.0
            gain = max(gain, 0.5) if meet else gain
            cost = trial
            best, tried = tried, best
            for i in range(q.shape[0]):
                q[i] = work.q[i]
        else:
            gain = -1.0
        damp = next_damping(damp, gain, effort.least_damping)
        gradient, hessian = work.gradient[best], work.hessian[best]
        for v in range(size):
            work.damping[v] = damp * hessian[v, v] + effort.ridge
        box_around(dof_q, variable, q, asked.lower, asked.upper, work.lower, work.upper)
        minimise_in_box(
            hessian, gradient, work.damping, work.lower, work.upper, work.held,
            pattern.fill, pattern.fill_count, work.kept, work.kept_count, work.factor, work.box, work.change,
            GUESSES,
        )  # fmt: skip
        largest, promised = promise_of(work.change, gradient, work.damping)
        step(tree, q, work.change, work.q)
        for v in range(size):
            work.slack[0] -= costs.distance.lever[v] * abs(work.change[v])
        if largest < effort.smallest_step and work.slack[0] < 0.0 and iteration + 1 < iterations:
            # Bodies have moved far: others may have met meanwhile, which the cost so far does not know.
            work.slack[0], cost = 0.0, np.inf
        elif largest < effort.smallest_step:
            keep_within(dof_q, variable, work.q, asked.lower, asked.upper)
            couple(tree, work.q, work.slope)
            for i in range(q.shape[0]):
                q[i] = work.q[i]
            return cost, iteration + 1, True
    return cost, iterations, False
