"""Levenberg–Marquardt over a whole clip, whatever its unknowns are: the loop, and nothing of the problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np

from understudy.kinematics.levenberg_marquardt import SHORTENINGS, SHORTEST, TRUE_TO_MODEL

State = TypeVar("State")
Model = TypeVar("Model")

FAITHFUL = 0.1
"""Share of its promise that a step gains at least, or else a shorter one is looked at."""

POOR, FALLS, GROWS = 0.25, 0.3, 10.0
"""Share of its promise below which a step calls for more damping, and by what damping falls and grows."""

TRIES = 8
"""Dampings that are tried at most before a step is given up."""


@dataclass(frozen=True, eq=False)
class Proposal(Generic[State]):
    """A step that a model proposes.

    Attributes:
        along: Where a share of it leads; 1 is all of it.
        promise: By how much the model says that all of it lowers the cost.
        largest: The largest change [rad or m].
        damped: What the model's damping says that the step costs.
    """

    along: Callable[[float], State]
    promise: float
    largest: float
    damped: float = 0.0


class ClipProblem(Protocol[State, Model]):
    """A problem over a whole clip."""

    def cost(self, state: State) -> float:
        """Return what a state costs."""
        ...

    def model(self, state: State) -> Model:
        """Return the normal equations at a state."""
        ...

    def propose(self, state: State, model: Model, damping: float) -> Proposal[State]:
        """Return the step that is least by a model damped by so much [1].

        Raises:
            LinAlgError: Where the model is not positive definite.
        """
        ...


class ClipSearch(Generic[State, Model]):
    """Where a search stands.

    A step that gains much less than it promised is shortened before it is worked out anew: looking at a cost
    takes a tenth of the time of a step.

    Args:
        problem: What is searched.
        state: Where it begins.
        damping: At first [1].
        least: Damping at least [1].
    """

    def __init__(
        self, problem: ClipProblem[State, Model], state: State, damping: float, least: float
    ) -> None:
        """Start at a state."""
        self.problem, self.state, self.damping, self.least = problem, state, damping, least
        self.iterations = 0
        self.largest = np.inf
        """The largest change [rad or m] of the last step that was tried."""
        self.left = np.inf
        """What the next step is expected to gain: what the last one, gone as a whole, promised and did not
        gain, and what its damping kept it from."""
        self._cost: float | None = None
        self._model: Model | None = None

    def again(self, problem: ClipProblem[State, Model] | None = None) -> None:
        """Go on with another problem, or with the same one, whose costs have changed."""
        self.problem = self.problem if problem is None else problem
        self._cost = self._model = None
        self.left = np.inf

    def move(self, state: State, cost: float | None = None) -> None:
        """Go to a state, whose cost is known or not."""
        self.state, self._cost, self._model = state, cost, None

    @property
    def cost(self) -> float:
        """What the state costs where the search stands."""
        if self._cost is None:
            # A model that knows it has looked at all of it already.
            known: float | None = getattr(self._model, "cost", None)
            self._cost = self.problem.cost(self.state) if known is None else known
        return self._cost

    @property
    def model(self) -> Model:
        """The normal equations where the search stands."""
        if self._model is None:
            self._model = self.problem.model(self.state)
        return self._model

    def advance(self, worth: float = -np.inf) -> float:
        """Take one step that lowers the cost; return which share of it was gained, 0 where none was found.

        Args:
            worth: What a step has to promise to be looked at; none is found where the first promises less.
        """
        for _ in range(TRIES):
            self.iterations += 1
            try:
                step = self.problem.propose(self.state, self.model, self.damping)
            except np.linalg.LinAlgError:
                self.damping = self._next_damping(-1.0)
                continue
            if step.promise < worth:
                break
            state, cost, share = self._along(step)
            self.largest = share * step.largest
            gained = self.cost - cost
            gain = gained / max(step.promise, 1e-300) if share == 1.0 and gained > 0.0 else -1.0
            self.damping = self._next_damping(gain)
            self.left = abs(step.promise - gained) + step.damped if share == 1.0 else np.inf
            if gained > 0.0:
                before = self.cost
                self.move(state, cost)
                return gained / before
        return 0.0

    def _next_damping(self, gain: float) -> float:
        """Return the damping after a step that gained a share of its promise; negative: not as a whole."""
        if gain > TRUE_TO_MODEL:
            return max(FALLS * self.damping, self.least)
        return self.damping if gain > POOR else GROWS * self.damping

    def _along(self, step: Proposal[State]) -> tuple[State, float, float]:
        """Return where a step, or a part of it, leads, what that costs, and which share it is."""
        share = 1.0
        best = step.along(share), np.inf, share
        for done in range(1 + SHORTENINGS):
            state = best[0] if not done else step.along(share)
            cost = self.problem.cost(state)
            if cost < best[1]:
                best = state, cost, share
            elif best[1] < self.cost:
                break
            if self.cost - cost > FAITHFUL * share * (2.0 - share) * step.promise:
                break
            # The parabola through the costs at both ends, whose slope at the first is that of the model.
            slope = 2.0 * share * step.promise
            shorter = 0.5 * slope / max(cost - self.cost + slope, 1e-300)
            share *= min(max(shorter, SHORTEST), 0.5)
        return best
