"""The one bounded Levenberg–Marquardt loop: improves a pose of a tree under any costs, within limits."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.box import (
    GUESSES,
    box_around,
    guess_held,
    keep_within,
    minimise_in_box,
    step_again,
)
from understudy.kinematics.costs import Costs, add_costs
from understudy.kinematics.forward import Pose, couple, step
from understudy.kinematics.limits import Effort
from understudy.kinematics.sparsity import Pattern
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work

TRUE_TO_MODEL = 0.75
"""Share of its promise that a step gains at least for the same matrix to lead on."""

TOO_STIFF = 1.4
"""Share of its promise beyond which a step by an older matrix tells that it is stiffer than what is there."""

SHRINKS = 0.5
"""Share of the step before that such a step may have; else the matrix is too old."""

FAR = 0.05
"""Step [rad or m] from which on another matrix is needed at its end."""

SHORTEST, SHORTENINGS, HALVINGS = 0.1, 3, 6
"""Share of a step that is tried at least where all of it costs more than none, and left out at least; how
often in a row; and how often the range in which that share lies is halved."""

HOPE, LITTLE_HOPE = 5.0, 2.0
"""Times of what the next step promises that all of them together may gain; of a start among many."""

LEFT = 0.01
"""Share of the smallest step that the last step may leave where steps shrink fast."""

SLOW, AHEAD = 0.1, 5.0
"""Share of the step before from which on a step is lengthened, and by how many times its length at most."""

LONGEST = 0.2
"""Largest part [rad or m] of a step that was lengthened; what is farther away, two steps do not tell."""


@fused_inner_kernel
def next_damping(damp: float, gain: float, least: float) -> float:
    """Return the damping after a step that gained this share of its promise; negative: nothing."""
    if gain > 0.75:
        return max(0.1 * damp, least)
    if gain < 0.25:
        return min(10.0 * damp, 1e9) if gain > 0.0 else max(10.0 * damp, 1e-4)
    return damp


@fused_inner_kernel
def promise_of(change: np.ndarray, gradient: np.ndarray, damping: np.ndarray) -> tuple[float, float]:
    """Return the largest part of a step (V,) and the decrease of the cost that its model promises."""
    largest, promised = 0.0, 1e-300
    for v in range(change.shape[0]):
        largest = max(largest, abs(change[v]))
        promised -= 0.5 * change[v] * (gradient[v] - damping[v] * change[v])
    return largest, promised


@fused_inner_kernel
def shorter_step(cost: float, trial: float, gradient: np.ndarray, change: np.ndarray) -> float:
    """Return the share s of a step (V,) that costs least, where all of it ended deep in a wall.

    Along the step the cost is taken to be the model's, whose least is at its end, and that of a wall that
    grows as s⁴, as parts do that come near each other (``distance.push``): slope (s − ½ s²) + wall s⁴, least
    where slope (1 − s) + 4 wall s³ is 0, found by halving.
    """
    slope = 0.0
    for v in range(change.shape[0]):
        slope += gradient[v] * change[v]
    wall = trial - cost - 0.5 * slope
    low, high = SHORTEST, 1.0 - SHORTEST
    if slope >= 0.0 or not wall < np.inf:
        return low
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if slope * (1.0 - middle) + 4.0 * wall * middle**3 < 0.0:
            low = middle
        else:
            high = middle
    return low


@fused_inner_kernel
def look_ahead(
    change: np.ndarray, history: np.ndarray, follows: bool, lower: np.ndarray, upper: np.ndarray
) -> None:
    """Lengthen a step (V,) by what it and the last one tell of those to come (Anderson's method, depth 1).

    Gauss–Newton's matrix lacks the curvature of what it linearises. Where that matters, such as for a hand
    that leans on a hip and may turn about it, each step is a fixed share of the last one, and the sum of all
    that would follow is known after two.

    Args:
        change: The step that the matrix asks for; receives the one to take.
        history: (2, V) the last step as it was asked for, and as it was taken; receives these.
        follows: Whether that one led here, and steps shrink slowly.
        lower: (V,) bounds of the step.
        upper: (V,).
    """
    along, square = 0.0, 0.0
    for v in range(change.shape[0]):
        differs = change[v] - history[0, v]
        along += differs * change[v]
        square += differs * differs
    share = min(max(along / square, -AHEAD), 0.0) if follows and square > 0.0 else 0.0
    for v in range(change.shape[0]):
        if abs(change[v] - share * (history[1, v] + change[v] - history[0, v])) > LONGEST:
            share = 0.0
    for v in range(change.shape[0]):
        asked = change[v]
        taken = asked - share * (history[1, v] + asked - history[0, v]) if share < 0.0 else asked
        change[v] = min(max(taken, lower[v]), upper[v]) if share < 0.0 else asked
        history[0, v], history[1, v] = asked, change[v]


@fused_inner_kernel
def minimise(
    tree: Tree,
    costs: Costs,
    pattern: Pattern,
    frame: int,
    asked: Asked,
    effort: Effort,
    iterations: int,
    beaten: float,
    nearly: float,
    pose: Pose,
    work: Work,
    q: np.ndarray,
) -> tuple[float, int, bool]:
    """Improve ``q`` (Q,) in place; return the cost, the iterations taken, and whether it converged.

    Levenberg–Marquardt with a gain ratio: damping grows when a step gains less than its model
    promised and shrinks when the model was right. Limits are never crossed, also not on the way.

    All steps to come are taken to gain at most ``HOPE`` times what the next one promises. Where that does not
    lead below what has ``beaten`` this start, or is less than the share ``nearly`` of the cost, it ends. A
    start that need only be solved nearly is one of many, of which less is hoped for.
    """
    dof_q, variable = tree.dof_q, tree.variable
    size = variable.shape[0]
    damp, cost, promised, gain, largest, hope = 1e-6, np.inf, 1.0, 1.0, np.inf, 0.0
    best, factored, shortened = 0, 0, 0
    # Costs that are written to the normal equations alone have no shorter way to their gradient.
    may_reuse = costs.centre_of_mass.dofs.shape[0] == 0 and costs.relative_point.body.shape[0] == 0
    may_reuse = may_reuse and effort.reuse == 1
    whole, fresh, renewed, follows = True, True, False, False
    for i in range(q.shape[0]):
        work.q[i] = q[i]
    for iteration in range(iterations):
        keep_within(dof_q, variable, work.q, asked.lower, asked.upper)
        trial = add_costs(
            tree, costs, frame, asked, pose, work, work.q, whole, work.gradient[1 - best],
            work.hessian[1 - factored],
        )  # fmt: skip
        if trial < cost or renewed:
            gain = (cost - trial) / promised if iteration > 0 and not renewed else 1.0
            cost, best, fresh = trial, 1 - best, whole
            factored = 1 - factored if whole else factored
            for i in range(q.shape[0]):
                q[i] = work.q[i]
        else:
            gain, follows = -1.0, False
        gradient, hessian, before, last_hope = work.gradient[best], work.hessian[factored], largest, hope
        box_around(dof_q, variable, q, asked.lower, asked.upper, work.lower, work.upper)
        if fresh and gain < 0.0 and shortened < SHORTENINGS and iteration > 0 and effort.reuse == 1:
            # Most often a step ended deep in a wall that it did not know of: a shorter one may not.
            share = shorter_step(cost, trial, gradient, work.change)
            for v in range(size):
                work.change[v] *= share
            largest, promised = share * largest, share * (2.0 - share) * promised
            shortened, whole = shortened + 1, True
            step(tree, q, work.change, work.q)
            continue
        if iteration == 0:
            guess_held(gradient, work.lower, work.upper, work.held)
        if fresh:
            damp = damp if renewed else next_damping(damp, gain, effort.least_damping)
            for v in range(size):
                work.damping[v] = damp * hessian[v, v] + effort.ridge
            minimise_in_box(
                hessian, gradient, work.damping, work.lower, work.upper, work.held,
                pattern.fill, pattern.fill_count, work.kept, work.kept_count, work.factor, work.box,
                work.change, GUESSES,
            )  # fmt: skip
            largest, promised = promise_of(work.change, gradient, work.damping)
            whole, renewed, shortened = not may_reuse or gain < TRUE_TO_MODEL or largest > FAR, False, 0
        else:
            # The last matrix leads on where it told what its step would gain, and steps shrink fast.
            leads = gain > TRUE_TO_MODEL and step_again(
                gradient, work.lower, work.upper, work.held, work.kept, work.kept_count, work.factor,
                work.change,
            )  # fmt: skip
            largest, promised = promise_of(work.change, gradient, work.damping)
            whole = largest > SHRINKS * before or gain > TOO_STIFF
            if not leads:
                whole, renewed = True, True
                for i in range(q.shape[0]):
                    work.q[i] = q[i]
                continue
        hope = HOPE * promised
        if hope < nearly * cost or cost - (LITTLE_HOPE * promised if nearly > 0.0 else hope) > beaten:
            return cost, iteration + 1, False
        follows = follows and effort.reuse == 1 and largest > SLOW * before
        look_ahead(work.change, work.history, follows, work.lower, work.upper)
        _, promised = promise_of(work.change, gradient, work.damping)
        follows = True
        step(tree, q, work.change, work.q)
        # A step by an older matrix leaves what it shrinks by; a new matrix would leave next to nothing of it.
        left = largest * min(largest / before, 1.0)
        ends = fresh or left < LEFT * effort.smallest_step or largest > SLOW * before
        # What follows this step shrinks as it did from the last one, where that gained what it promised.
        shrinks = hope < last_hope and gain > TRUE_TO_MODEL and gain < TOO_STIFF
        left_to_gain = hope * hope / last_hope if shrinks else hope
        if (largest < effort.smallest_step and ends) or left_to_gain < effort.enough:
            keep_within(dof_q, variable, work.q, asked.lower, asked.upper)
            couple(tree, work.q, work.slope)
            for i in range(q.shape[0]):
                q[i] = work.q[i]
            return cost, iteration + 1, True
    return cost, iterations, False
