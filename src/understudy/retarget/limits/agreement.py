"""Frames and courses that agree: a stretch of a motion solved as a whole, within limits of motion.

What is asked of a robot is a matter of single frames; limits of velocity and acceleration are one of single
joints over time. Each alone is easy. The alternating direction method of multipliers (Boyd 2011, section 3)
brings both together:

    q ← least of what is asked of each frame + ½ w² (q − z + u)²        all joints of one frame
    z ← the course within limits that is nearest to q + u               one joint over all frames
    u ← u + q − z

So the other joints know what one of them cannot do, before and after it cannot: a shoulder that has to turn
over fast takes elbow and hand along, and an arm that is too slow to get out of the way begins earlier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, solve_stretch

ROUNDS = 20
"""How often a frame is solved at most."""

AGREED = 0.002
"""Distance [rad or m] between frames and courses from which on they agree."""

FIRST_WEIGHT, LARGEST_WEIGHT = 0.35, 16.0
"""Weight [1/rad] of a course at first, beside 1 to 1.5 of an arm's directions, and the largest one."""

UNBALANCED = 2.0
"""A weight grows while frames are so many times as far from courses as these move in a round (Boyd 3.13)."""

PLANNED = 0.9
"""Share of the limits that courses take up."""

BEYOND = 12
"""Frames before and after a stretch that its courses lead over to."""


def agree(problem: Problem, out: Outcome, bounds: Bounds, stretches: Sequence[tuple[int, int]]) -> None:
    """Solve stretches of a clip so that joints keep nearly within limits, in place.

    Args:
        problem: What is asked of the robot; of its limits those of position.
        out: The clip; in its stretches the frames as they are without limits of motion.
        bounds: Limits of velocity and acceleration.
        stretches: First frames, and the frames after the last ones.
    """
    tree = problem.tree
    own = free_scalars(tree)
    limits = Bounds(*(array[own] for array in bounds))
    planned = limits._replace(
        largest_step=PLANNED * limits.largest_step, largest_change=PLANNED * limits.largest_change
    )
    guide = guide_block(tree, out.q.copy(), np.zeros((len(out.q), len(tree.variable))))
    guided = replace(
        problem,
        costs=problem.costs._replace(guide=guide),
        effort=problem.effort._replace(doubtful_cost=np.inf, from_given=1),
    )
    solver = Solver(guided)
    for first, stop in stretches:
        held = problem.costs.guide.weight[first:stop] if len(problem.costs.guide.weight) else np.zeros(1)
        _agree(solver, out, planned, held, first, stop)


def _agree(solver: Solver, out: Outcome, planned: Bounds, held: np.ndarray, first: int, stop: int) -> None:
    """Solve one stretch, joints within ``planned`` limits; ``held`` are weights that joints have at least."""
    tree, guide = solver.problem.tree, solver.problem.costs.guide
    own = free_scalars(tree)
    columns = tree.dof_q[own]
    begin, end = max(first - BEYOND, 0), min(stop + BEYOND, len(out.q))
    inside = slice(first - begin, stop - begin)
    weight = np.full(len(own), FIRST_WEIGHT)
    course = limited(out.q[begin:end, columns], planned)[inside]
    owed = np.zeros(course.shape)
    for _ in range(ROUNDS):
        owed += out.q[first:stop, columns] - course
        guide.target[first:stop] = out.q[first:stop]
        guide.target[first:stop, columns] = course - owed
        guide.weight[first:stop, own] = weight
        guide.weight[first:stop] = np.maximum(guide.weight[first:stop], held)
        solve_stretch(solver, out, first, stop)
        wish = out.q[begin:end, columns]
        wish[inside] += owed
        last, course = course, limited(wish, planned)[inside]
        apart = np.abs(out.q[first:stop, columns] - course)
        if apart.max() < AGREED:
            break
        growth = _growth(_size(apart), _size(course - last), weight)
        weight, owed = weight * np.sqrt(growth), owed / growth
    out.q[first:stop, columns] = course


def _size(courses: np.ndarray) -> np.ndarray:
    """Return the root mean square (N,) of courses (T, N)."""
    return np.sqrt(np.mean(courses**2, axis=0))


def _growth(apart: np.ndarray, moved: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Return by which factors (N,) the squares of weights (N,) change.

    Args:
        apart: (N,) how far frames are from courses.
        moved: (N,) how far these went in the last round.
        weight: (N,) of the next round [1/rad].
    """
    grows = (apart > UNBALANCED * moved) & (weight < LARGEST_WEIGHT)
    shrinks = (moved > UNBALANCED * apart) & (weight > FIRST_WEIGHT)
    return np.where(grows, 2.0, np.where(shrinks, 0.5, 1.0))
