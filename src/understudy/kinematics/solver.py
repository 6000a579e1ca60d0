"""Two drivers of the compiled loop: ``step`` for live use, ``solve_clip`` for a clip, both alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kernels.compilation import announced_compilation
from understudy.kinematics.compile_ahead import compiled_together
from understudy.kinematics.costs import Costs
from understudy.kinematics.forward import new_pose
from understudy.kinematics.frame_loop import IN_PLACE, Outcome, advance
from understudy.kinematics.problem import Problem, require_rows
from understudy.kinematics.state import State, new_state
from understudy.kinematics.work import new_asked, new_work
from understudy.motion.ending import Ending

Say = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Solution:
    """What became of T frames.

    Attributes:
        q: (T, Q) coordinates.
        costs: (T,) final costs.
        iterations: (T,) taken.
        endings: (T,) codes of :class:`understudy.motion.ending.Ending`.
        infeasible_by: (T,) [rad or m] by how much limits contradict each other, 0 where they do not.
    """

    q: np.ndarray
    costs: np.ndarray
    iterations: np.ndarray
    endings: np.ndarray
    infeasible_by: np.ndarray

    @property
    def outcome(self) -> Outcome:
        """The same arrays, as kernels and those who solve frames again take them."""
        return Outcome(self.q, self.costs, self.iterations, self.endings, self.infeasible_by)

    def summary(self) -> dict[str, int]:
        """Return how many frames ended in which way, by name; those that did not occur are left out."""
        counts = {ending.name.lower(): int((self.endings == ending).sum()) for ending in Ending}
        return {name: count for name, count in counts.items() if count}


@dataclass(frozen=True, eq=False)
class Step:
    """One frame: coordinates (Q,), cost, iterations, how it ended, and by how much it is infeasible."""

    q: np.ndarray
    cost: float
    iterations: int
    ending: Ending
    infeasible_by: float


class Solver:
    """Solves frames of a problem one after the other; everything that it remembers is in ``state``.

    Args:
        problem: The problem; its costs may be replaced frame by frame.
        state: Where to go on from; by default before the first frame.
    """

    def __init__(self, problem: Problem, state: State | None = None) -> None:
        """Allocate buffers."""
        self.problem = problem
        tree = problem.tree
        fresh = new_state(tree, problem.effort.doubt_pause)
        self.state = state or fresh
        if any(one.shape != other.shape for one, other in zip(self.state, fresh, strict=True)):
            raise InvalidMotionError("the solver was given the state of a problem of another size")
        self._buffers = (new_asked(tree), new_pose(tree), new_work(tree, *problem.costs.distance.size))
        self._one = new_outcome(1, len(tree.q_zero))

    def run(self, out: Outcome, first: int, stop: int, stride: int = 1) -> int:
        """Solve frames of the problem into ``out``; return the frame at which it ended."""
        problem = self.problem
        return advance(
            problem.tree, problem.costs, problem.pattern, problem.bounds, problem.effort, problem.starts,
            self.state, *self._buffers, first, stop, stride, out,
        )  # fmt: skip

    def step(self, costs: Costs) -> Step:
        """Solve the next frame, of which ``costs`` hold the targets in their only row.

        The costs must be of the same bodies and points as the problem's, arrays contiguous and writable.
        """
        problem, one = self.problem, self._one
        advance(
            problem.tree, costs, problem.pattern, problem.bounds, problem.effort, problem.starts,
            self.state, *self._buffers, 0, 1, 1, one,
        )  # fmt: skip
        return Step(
            q=one.q[0].copy(),
            cost=float(one.cost[0]),
            iterations=int(one.iterations[0]),
            ending=Ending(int(one.ending[0])),
            infeasible_by=float(one.excess[0]),
        )


def new_outcome(frames: int, coordinates: int) -> Outcome:
    """Return room for what becomes of frames."""
    return Outcome(
        q=np.zeros((frames, coordinates)),
        cost=np.zeros(frames),
        iterations=np.zeros(frames, dtype=np.int64),
        ending=np.zeros(frames, dtype=np.int64),
        excess=np.zeros(frames),
    )


def solve_clip(problem: Problem, frames: int, say: Say | None = None) -> Solution:
    """Solve all frames of a clip, one after the other, without holding Python's lock.

    Args:
        problem: The problem, with targets of so many frames.
        frames: T.
        say: Told in a sentence when kernels have to be compiled first.
    """
    require_rows(problem.costs, frames)
    out = new_outcome(frames, len(problem.tree.q_zero))
    with announced_compilation(advance, say), compiled_together():
        Solver(problem).run(out, 0, frames)
    return Solution(out.q, out.cost, out.iterations, out.ending, out.excess)


def solve_stretch(solver: Solver, out: Outcome, first: int, stop: int) -> None:
    """Solve frames ``first`` to ``stop`` (left out) of a solved clip again, in place, from those before them.

    Args:
        solver: Of a problem with targets of all frames; whatever it did before is forgotten.
        out: What became of all frames.
        first: The first frame of the stretch; the clip's first one is solved from the problem's starts.
        stop: The frame after its last one.
    """
    solver.state = new_state(solver.problem.tree, solver.problem.effort.doubt_pause)
    solver.state.done[0] = min(first, 2)
    if first > 0:
        solver.state.last[:], solver.state.before[:] = out.q[first - 1], out.q[max(first - 2, 0)]
    solver.run(out, first, stop)


def frame_solver(problem: Problem, from_given: int = IN_PLACE) -> Solver:
    """Return who solves each frame of a solved clip from where it is, so that it stays in its IK branch.

    Args:
        problem: What is asked of them now.
        from_given: ``IN_PLACE``, or ``CARRIED`` along by how the frame before it was moved.
    """
    return Solver(problem.content_with(doubtful_cost=np.inf, from_given=from_given))


def solve_again(solver: Solver, out: Outcome, first: int, stop: int, step: int = 1) -> None:
    """Solve frames of a solved clip again, in place, each from where it is (:func:`frame_solver`).

    Args:
        solver: Of a problem with targets of all frames; whatever it did before is forgotten.
        out: What became of all frames.
        first: The first frame to solve.
        stop: The frame after the last one, a multiple of steps away.
        step: From one frame to the next.
    """
    solver.state = new_state(solver.problem.tree, solver.problem.effort.doubt_pause)
    solver.run(out, first, stop, step)


def frame_of(costs: Costs, frame: int) -> Costs:
    """Return the costs of a single frame, as :meth:`Solver.step` takes them."""
    return rows_of(costs, frame, frame + 1)


def rows_of(costs: Costs, first: int, stop: int) -> Costs:
    """Return the costs of frames ``first`` to ``stop`` (left out) alone."""
    return frames_of(costs, slice(first, stop))


def frames_of(costs: Costs, frames: np.ndarray | slice) -> Costs:
    """Return the costs of some frames (N,) alone, in this order."""
    changed = {}
    for name, block in costs._asdict().items():
        fields = [field for field in getattr(block, "timed", ()) if len(getattr(block, field)) > 1]
        changed[name] = block._replace(**{f: getattr(block, f)[frames] for f in fields})
    return costs._replace(**changed)
