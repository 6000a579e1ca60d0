"""From a start to a solution: first with limits as penalties, then with multipliers until they hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from understudy.retarget.simultaneous.clip import Clip, Equations, State, evaluate
from understudy.retarget.simultaneous.step import RIDGE, take_step

Progress = Callable[[int, int], None]

SOFT, HARD = 16, 20
"""Steps with penalties, and rounds with multipliers, at most."""

SETTLED = 0.01
"""Share of the cost below which a step's gain ends the search with penalties."""

FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-2, 1e-6, 1e6

STEPS = 3
"""Steps in a round with multipliers, at most."""

FALLING, FIRMER = 0.3, 4.0
"""Share to which an excess has to fall in a round, or else the limit's weight grows by so much."""

TRIES = 8
"""Dampings that are tried at most before a step is given up."""

SHARED_STEPS = 5
"""Steps in which sizes that all frames share move along; then they have settled."""

KEPT = 1500
"""Frames up to which equations are kept while a step is tried; those of longer clips are made anew where it
fails, since both together would take twice the memory."""

ALIGNMENTS = 2
"""Steps of bringing the morphed human to the robot before anything else moves."""

TOLERANCE = {"%": 0.5, "mm": 0.5}
"""Excess by which a limit still counts as held; margins are larger."""


@dataclass(frozen=True, eq=False)
class Found:
    """A solution.

    Attributes:
        state: The unknowns.
        cost: What is left of the cost.
        iterations: Steps that were tried.
        has_settled: Whether the last one gained next to nothing, and every limit holds.
        excess: Limit → by how much it is exceeded at most, in ``%`` of its range or ``mm``.
    """

    state: State
    cost: float
    iterations: int
    has_settled: bool
    excess: dict[str, tuple[float, str]]


class Search:
    """Levenberg–Marquardt over a whole clip, the damping by Nielsen (1999)."""

    def __init__(self, clip: Clip, state: State) -> None:
        """Start at a state."""
        self.clip, self.state, self.is_long = clip, state, len(state.robot) > KEPT
        self.at: Equations = evaluate(clip, state)
        self.damping, self.growth, self.iterations = FIRST_DAMPING, 2.0, 0

    def advance(self) -> float:
        """Take one step that lowers the cost; return which share of it was gained, 0 where none was found."""
        for _ in range(TRIES):
            self.iterations += 1
            try:
                tried = take_step(self.clip, self.state, self.at, self.damping)
            except np.linalg.LinAlgError:
                self._damp()
                continue
            before, cost = (None if self.is_long else self.at), self.at.cost
            if self.is_long:
                del self.at
            at = evaluate(self.clip, tried.state)
            gained = cost - at.cost
            if gained > 0.0:
                gain, share = gained / max(tried.promise, gained), gained / cost
                self.state, self.at = tried.state, at
                self.damping = max(self.damping * max(0.1, 1.0 - (2.0 * gain - 1.0) ** 3), LEAST_DAMPING)
                self.growth = 2.0
                return share
            del at
            self.at = before or evaluate(self.clip, self.state)
            self._damp()
        return 0.0

    def _damp(self) -> None:
        self.damping = min(self.damping * self.growth, MOST_DAMPING)
        self.growth *= 2.0

    def again(self) -> None:
        """Look at the cost anew, which limits have changed."""
        self.at = evaluate(self.clip, self.state)


def solve(clip: Clip, start: State, hard: bool, progress: Progress | None = None) -> Found:
    """Solve a clip.

    Args:
        clip: The problem.
        start: Where to begin.
        hard: Whether limits are held by multipliers after they were penalties.
        progress: Told steps that are done, and how many there are at most.
    """
    kept = (*clip.limits, *clip.held)
    search, most = Search(clip, start), SOFT + (HARD if hard else 0)
    share = 1.0
    for done in range(SOFT):
        if done == SHARED_STEPS and len(start.sizes) == 1:
            search.clip = replace(clip, unknown=np.zeros(0, dtype=np.int64))
            search.again()
        share = search.advance()
        if progress is not None:
            progress(done + 1, most)
        if share < SETTLED:
            break
    if hard:
        before = {limit.name: np.inf for limit in kept}
        for done in range(HARD):
            now = {limit.name: limit.excess(search.state.robot) for limit in kept}
            if all(now[limit.name] <= TOLERANCE[limit.unit] for limit in kept):
                break
            for limit in kept:
                slow = now[limit.name] > max(FALLING * before[limit.name], TOLERANCE[limit.unit])
                limit.insist(search.state.robot, FIRMER if slow or done == 0 else 1.0)
            before = now
            search.again()
            for _ in range(STEPS):
                share = search.advance()
                if share < SETTLED:
                    break
            if progress is not None:
                progress(SOFT + done + 1, most)
    if progress is not None:
        progress(most, most)
    excess = {limit.name: (limit.excess(search.state.robot), limit.unit) for limit in kept}
    settled = share < SETTLED and (not hard or all(x <= TOLERANCE[unit] for x, unit in excess.values()))
    return Found(search.state, search.at.cost, search.iterations, settled, excess)


def aligned(clip: Clip, start: State) -> State:
    """Return a start whose morphing and offset bring features of both bodies nearest as they are."""
    state, first = start, start.sizes.shape[1]
    inside = len(clip.person.tree.variable)
    whole = replace(clip, unknown=np.arange(first, len(clip.expected)), limits=())
    for _ in range(ALIGNMENTS):
        at = evaluate(whole, state)
        matrix = at.inner[:, inside:, inside:].sum(axis=0) + np.diag(at.prior)
        slope = at.inner_slope[:, inside:].sum(axis=0) + at.prior_slope.sum(axis=0)
        values = state.shared
        values[:, first:] -= np.linalg.solve(matrix + RIDGE * np.eye(len(matrix)), slope)
        state = state.with_shared(values)
    return state
