"""A solved motion brought within limits of velocity and acceleration, feet and floor minded.

First every joint's course is brought within its limits by itself, neither late nor early: the guide. Then the
frames around those that had to change are solved again within the hard limits, near the guide, so that the
other joints make up for what one of them cannot do.
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
from understudy.kinematics.solver import solve_stretch
from understudy.motion.stretches import stretches_around

GUIDANCE = 1.0
"""Weight [1/rad] by which a joint that had to change is drawn to the guide."""

PLANNED = 0.75
"""Share of the limits that the guide takes up; the rest is left for making up for other joints."""

ROOM = 0.1
"""Distance [rad or m] that joints may keep from the guide."""

BRAKING = 0.3
"""Share of the largest acceleration that is kept for braking before that."""

MARGIN = 12
"""Frames before and after those that had to change which are solved again, too."""


def keep_motion_limits(problem: Problem, out: Outcome, bounds: Bounds) -> None:
    """Bring a solved clip within limits of motion, in place.

    Args:
        problem: The problem that was solved, of whose limits only those of position count.
        out: What became of all its frames.
        bounds: Its limits of position, velocity and acceleration.
    """
    tree = problem.tree
    own = free_scalars(tree)
    columns, limits = tree.dof_q[own], Bounds(*(array[own] for array in bounds))
    wish = out.q[:, columns]
    planned = limits._replace(
        largest_step=PLANNED * limits.largest_step, largest_change=PLANNED * limits.largest_change
    )
    kept = limited(wish, planned)
    changed = kept != wish
    if not changed.any():
        return
    pose, weight = out.q.copy(), np.zeros((len(wish), len(tree.variable)))
    pose[:, columns] = kept
    weight[:, own] = np.where(changed, GUIDANCE, 0.0)
    if len(problem.costs.guide.weight):
        # Joints that have a guide of their own, such as fingers, keep it as far as their limits allow.
        weight = np.maximum(weight, problem.costs.guide.weight)
    room = np.where(tree.dof_q >= 0, ROOM, np.inf)
    guide = guide_block(tree, pose, weight, room, BRAKING * bounds.largest_change)
    guided = replace(
        problem,
        costs=problem.costs._replace(guide=guide),
        bounds=bounds,
        effort=problem.effort._replace(doubtful_cost=np.inf),
    )
    for first, stop in stretches_around(changed.any(axis=1), MARGIN):
        solve_stretch(guided, out, first, stop, pose[first])
    # Where two stretches meet, a joint may still be over by as much as frames are solved exactly.
    out.q[:, columns] = limited(out.q[:, columns], limits)
    couple_frames(tree, out.q)
