"""A solved motion brought within limits of velocity and acceleration, and its parts apart.

First every joint's course is brought within its limits by itself, neither late nor early: the guide. Then the
frames around those that had to change, and those in which parts would touch, are solved again within the hard
limits, near the guide, so that the other joints make up for what one of them cannot do.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.forward import couple_frames
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.seams import mend_seams
from understudy.kinematics.solver import solve_stretch
from understudy.kinematics.touching import contact_costs
from understudy.motion.stretches import stretches_around

GUIDANCE = 1.0
"""Weight [1/rad] by which a joint that had to change is drawn to the guide."""

HOLD = 0.1
"""Weight [1/rad] by which others are while parts touch: a wrist that nothing else holds would fold away."""

TOUCH = 1e-5
"""What parts that are too near to each other may cost before they count as touching: as ¼° of a limb."""

DEEP, DEEP_MARGIN = 0.05, 12
"""What they may cost before they count as caught in each other, and frames around those that are."""

PLANNED = 0.75
"""Share of the limits that the guide takes up; the rest is left for making up for other joints."""

EASE = 0.05
"""Time [s] in which they come back to the guide when parts have parted."""

ROOM, FAR = 0.1, 1.0
"""Distance [rad or m] that joints may keep from the guide; in contact, if they did not have to change."""

BRAKING = 0.3
"""Share of the largest acceleration that is kept for braking before that."""

MARGIN = 6
"""Frames before and after those that had to change which are solved again, too."""


def keep_limits(problem: Problem, out: Outcome, bounds: Bounds, fps: float) -> None:
    """Bring a solved clip within limits of motion and its parts apart, in place.

    Where joints are too slow to get out of the way in time, parts are kept apart without limits of motion
    first, so that the guide knows of it beforehand.

    Args:
        problem: The problem that was solved, parts kept apart; of its limits only those of position count.
        out: What became of all its frames, where parts might pass through each other.
        bounds: Its limits of position, velocity and acceleration.
        fps: Frames a second [1/s].
    """
    free = out.q.copy()
    touching = _contact(problem, free) > TOUCH
    everywhere = np.ones(len(free), dtype=bool)
    _solve_near(problem, out, bounds, fps, touching, everywhere)
    # What all costs together do not exceed, contact does not.
    if not touching.any() or not (out.cost > DEEP).any():
        return
    deep = np.zeros(len(free), dtype=bool)
    for first, stop in stretches_around(_contact(problem, out.q) > DEEP, DEEP_MARGIN):
        deep[first:stop] = True
    if deep.any():
        out.q[deep] = free[deep]
        _solve_near(problem, out, problem.bounds, fps, touching, deep)
        mend_seams(problem, out)
        _solve_near(problem, out, bounds, fps, touching & ~deep, everywhere)


def _around(holds: np.ndarray, margin: int) -> np.ndarray:
    """Return (T, N) where something (T, N) holds at most so many frames before or after."""
    total = np.concatenate([np.zeros((1, holds.shape[1]), dtype=np.int64), np.cumsum(holds, axis=0)])
    frames = np.arange(len(holds))
    last, first = np.minimum(frames + margin + 1, len(holds)), np.maximum(frames - margin, 0)
    return total[last] > total[first]


def _contact(problem: Problem, q: np.ndarray) -> np.ndarray:
    return contact_costs(problem.tree, problem.costs.distance, q)


def _solve_near(
    problem: Problem, out: Outcome, bounds: Bounds, fps: float, touching: np.ndarray, asked: np.ndarray
) -> None:
    """Solve frames again near courses within limits, those of ``asked`` (T,) that are over them or touch."""
    tree = problem.tree
    own = free_scalars(tree)
    columns, limits = tree.dof_q[own], Bounds(*(array[own] for array in bounds))
    wish = out.q[:, columns]
    planned = limits._replace(
        largest_step=PLANNED * limits.largest_step, largest_change=PLANNED * limits.largest_change
    )
    kept = limited(wish, planned)
    changed = kept != wish
    again = stretches_around((changed.any(axis=1) | touching) & asked, MARGIN)
    if not again:
        return
    near = _around(touching[:, None], MARGIN) & ~_around(changed, MARGIN)
    pose, weight = out.q.copy(), np.zeros((len(wish), len(tree.variable)))
    pose[:, columns] = kept
    weight[:, own] = np.where(changed, GUIDANCE, HOLD * near)
    drag, room = np.zeros(weight.shape), np.full(weight.shape, np.inf)
    drag[:, own] = HOLD / np.sqrt(np.expm1(1.0 / (EASE * fps))) * near
    room[:, own] = np.where(near, FAR, ROOM)
    if len(problem.costs.guide.weight):
        # Joints that have a guide of their own, such as fingers, keep it as far as their limits allow.
        weight = np.maximum(weight, problem.costs.guide.weight)
    guide = guide_block(tree, pose, weight, drag, room, BRAKING * bounds.largest_change)
    guided = replace(
        problem,
        costs=problem.costs._replace(guide=guide),
        bounds=bounds,
        effort=problem.effort._replace(doubtful_cost=np.inf),
    )
    for first, stop in again:
        solve_stretch(guided, out, first, stop, pose[first])
    # Where two stretches meet, a joint may still be over by as much as frames are solved exactly.
    out.q[:, columns] = limited(out.q[:, columns], limits)
    couple_frames(tree, out.q)
