"""The third driver: all frames of a clip at once, costs between frames and shared parameters included.

Levenberg–Marquardt over the whole clip (``clip_search``). Limits are kept by projection: a variable that sits
at its limit and would leave it is held, any other that a step would carry across is stopped there (Bertsekas
1982).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kernels.compilation import announced_compilation
from understudy.kinematics.batch_frames import no_memory, step_frames, write_frames
from understudy.kinematics.batch_system import BatchSystem, Kinds
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.clip_search import ClipSearch, Proposal
from understudy.kinematics.forward import new_pose
from understudy.kinematics.problem import Problem, require_rows
from understudy.kinematics.time_coupling import TimeCoupling
from understudy.kinematics.work import new_asked, new_work
from understudy.motion.ending import Ending

Progress = Callable[[int, int], None]
Say = Callable[[str], None]

FIRST_DAMPING, LEAST_DAMPING = 1e-6, 1e-12
"""Share of the diagonal that is added at first, and at least."""

AT_LIMIT = 1e-12
"""Distance [rad or m] from a limit at which a variable counts as sitting there."""


@dataclass(frozen=True)
class BatchOptions:
    """When a clip counts as solved.

    Attributes:
        iterations: At most so many.
        smallest_step: Solved once no variable of any frame moves by more [rad or m].
        ridge: Added to the diagonal in any case; makes what nothing determines stay.
    """

    iterations: int = 50
    smallest_step: float = 1e-6
    ridge: float = 1e-10


@dataclass(frozen=True, eq=False)
class Shared:
    """Variables that have the same value in all frames, and what is known of them beforehand.

    Attributes:
        variables: (K,) degrees of freedom; their coordinates are scalar joints.
        mean: (K,) coordinates expected.
        precision: (K, K) inverse of their covariance.
    """

    variables: np.ndarray
    mean: np.ndarray
    precision: np.ndarray


@dataclass(frozen=True, eq=False)
class BatchSolution:
    """A solved clip.

    Attributes:
        q: (T, Q) coordinates.
        cost: The final cost of everything.
        costs: The cost after each iteration, the first before any.
        iterations: How many it took.
        ending: How it ended.
    """

    q: np.ndarray
    cost: float
    costs: tuple[float, ...]
    iterations: int
    ending: Ending


def solve_batch(
    problem: Problem,
    start: np.ndarray,
    shared: Shared | None = None,
    options: BatchOptions | None = None,
    progress: Progress | None = None,
    say: Say | None = None,
) -> BatchSolution:
    """Solve all frames of a clip together.

    Args:
        problem: The problem; its limits of velocity and acceleration are not looked at.
        start: (T, Q) poses to start from, shared coordinates equal in all frames.
        shared: Variables that all frames share.
        options: When to be content.
        progress: Told iterations done, and the most there may be.
        say: Told in a sentence when kernels have to be compiled first.

    Raises:
        InvalidMotionError: Where the problem cannot be solved this way; the sentence says why.
    """
    options = options or BatchOptions()
    with announced_compilation(write_frames, say):
        clip = _Clip(problem, start, shared, options)
        search = ClipSearch(clip, clip.start, FIRST_DAMPING, LEAST_DAMPING)
        costs = [search.cost]
    for iteration in range(1, options.iterations + 1):
        gained = search.advance()
        costs.append(search.cost)
        if progress is not None:
            progress(iteration, options.iterations)
        # Where no step lowers the cost any more, rounding is all that is left.
        if gained == 0.0 or search.largest < options.smallest_step:
            return BatchSolution(search.state, search.cost, tuple(costs), iteration, Ending.CONVERGED)
    return BatchSolution(search.state, search.cost, tuple(costs), options.iterations, Ending.ITERATION_LIMIT)


class _Equations(NamedTuple):
    """The normal equations of frames in their poses, costs between frames in the gradient alone."""

    cost: float  # of everything
    gradient: np.ndarray  # (T, V)
    hessian: np.ndarray  # (T, V, V) of each frame's own costs


class _Clip:
    """The problem of a clip, as a search over whole clips takes it: its states are poses (T, Q)."""

    def __init__(
        self, problem: Problem, start: np.ndarray, shared: Shared | None, options: BatchOptions
    ) -> None:
        require_rows(problem.costs, len(start))
        self.problem, self.options = problem, options
        nothing = np.zeros(0, dtype=np.int64)
        self.shared = shared or Shared(nothing, np.zeros(0), np.zeros((0, 0)))
        self.tree, size = problem.tree, len(problem.tree.variable)
        self.coupling = TimeCoupling(self.tree, [problem.costs.velocity, problem.costs.acceleration])
        if np.isin(self.shared.variables, self.coupling.dofs).any():
            raise InvalidMotionError(
                "a variable that all frames share cannot have a cost of changing in time"
            )
        free = np.flatnonzero(self.tree.variable == np.arange(size))
        other = np.concatenate([self.coupling.dofs, self.shared.variables])
        self.kinds = Kinds(np.setdiff1d(free, other), self.coupling.dofs, self.shared.variables)
        self.columns = self.tree.dof_q[self.shared.variables]
        self.scalar = free_scalars(self.tree)
        self.diagonals = self.coupling.diagonals(len(start))
        q = np.array(start, dtype=np.float64, order="C")
        at, bounds = self.tree.dof_q[self.scalar], problem.bounds
        q[:, at] = np.clip(q[:, at], bounds.lower[self.scalar], bounds.upper[self.scalar])
        self.start = self._moved(q, np.zeros((len(start), size)))
        self._looked_at: tuple[np.ndarray, _Equations] | None = None

    def cost(self, state: np.ndarray) -> float:
        """Return the cost of everything.

        The normal equations come with it at little more than its own price, and nearly always follow.
        """
        return self.model(state).cost

    def model(self, state: np.ndarray) -> _Equations:
        """Return the normal equations, those of the poses that were looked at last without working."""
        if self._looked_at is None or self._looked_at[0] is not state:
            self._looked_at = state, self._evaluate(state)
        return self._looked_at[1]

    def propose(self, state: np.ndarray, model: _Equations, damping: float) -> Proposal[np.ndarray]:
        """Return the step of the damped normal equations within the limits."""
        system = self._system(state, model, damping, self._held(state, model.gradient))
        change = self._allowed(state, system.step())
        largest = float(np.abs(change).max())
        return Proposal(lambda share: self._moved(state, share * change), system.promise(change), largest)

    def _evaluate(self, q: np.ndarray) -> _Equations:
        frames, size = len(q), len(self.tree.variable)
        cost, gradient, hessian = np.empty(frames), np.empty((frames, size)), np.empty((frames, size, size))
        write_frames(
            self.tree, self.problem.costs, 0, frames, new_asked(self.tree), new_pose(self.tree),
            new_work(self.tree, *self.problem.costs.distance.size), no_memory(), True, q, cost, gradient,
            hessian,
        )  # fmt: skip
        gradient[:, self.coupling.dofs] += self.coupling.gradient(q)
        strain = q[0, self.columns] - self.shared.mean
        prior = 0.5 * float(strain @ self.shared.precision @ strain)
        return _Equations(float(cost.sum()) + self.coupling.cost(q) + prior, gradient, hessian)

    def _system(self, q: np.ndarray, at: _Equations, damp: float, held: np.ndarray) -> BatchSystem:
        """Return the damped normal equations of poses with variables (T, V) held where they are."""
        hessian, gradient, diagonals = at.hessian.copy(), at.gradient.copy(), self.diagonals.copy()
        every, timed = np.arange(hessian.shape[1]), self.kinds.timed
        own = hessian[:, every, every]
        damping = damp * own + self.options.ridge
        damping[:, timed] += damp * diagonals[:, 0]
        hessian[:, every, every] = own + damping
        frame, variable = np.nonzero(held)
        hessian[frame, variable], hessian[frame, :, variable] = 0.0, 0.0
        hessian[frame, variable, variable] = 1.0
        gradient[frame, variable] = 0.0
        held_timed = held[:, timed]
        for apart in range(diagonals.shape[1]):
            ends = held_timed[: len(held) - apart] | held_timed[apart:]
            diagonals[: len(held) - apart, apart][ends] = 0.0
        strain = q[0, self.columns] - self.shared.mean
        precision = self.shared.precision
        damped = precision + damp * np.diag(np.diag(precision))
        return BatchSystem(self.kinds, gradient, hessian, diagonals, precision @ strain, damped)

    def _held(self, q: np.ndarray, gradient: np.ndarray) -> np.ndarray:
        """Return (T, V) True where a variable sits at a limit that it would leave if it could."""
        held = np.zeros(gradient.shape, dtype=bool)
        bounds, scalar = self.problem.bounds, self.scalar
        values, pull = q[:, self.tree.dof_q[scalar]], gradient[:, scalar]
        held[:, scalar] = (values <= bounds.lower[scalar] + AT_LIMIT) & (pull > 0.0)
        held[:, scalar] |= (values >= bounds.upper[scalar] - AT_LIMIT) & (pull < 0.0)
        held[:, self.shared.variables] = False
        return held

    def _allowed(self, q: np.ndarray, change: np.ndarray) -> np.ndarray:
        """Return what limits leave of a change (T, V) of poses."""
        bounds, own, allowed = self.problem.bounds, self.scalar, np.array(change)
        at = self.tree.dof_q[own]
        low, high = bounds.lower[own] - q[:, at], bounds.upper[own] - q[:, at]
        allowed[:, own] = np.clip(allowed[:, own], np.minimum(low, 0.0), np.maximum(high, 0.0))
        return allowed

    def _moved(self, q: np.ndarray, change: np.ndarray) -> np.ndarray:
        """Return poses moved by a change (T, V), coupled joints following."""
        moved = np.empty_like(q)
        step_frames(self.tree, q, change, np.ones(len(self.tree.variable)), moved)
        return moved
