"""Seams between IK branches in a solved clip, moved back in time to where both branches cost the same.

Forwards in time a body stays in a branch that has become poor until a better one is found. From there the
better one is carried back, to where that saves most over all frames on the way: a single frame in which it
costs more, such as one of a seam farther back, does not end it.
"""

from __future__ import annotations

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
    seams = seams_of(problem, out.q)[::-1]
    if not seams:
        return
    carrier = Carrier(problem, out, longest_loss)
    for seam in seams:
        carrier.carry(out, out.q[seam + 1], seam, -1)


class Carrier:
    """Who carries a branch from frame to frame, to where that saves most.

    Args:
        problem: The problem, of whose limits only those of position count.
        out: What became of all its frames.
        longest_loss: Frames in which a branch may cost more than it saved before, until it is given up.
    """

    def __init__(self, problem: Problem, out: Outcome, longest_loss: int) -> None:
        """Make room for a clip of unknown cost, so that no cost ends it."""
        carried = problem.content_with(
            out.q[:1].copy(),
            agreement=SAME_POSE,
            doubtful_cost=np.inf,
            first_iterations=problem.effort.iterations,
        )
        self._solver = Solver(carried)
        self._carried = Outcome(*(array.copy() for array in out))
        self._carried.cost[:] = np.inf
        self._longest_loss = longest_loss

    def carry(self, out: Outcome, pose: np.ndarray, first: int, stride: int) -> None:
        """Solve frames on from a pose, and take them up to where most is saved, or all once there is no seam.

        Args:
            out: The clip; receives what is taken.
            pose: (Q,) where the frame before the first one is.
            first: The first frame to solve.
            stride: 1 forwards in time, -1 backwards.
        """
        solver, carried, longest_loss = self._solver, self._carried, self._longest_loss
        solver.problem.starts[0] = pose
        solver.state = new_state(solver.problem.tree, solver.problem.effort.doubt_pause)
        count = first + 1 if stride < 0 else len(out.q) - first
        costs = out.cost[first::stride]
        # Frames are counted from the first one on: ``done`` are solved, ``taken`` of them are to be taken.
        done, taken, total, least = 0, 0, 0.0, 0.0
        while done < count and done < taken + longest_loss:
            # Frames to come cost nothing at best: where that is too little, they need not be solved.
            if total - costs[done : taken + longest_loss].sum() > 0.0:
                break
            chunk = min(longest_loss // CHUNKS + 1, count - done)
            stop = first + stride * (done + chunk)
            reached = solver.run(carried, first + stride * done, stop, stride)
            until = (reached - first) * stride
            saved = carried.cost[first::stride][done:until] - costs[done:until]
            totals = total + np.cumsum(saved)
            if totals.min(initial=np.inf) < least:
                taken, least = done + int(totals.argmin()) + 1, totals.min()
            done, total = until, totals[-1] if len(totals) else total
            if reached != stop:
                taken = done if total <= 0.0 else taken
                break
        for array, own in zip(out, carried, strict=True):
            array[first::stride][:taken] = own[first::stride][:taken]
        carried.q[first::stride][:done] = out.q[first::stride][:done]
        carried.cost[first::stride][:done] = np.inf

    def go_back_to(self, out: Outcome) -> None:
        """Forget what was carried into another clip than this one."""
        self._carried.q[:] = out.q


def seams_of(problem: Problem, q: np.ndarray) -> list[int]:
    """Return the frames of a clip (T, Q) after which a joint springs into another branch."""
    columns = problem.tree.dof_q[free_scalars(problem.tree)]
    change = np.abs(np.diff(q[:, columns], axis=0)).max(axis=1, initial=0.0)
    return np.flatnonzero(change > SPRING).tolist()
