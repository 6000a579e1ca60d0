"""The third driver: all frames of a clip at once, costs between frames and shared parameters included.

Levenberg–Marquardt over the whole clip. Limits are kept by projection: a variable that sits at its limit and
would leave it is held, any other that a step would carry across is stopped there (Bertsekas 1982).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.batch_frames import step_frames, write_frames
from understudy.kinematics.batch_system import BatchSystem, Kinds
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.compilation import announced_compilation
from understudy.kinematics.forward import new_pose
from understudy.kinematics.levenberg_marquardt import next_damping
from understudy.kinematics.problem import Problem, require_rows
from understudy.kinematics.time_coupling import TimeCoupling
from understudy.kinematics.work import new_asked, new_work
from understudy.motion.ending import Ending

Progress = Callable[[int, int], None]
Say = Callable[[str], None]

LEAST_DAMPING = 1e-12
"""Share of the diagonal that is added at least."""

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
        search = _Search(problem, start, shared, options)
    for iteration in range(1, options.iterations + 1):
        is_over = search.advance()
        if progress is not None:
            progress(iteration, options.iterations)
        if is_over:
            return search.result(iteration, Ending.CONVERGED)
    return search.result(options.iterations, Ending.ITERATION_LIMIT)


class _Search:
    """Where a search stands: poses, their normal equations, and the damping."""

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
        self.damp, self.costs = 1e-6, []
        self.q = np.array(start, dtype=np.float64, order="C")
        at, bounds = self.tree.dof_q[self.scalar], problem.bounds
        self.q[:, at] = np.clip(self.q[:, at], bounds.lower[self.scalar], bounds.upper[self.scalar])
        self.q, _ = self._moved(np.zeros((len(start), size)))
        self.cost, self.gradient, self.hessian = self._evaluate(self.q)
        self.costs.append(self.cost)

    def _evaluate(self, q: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """Return the cost of everything, the gradient (T, V) and the frames' own matrices (T, V, V)."""
        frames, size = len(q), len(self.tree.variable)
        cost, gradient, hessian = np.empty(frames), np.empty((frames, size)), np.empty((frames, size, size))
        write_frames(
            self.tree, self.problem.costs, 0, frames, new_asked(self.tree), new_pose(self.tree),
            new_work(self.tree, *self.problem.costs.distance.size), True, q, cost, gradient, hessian,
        )  # fmt: skip
        gradient[:, self.coupling.dofs] += self.coupling.gradient(q)
        strain = q[0, self.columns] - self.shared.mean
        prior = 0.5 * float(strain @ self.shared.precision @ strain)
        return float(cost.sum()) + self.coupling.cost(q) + prior, gradient, hessian

    def advance(self) -> bool:
        """Try one step and take it where it lowers the cost; tell whether the search is over."""
        system = self._system(self._held())
        trial, change = self._moved(system.step())
        cost, gradient, hessian = self._evaluate(trial)
        gain = (self.cost - cost) / max(system.promise(change), 1e-300)
        self.damp = next_damping.py_func(self.damp, gain, LEAST_DAMPING)
        if cost <= self.cost:
            self.q, self.cost, self.gradient, self.hessian = trial, cost, gradient, hessian
        self.costs.append(self.cost)
        return float(np.abs(change).max()) < self.options.smallest_step

    def _system(self, held: np.ndarray) -> BatchSystem:
        """Return the damped normal equations with variables (T, V) held where they are."""
        hessian, gradient, diagonals = self.hessian.copy(), self.gradient.copy(), self.diagonals.copy()
        every, timed = np.arange(hessian.shape[1]), self.kinds.timed
        own = hessian[:, every, every]
        damping = self.damp * own + self.options.ridge
        damping[:, timed] += self.damp * diagonals[:, 0]
        hessian[:, every, every] = own + damping
        frame, variable = np.nonzero(held)
        hessian[frame, variable], hessian[frame, :, variable] = 0.0, 0.0
        hessian[frame, variable, variable] = 1.0
        gradient[frame, variable] = 0.0
        held_timed = held[:, timed]
        for apart in range(diagonals.shape[1]):
            ends = held_timed[: len(held) - apart] | held_timed[apart:]
            diagonals[: len(held) - apart, apart][ends] = 0.0
        strain = self.q[0, self.columns] - self.shared.mean
        precision = self.shared.precision
        damped = precision + self.damp * np.diag(np.diag(precision))
        return BatchSystem(self.kinds, gradient, hessian, diagonals, precision @ strain, damped)

    def _held(self) -> np.ndarray:
        """Return (T, V) True where a variable sits at a limit that it would leave if it could."""
        held = np.zeros(self.gradient.shape, dtype=bool)
        bounds, scalar = self.problem.bounds, self.scalar
        values, pull = self.q[:, self.tree.dof_q[scalar]], self.gradient[:, scalar]
        held[:, scalar] = (values <= bounds.lower[scalar] + AT_LIMIT) & (pull > 0.0)
        held[:, scalar] |= (values >= bounds.upper[scalar] - AT_LIMIT) & (pull < 0.0)
        held[:, self.shared.variables] = False
        return held

    def _moved(self, change: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return poses moved by a change (T, V), coupled joints following, and what limits left of it."""
        bounds, tree, own = self.problem.bounds, self.tree, self.scalar
        at, allowed = tree.dof_q[own], np.array(change)
        low, high = bounds.lower[own] - self.q[:, at], bounds.upper[own] - self.q[:, at]
        allowed[:, own] = np.clip(allowed[:, own], np.minimum(low, 0.0), np.maximum(high, 0.0))
        moved = np.empty_like(self.q)
        step_frames(tree, self.q, allowed, np.ones(len(tree.variable)), moved)
        return moved, allowed

    def result(self, iterations: int, ending: Ending) -> BatchSolution:
        """Return what was found."""
        return BatchSolution(self.q, self.cost, tuple(self.costs), iterations, ending)
