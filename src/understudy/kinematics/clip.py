"""Solving a whole clip: buffers, limits of coupled joints, and word of the first compilation."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.clip_solver import solve_clip
from understudy.kinematics.compilation import announced_compilation
from understudy.kinematics.forward import new_pose
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import Tree
from understudy.kinematics.wishes import Bounds, Effort, Wishes, Work

THOROUGH = Effort(
    first_iterations=200,
    iterations=30,
    smallest_step=1e-5,
    pin_rise=1.0,
    pin_fall=1.0,
    doubtful_cost=math.inf,
    doubt_pause=1,
)
"""Effort that converges to 1e-5 rad and never doubts what it found."""


@dataclass(frozen=True)
class Solution:
    """Coordinates (T, Q), final costs (T,), and iterations (T,), negative where not converged."""

    q: np.ndarray
    costs: np.ndarray
    status: np.ndarray


def solve(
    tree: Tree,
    tasks: Tasks,
    wishes: Wishes,
    bounds: Bounds,
    starts: np.ndarray,
    effort: Effort = THOROUGH,
    say: Callable[[str], None] | None = None,
) -> Solution:
    """Solve all frames of a clip, one after the other, without holding Python's lock.

    Args:
        tree: The tree.
        tasks: Its tasks.
        wishes: What is wanted of them in T frames.
        bounds: Hard limits.
        starts: (S, Q) poses from which to try the first frame.
        effort: When to be content.
        say: Told in a sentence when kernels have to be compiled first.
    """
    frames = len(wishes.direction)
    q = np.zeros((frames, len(tree.q_zero)))
    costs, status = np.zeros(frames), np.zeros(frames, dtype=np.int64)
    with announced_compilation(solve_clip, say):
        solve_clip(tree, tasks, wishes, bounds, effort, starts, new_pose(tree), _work(tree), q, costs, status)
    return Solution(q, costs, status)


def _work(tree: Tree) -> Work:
    size = len(tree.variable)
    columns = max(2 * tree.chain.shape[1], 1)

    def vector() -> np.ndarray:
        return np.zeros(size)

    def matrix() -> np.ndarray:
        return np.zeros((size, size))

    return Work(
        q=np.zeros(len(tree.q_zero)),
        slope=np.ones(size),
        columns=np.zeros((columns, 3)),
        twist=np.zeros((size, 6)),
        stiffness=np.zeros((len(tree.body_parent), 6, 6)),
        wrench=np.zeros((len(tree.body_parent), 6)),
        gradient=vector(),
        hessian=matrix(),
        spare_gradient=vector(),
        spare_hessian=matrix(),
        damping=vector(),
        lower=vector(),
        upper=vector(),
        held=np.zeros(size, dtype=np.int64),
        factor=matrix(),
        change=vector(),
    )


def variable_bounds(tree: Tree, lower: np.ndarray, upper: np.ndarray, largest_step: np.ndarray) -> Bounds:
    """Return limits of the variables from limits of all degrees of freedom (V,) each.

    A joint that drives coupled ones is narrowed until all of them stay within their own limits; the
    polynomial is sampled for that, a line exactly at its ends.
    """
    lower, upper, largest_step = lower.copy(), upper.copy(), largest_step.copy()
    for dof, driver in enumerate(tree.variable):
        if driver in (-1, dof):
            continue
        low, high = max(lower[driver], -1e3), min(upper[driver], 1e3)
        x = np.linspace(low, high, 20001)
        zero, own_zero = tree.q_zero[tree.dof_q[driver]], tree.q_zero[tree.dof_q[dof]]
        value = own_zero + np.polynomial.polynomial.polyval(x - zero, tree.coupling[dof])
        slope = np.gradient(value, x) if high > low else np.ones_like(x)
        line = not tree.coupling[dof, 2:].any() and tree.coupling[dof, 1] != 0.0
        if line:
            ends = (np.array([lower[dof], upper[dof]]) - own_zero - tree.coupling[dof, 0]) / tree.coupling[
                dof, 1
            ]
            lower[driver] = max(lower[driver], zero + ends.min())
            upper[driver] = min(upper[driver], zero + ends.max())
        else:
            inside = x[(value >= lower[dof]) & (value <= upper[dof])]
            lower[driver], upper[driver] = inside.min(), inside.max()
        steepest = max(float(np.abs(slope).max()), 1e-12)
        largest_step[driver] = min(largest_step[driver], largest_step[dof] / steepest)
    return Bounds(lower, upper, largest_step)
