"""Seams between IK branches in a solved clip, moved back in time to where both branches cost the same.

Forwards in time a body stays in a branch that has become poor until a better one is found. From there the
better one is carried back for as long as it costs less.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver
from understudy.kinematics.state import new_state

SPRING = 0.3
"""Change [rad or m] of a joint between two frames from which on it has sprung into another branch."""

SAME_POSE = 1e-3
"""Difference [rad or m] up to which two solutions of a frame are the same pose."""


def mend_seams(problem: Problem, out: Outcome) -> None:
    """Carry better branches back in time, in place, the last seam first.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of all its frames, one after the other.
    """
    effort = problem.effort._replace(
        agreement=SAME_POSE, doubtful_cost=np.inf, first_iterations=problem.effort.iterations
    )
    seams = seams_of(problem, out.q)[::-1]
    if not seams:
        return
    solver = Solver(replace(problem, starts=out.q[:1].copy(), effort=effort))
    for seam in seams:
        solver.problem.starts[0] = out.q[seam + 1]
        solver.state = new_state(problem.tree, effort.doubt_pause)
        solver.run(out, seam, -1, -1)


def seams_of(problem: Problem, q: np.ndarray) -> list[int]:
    """Return the frames of a clip (T, Q) after which a joint springs into another branch."""
    columns = problem.tree.dof_q[free_scalars(problem.tree)]
    change = np.abs(np.diff(q[:, columns], axis=0)).max(axis=1, initial=0.0)
    return np.flatnonzero(change > SPRING).tolist()
