"""Seams between IK branches in a solved clip, moved back in time to where both branches cost the same.

Forwards in time a body stays in a branch that has become poor until a better one is found. From there the
better one is carried back, to where that saves most over all frames on the way: a single frame in which it
costs more, such as one of a seam farther back, does not end it.
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

CHUNKS = 4
"""Looks at what was saved in as many frames as may be lost."""

SAME_POSE = 1e-3
"""Difference [rad or m] up to which two solutions of a frame are the same pose."""


def mend_seams(problem: Problem, out: Outcome, longest_loss: int) -> None:
    """Carry better branches back in time, in place, the last seam first.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of all its frames, one after the other.
        longest_loss: Frames in which a branch may cost more than it saved before, until it is given up.
    """
    effort = problem.effort._replace(
        agreement=SAME_POSE, doubtful_cost=np.inf, first_iterations=problem.effort.iterations
    )
    seams = seams_of(problem, out.q)[::-1]
    if not seams:
        return
    solver = Solver(replace(problem, starts=out.q[:1].copy(), effort=effort))
    carried = Outcome(*(array.copy() for array in out))
    carried.cost[:] = np.inf
    for seam in seams:
        solver.problem.starts[0] = out.q[seam + 1]
        solver.state = new_state(problem.tree, effort.doubt_pause)
        _carry_back(solver, carried, out, seam, longest_loss)


def _carry_back(solver: Solver, carried: Outcome, out: Outcome, seam: int, longest_loss: int) -> None:
    """Solve frames from a seam back, and take them up to where most is saved, or all once there is no seam.

    Args:
        solver: Of frames that end where they agree with what is there.
        carried: The clip, of unknown cost, so that no cost ends it; is so again afterwards.
        out: The clip; receives what is taken.
        seam: The first frame to solve.
        longest_loss: See ``mend_seams``.
    """
    place, taken, total, least = seam, seam + 1, 0.0, 0.0
    while place >= 0 and place > taken - 1 - longest_loss:
        # Frames to come cost nothing at best: where that makes up for too little, they need not be solved.
        if total - out.cost[max(taken - longest_loss, 0) : place + 1].sum() > 0.0:
            break
        stop = max(place - longest_loss // CHUNKS - 1, -1)
        reached = solver.run(carried, place, stop, -1)
        frames = np.arange(place, reached, -1)
        totals = total + np.cumsum(carried.cost[frames] - out.cost[frames])
        place, total = reached, totals[-1] if len(frames) else total
        if totals.min(initial=np.inf) < least:
            taken, least = int(frames[totals.argmin()]), totals.min()
        if reached != stop:
            taken = reached + 1 if total <= 0.0 else taken
            break
    solved, kept = slice(place + 1, seam + 1), slice(taken, seam + 1)
    for array, own in zip(out, carried, strict=True):
        array[kept] = own[kept]
    carried.q[solved], carried.cost[solved] = out.q[solved], np.inf


def seams_of(problem: Problem, q: np.ndarray) -> list[int]:
    """Return the frames of a clip (T, Q) after which a joint springs into another branch."""
    columns = problem.tree.dof_q[free_scalars(problem.tree)]
    change = np.abs(np.diff(q[:, columns], axis=0)).max(axis=1, initial=0.0)
    return np.flatnonzero(change > SPRING).tolist()
