"""The third driver: all frames of a clip at once, costs between frames and shared parameters included.

Levenberg–Marquardt over the whole clip. Limits are kept by projection: a variable that sits at its limit and would
leave it is held, any other that a step would carry across is stopped there (Bertsekas 1982).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.batch_frames import step_frames, write_frames
from understudy.kinematics.batch_system import BatchSystem, Kinds
from understudy.kinematics.compilation import announced_compilation
from understudy.kinematics.forward import new_pose
from understudy.kinematics.problem import Problem
from understudy.kinematics.time_coupling import TimeCoupling
from understudy.kinematics.work import new_asked, new_work
from understudy.motion.ending import Ending

Progress = Callable[[int, int], None]
Say = Callable[[str], None]

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
        problem: The problem; its velocity limits are not looked at, and its points may have no pins or leaks,
            which depend on how earlier frames turned out.
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
        point = problem.costs.point
        if point.pin_weight.any() or (point.leak < 1.0).any():
            raise InvalidMotionError("a clip solved at once takes points at fixed places, not pins or leaks")
        self.problem, self.options = problem, options
        nothing = np.zeros(0, dtype=np.int64)
        self.shared = shared or Shared(nothing, np.zeros(0), np.zeros((0, 0)))
        self.tree, size = problem.tree, len(problem.tree.variable)
        self.coupling = TimeCoupling(self.tree, [problem.costs.velocity, problem.costs.acceleration])
        if np.isin(self.shared.variables, self.coupling.dofs).any():
            raise InvalidMotionError("a variable that all frames share cannot have a cost of changing in time")
        free = np.flatnonzero(self.tree.variable == np.arange(size))
        other = np.concatenate([self.coupling.dofs, self.shared.variables])
        self.kinds = Kinds(np.setdiff1d(free, other), self.coupling.dofs, self.shared.variables)
        self.columns = self.tree.dof_q[self.shared.variables]
        self.scalar = np.flatnonzero(self.tree.dof_q >= 0)
        self.diagonals = self.coupling.diagonals(len(start))
        self.damp, self.costs = 1e-6, []
        self.q = np.array(start, dtype=np.float64, order="C")
        own = self.scalar[self.tree.variable[self.scalar] == self.scalar]
        at = self.tree.dof_q[own]
        self.q[:, at] = np.clip(self.q[:, at], problem.bounds.lower[own], problem.bounds.upper[own])
        self.q = self._moved(self.q, np.zeros((len(start), size)))
        self.cost, self.gradient, self.hessian = self._evaluate(self.q)
        self.costs.append(self.cost)

    def _evaluate(self, q: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """Return the cost of everything, the gradient (T, V) and the frames' own matrices (T, V, V)."""
        frames, size = len(q), len(self.tree.variable)
        cost, gradient, hessian = np.empty(frames), np.empty((frames, size)), np.empty((frames, size, size))
        points = len(self.problem.costs.point.body)
        write_frames(
            self.tree, self.problem.costs, 0, frames, new_asked(self.tree, points), new_pose(self.tree),
            new_work(self.tree), q, cost, gradient, hessian,
        )  # fmt: skip
        gradient[:, self.coupling.dofs] += self.coupling.gradient(q)
        strain = q[0, self.columns] - self.shared.mean
        prior = 0.5 * float(strain @ self.shared.precision @ strain)
        return float(cost.sum()) + self.coupling.cost(q) + prior, gradient, hessian

    def advance(self) -> bool:
        """Take one step; tell whether the search is over."""
        held = self._held()
        while True:
            system = self._system(held)
            wanted = system.step()
            trial = self._moved(self.q, wanted)
            change = self._difference(trial)
            largest = float(np.abs(change).max())
            cost, gradient, hessian = self._evaluate(trial)
            gain = (self.cost - cost) / max(system.promise(change), 1e-300)
            is_better = cost <= self.cost
            if is_better:
                self.q, self.cost, self.gradient, self.hessian = trial, cost, gradient, hessian
                self.damp = max(0.1 * self.damp, 1e-12) if gain > 0.75 else self.damp
            if largest < self.options.smallest_step:
                self.costs.append(self.cost)
                return True
            if is_better:
                if gain < 0.25:
                    self.damp = min(10.0 * max(self.damp, 1e-6), 1e9)
                self.costs.append(self.cost)
                return False
            self.damp = min(10.0 * max(self.damp, 1e-6), 1e9)
            if self.damp >= 1e9:
                self.costs.append(self.cost)
                return True

    def _system(self, held: np.ndarray) -> BatchSystem:
        """Return the damped normal equations with variables (T, V) held where they are."""
        hessian, gradient = self.hessian.copy(), self.gradient.copy()
        size = hessian.shape[1]
        own = hessian[:, range(size), range(size)]
        diagonals = self.diagonals.copy()
        timed = self.kinds.timed
        own[:, timed] += self.damp * diagonals[:, 0]
        hessian[:, range(size), range(size)] = own * (1.0 + self.damp) + self.options.ridge
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

    def _moved(self, q: np.ndarray, change: np.ndarray) -> np.ndarray:
        """Return poses moved by a change (T, V), stopped at limits, coupled joints following."""
        allowed = np.array(change)
        bounds, tree = self.problem.bounds, self.tree
        at = tree.dof_q[self.scalar]
        low, high = bounds.lower[self.scalar] - q[:, at], bounds.upper[self.scalar] - q[:, at]
        allowed[:, self.scalar] = np.clip(allowed[:, self.scalar], np.minimum(low, 0.0), np.maximum(high, 0.0))
        moved = np.empty_like(q)
        step_frames(tree, q, allowed, np.ones(len(tree.variable)), moved)
        self._last_change = allowed
        return moved

    def _difference(self, trial: np.ndarray) -> np.ndarray:
        """Return the change (T, V) that led to a trial, coupled joints' left out."""
        change = np.zeros(self._last_change.shape)
        free = self.tree.variable == np.arange(change.shape[1])
        change[:, free] = self._last_change[:, free]
        return change

    def result(self, iterations: int, ending: Ending) -> BatchSolution:
        """Return what was found."""
        return BatchSolution(self.q, self.cost, tuple(self.costs), iterations, ending)
