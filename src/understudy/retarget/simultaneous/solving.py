"""From a start to a solution: first with limits as penalties, then with multipliers until they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.clip_search import ClipSearch, Proposal
from understudy.kinematics.clip_system import factor_room
from understudy.retarget.simultaneous.bodies import Person
from understudy.retarget.simultaneous.clip import Clip, Equations, Held, State, cost_of, evaluate
from understudy.retarget.simultaneous.parts_limit import PartsApart
from understudy.retarget.simultaneous.step import take_step

Progress = Callable[[int, int], None]

SOFT, HARD = 16, 20
"""Steps with penalties, and rounds with multipliers, at most."""

SETTLED, NEARLY = 0.01, 0.015
"""Share of the cost below which a step's gain ends a search, the last one's or what is expected of the next
one: in the end, and of penalties before multipliers, which go on with it."""

FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 0.1, 1e-3, 1.0
"""Damping at first, at least, and at most where a round with multipliers begins."""

STEPS = 3
"""Steps in a round with multipliers, at most."""

FALLING, FIRMER = 0.3, 4.0
"""Share to which an excess has to fall in a round, or else the limit's weight grows by so much."""

MOST_GROWN = 2
"""How often a limit's weight grows; beyond that rounding decides."""

PROGRESS, PATIENCE = 0.9, 4
"""Share to which an excess has to fall, and rounds in which none may before limits are given up."""

SHARED_STEPS = 2
"""Steps in which sizes that all frames share move along; then they have settled."""

LEAST_COST = 1e-300
"""What nothing is divided by less than."""

DEEP = 5.0
"""Depth [mm] of parts in each other up to which multipliers may do the rest."""

TOLERANCE = {"%": 0.5, "mm": 0.5}
"""Excess by which a limit still counts as held; margins are larger."""


@dataclass(frozen=True, eq=False)
class Found:
    """A solution.

    Attributes:
        person: The person, its points where they were found to sit.
        state: The unknowns.
        cost: What is left of the cost.
        iterations: Steps that were tried.
        has_settled: Whether the last one gained next to nothing, and every limit holds.
        excess: Limit → by how much it is exceeded at most, in ``%`` of its range or ``mm``.
    """

    person: Person
    state: State
    cost: float
    iterations: int
    has_settled: bool
    excess: dict[str, tuple[float, str]]


class Whole:
    """A clip as a problem that :class:`~understudy.kinematics.clip_search.ClipSearch` takes."""

    def __init__(self, clip: Clip, frames: int) -> None:
        """Make room for the steps of so many frames."""
        self.clip, self._room = clip, factor_room(frames, len(clip.robot.free))

    def cost(self, state: State) -> float:
        """Return what a state costs."""
        return cost_of(self.clip, state)

    def model(self, state: State) -> Equations:
        """Return the normal equations at a state."""
        return evaluate(self.clip, state)

    def propose(self, state: State, model: Equations, damping: float) -> Proposal[State]:
        """Return the step that is least within limits."""
        return take_step(self.clip, state, model, damping, self._room)


Search = ClipSearch[State, Equations]


def search_from(clip: Clip, start: State) -> Search:
    """Return a search of a clip from a start."""
    return ClipSearch(Whole(clip, len(start.robot)), start, FIRST_DAMPING, LEAST_DAMPING)


def solve(clip: Clip, start: State, hard: bool, progress: Progress | None = None) -> Found:
    """Solve a clip.

    Args:
        clip: The problem.
        start: Where to begin.
        hard: Whether limits are held by multipliers after they were penalties.
        progress: Told steps that are done, and how many there are at most.
    """
    kept = (*clip.limits, *clip.held)
    search, most = search_from(clip, start), SOFT + (HARD if hard else 0)
    share, depth = 1.0, np.inf
    for done in range(SOFT):
        if done == SHARED_STEPS and len(start.sizes) == 1:
            search.again(Whole(replace(clip, unknown=np.zeros(0, dtype=np.int64)), len(start.robot)))
        share = search.advance()
        if progress is not None:
            progress(done + 1, most)
        before, depth = depth, _notice(clip, search) if hard and done + 1 >= SHARED_STEPS else 0.0
        # Parts that come apart are waited for.
        if share < (NEARLY if hard else SETTLED) and not DEEP < depth < PROGRESS * before:
            break
    if hard:
        share = _insist(search, kept, share, lambda done: progress and progress(SOFT + done, most))
    if progress is not None:
        progress(most, most)
    excess = {limit.name: (limit.excess(search.state.robot), limit.unit) for limit in kept}
    holds = not hard or all(amount <= TOLERANCE[unit] for amount, unit in excess.values())
    settled = _outlook(search, share) < SETTLED and holds
    return Found(clip.person, search.state, search.cost, search.iterations, settled, excess)


def _outlook(search: Search, share: float) -> float:
    """Return which share of the cost the last step gained, or the next is expected to, if that is less."""
    return min(share, search.left / max(search.cost, LEAST_COST))


def _notice(clip: Clip, search: Search) -> float:
    """Note parts that are in each other, before anything else settles around them; return how deep [mm]."""
    depths = [each.notice(search.state.robot) for each in clip.limits if isinstance(each, PartsApart)]
    deepest = max(depths, default=0.0)
    if deepest > 0.0:
        search.again()
    return deepest


def _insist(search: Search, kept: Sequence[Held], share: float, tell: Callable[[int], object]) -> float:
    """Go on until every limit holds, or nothing gets better any more; return what the last step gained."""
    before, grown, waited = {limit.name: np.inf for limit in kept}, dict.fromkeys(range(len(kept)), 0), 0
    best = before.copy()
    for done in range(HARD):
        now = {limit.name: limit.excess(search.state.robot) for limit in kept}
        worst = max((now[limit.name] / TOLERANCE[limit.unit] for limit in kept), default=0.0)
        better = [limit.name for limit in kept if _is_better(now[limit.name], best[limit.name], limit)]
        waited, best = 0 if better else waited + 1, best | {name: now[name] for name in better}
        if waited > PATIENCE or (worst <= 1.0 and _outlook(search, share) < SETTLED):
            break
        for place, limit in enumerate(kept if worst > 1.0 else ()):
            is_slow = now[limit.name] > max(FALLING * before[limit.name], TOLERANCE[limit.unit])
            grows = (is_slow or done == 0) and grown[place] < MOST_GROWN
            grown[place] += grows
            limit.insist(search.state.robot, FIRMER if grows else 1.0)
        before = now
        if worst > 1.0:
            search.again()
        # Damping that the last round ended with tells of its limits, which have moved.
        search.damping = min(search.damping, MOST_DAMPING)
        for _ in range(STEPS):
            share = search.advance()
            if share < SETTLED:
                break
        tell(done + 1)
    return share


def _is_better(now: float, best: float, limit: Held) -> bool:
    """Whether a limit that did not hold is nearer to it than it ever was."""
    return best > TOLERANCE[limit.unit] and now < PROGRESS * best
