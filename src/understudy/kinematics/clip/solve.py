"""All frames of a clip as one problem, solved by Gauss–Newton steps that are banded in time.

    minimise  Σₜ fₜ(xₜ, yₜ, z, p) + Σₜ ½ ‖w (ẍₜ − ẍ*ₜ)‖² + Σₜ gₜ(xₜ₋₂, xₜ₋₁, xₜ) + ½ ‖a z‖² + ½ ‖b (p − p*)‖²

over poses xₜ, inner variables yₜ, footholds z and shared parameters p, within ranges, speeds and
accelerations of joints (see ``rates``) and limits of quantities of three frames (see ``stencil``). Each frame
has a damping of its own (Levenberg–Marquardt) and a firmness of its limits, and frames for which no step
gains anything are left, so that one moment does not hold up the rest. Long clips are solved in windows that
overlap by more than what one moment has to do with another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.blocks.near_pairs import MARGIN, add_to_lists, with_lists
from understudy.kinematics.clip.band import new_room, without_shared
from understudy.kinematics.clip.footholds import add_footholds, stood_footholds, within
from understudy.kinematics.clip.inner import Eliminated, eliminate
from understudy.kinematics.clip.model import Model, Step
from understudy.kinematics.clip.problem import ClipProblem, ClipSolution
from understudy.kinematics.clip.state import BESIDE, Evaluator, Intervals, OverTime, State, stepped
from understudy.kinematics.point_places import point_places
from understudy.motion.stretches import stretches_around

STEPS = 40
"""Steps at most."""

ENOUGH = (2e-2, 5e-3)
"""Shares of what frames around a moment cost that a step gains there when it was the last one: before joints'
accelerations are taken as they are, see ``want_accelerations``, and in the end."""

NOTHING = 3e-4
"""Cost of a frame that is solved well, as of a limb 1.4° off: the same share of it is little, too."""

FIRST_FIRMNESS, LAST_FIRMNESS, FIRMER = 1e-2, 1e4, 10.0
NEAR_FIRMNESS = (FIRST_FIRMNESS * LAST_FIRMNESS) ** 0.5
"""Twice what it costs to exceed a limit by all it allows, at first and in the end, and how it grows with a
step after which limits cost no more than all else. In the end 1 % costs as much as a limb 40° off."""

SHARES = (1.0, 0.3)
"""Of a step that are tried, one after the other."""

NEARBY = 4
"""Frames before and after a frame by which it is judged whether its model failed, and what it gained."""

AROUND = 16
"""Frames before and after those that are not solved yet which are solved on with them."""

FIRST_DAMPING, LEAST_DAMPING, FAILED = 1e-8, 1e-9, 1e-3
"""Share of the diagonal that is added at first, at least, and at least where a model failed."""

GROWS, FALLS, MOST_DAMPING = 10.0, 0.1, 1e3
"""By what damping grows where a model failed, and falls elsewhere, and what it is at most."""

WINDOW, OVERLAP = 2400, 240
"""Frames that are solved at a time, and by which windows overlap."""

TOUCH = 1e-7
"""Cost of contact from which on a frame counts as in contact."""


def solve_whole_clip(
    problem: ClipProblem,
    q: np.ndarray,
    is_near: bool = False,
    inner: np.ndarray | None = None,
    shared: np.ndarray | None = None,
    moves_shared: bool = True,
    firmness: float = FIRST_FIRMNESS,
) -> ClipSolution:
    """Solve a clip from poses (T, Q) of a warm start.

    Args:
        problem: The problem; where corners of soles stand is written into its points.
        q: Poses to begin with, in the IK branches to stay in.
        is_near: Whether they are a solution but for a few frames, as one of every second frame is.
        inner: (T, P) inner coordinates to begin with, where the problem has any.
        shared: (N,) shared parameters to begin with. In a clip of more than one window they stay.
        moves_shared: Whether they are variables, until joints' accelerations are taken as they are.
        firmness: Of limits at first; more of it where they are next to held from the beginning.
    """
    frames = len(q)
    found, inner = np.array(q, order="C"), np.zeros((frames, 0)) if inner is None else np.array(inner)
    shared = np.zeros(0) if shared is None else np.array(shared)
    point = problem.costs.point
    z = stood_footholds(problem.footholds, point_places(problem.tree, point, found), point.weight)
    out = ClipSolution(
        found,
        z,
        np.zeros(frames),
        np.zeros(frames, dtype=np.int64),
        np.zeros(frames, dtype=bool),
        inner,
        shared,
    )
    for begin, first, stop in _windows(frames):
        part, is_whole = slice(begin, stop), stop - first == frames
        clip = problem.part(part)
        state = State(clip, found[part], z, inner[part], shared, moves_shared and is_whole)
        window = _Window(clip, state, first - begin)
        window.firmness[:] = firmness
        if is_near:
            window.want_accelerations()
        window.run(ENOUGH[-1:] if is_near else ENOUGH)
        own, part = slice(first - begin, None), slice(first, stop)
        found[part], out.cost[part], inner[part] = state.q[own], state.cost[own], state.y[own]
        out.steps[part], out.converged[part] = window.steps[own], ~window.is_open[own]
        z[:], shared[:] = state.z, state.shared
    return out


def _windows(frames: int) -> Iterator[tuple[int, int, int]]:
    """Yield windows of a clip: the first frame by which it is tied to the last one, its first and its end."""
    first = 0
    while True:
        stop = frames if frames - first <= WINDOW + OVERLAP else first + WINDOW
        yield max(first - BESIDE, 0), first, stop
        if stop == frames:
            return
        first = stop - OVERLAP


class _Window:
    """Frames that are solved together, from where they are.

    Attributes:
        state: Where they are.
        steps: (T,) taken.
        is_open: (T,) where steps still gain something.
        damping: (T,) share of the diagonal that is added.
        firmness: (T,) of limits.
    """

    def __init__(self, problem: ClipProblem, state: State, first: int) -> None:
        """Begin at a state; frames before ``first`` stay, as do their footholds."""
        frames, size = state.gradient.shape
        self.state, self.first = state, first
        costs = problem.costs
        lists = with_lists(costs.distance, frames)
        self.evaluator = Evaluator(replace(problem, costs=costs._replace(distance=lists)))
        self.steps, self.is_open = np.zeros(frames, dtype=np.int64), np.arange(frames) >= first
        self.damping, self.firmness = np.full(frames, FIRST_DAMPING), np.full(frames, FIRST_FIRMNESS)
        self.is_free = problem.tree.variable == np.arange(size)
        self._scalars = np.flatnonzero((problem.rates.column >= 0) & (problem.tree.dof_q >= 0))

    @property
    def _is_as_a_whole(self) -> bool:
        """Whether frames far apart share limits, as balance does; a person in each frame keeps them apart."""
        return self.problem.stencil is not None and self.problem.inner is None

    @property
    def problem(self) -> ClipProblem:
        """What is asked."""
        return self.evaluator.problem

    def run(self, shares: tuple[float, ...]) -> None:
        """Take steps until none gains such a share, one after the other; see ``ENOUGH``."""
        state, problem = self.state, self.problem
        frames, size = state.gradient.shape
        soles, has_stencil = problem.footholds.stance.shape[1], problem.stencil is not None
        self._room = new_room(
            frames, size, soles, len(state.z), state.moves_shared * len(state.shared), has_stencil
        )
        self._room_alone = without_shared(self._room) if state.moves_shared else self._room
        self._columns = np.zeros_like(self._room.columns)
        self._look_for_contact(MARGIN)
        self.evaluator.look(state, [(self.first, frames)])
        self._there = State(problem, state.q, state.z, state.y, state.shared, state.moves_shared)
        self._there.take(state, 0, frames)
        for enough in shares:
            self._enough = enough
            self._settle(is_last=enough == shares[-1])
            if enough != shares[-1]:
                self.want_accelerations()
                self._keep_shared()
                self.is_open[self.first :] = True

    def _settle(self, is_last: bool) -> None:
        """Take steps until none gains anything; in the end no contact is missed."""
        for _ in range(STEPS):
            if not self.is_open.any():
                if is_last:
                    self.is_open = self._look_for_contact()
                if not self.is_open.any():
                    return
                self.evaluator.look(self.state, stretches_around(self.is_open, 0))
            self._step(self._intervals())

    def want_accelerations(self) -> None:
        """Let joints' accelerations as they are cost nothing: only what was smoothed away is smoothed again.

        Tukey's twicing: where the price takes a share s off a movement, only s² is missing in the end.
        """
        rates = self.problem.rates
        wanted, own = np.array(rates.wanted), self._scalars
        wanted[2:, own] = np.diff(self.state.q[:, rates.column[own]], n=2, axis=0)
        self.evaluator.problem = replace(self.problem, rates=rates._replace(wanted=wanted))

    def _keep_shared(self) -> None:
        """Let shared parameters stay, which all frames together have found by now: intervals part then."""
        if self.state.moves_shared:
            self.state, self._there = self.state.with_shared_kept(), self._there.with_shared_kept()
            self._room, self._columns = self._room_alone, np.zeros_like(self._room_alone.columns)
            self.evaluator.look(self.state, [(self.first, len(self.state.q))])
            self._there.take(self.state, 0, len(self.state.q))

    def _intervals(self) -> Intervals:
        """Return the frames around those that are not solved yet, as intervals that meet in no row."""
        apart = stretches_around(self.is_open[self.first :], AROUND + 1)
        frames = len(self.state.q)
        return [(self.first + a + (a > 0), self.first + b - (self.first + b < frames)) for a, b in apart]

    def _step(self, intervals: Intervals) -> None:
        """Take a step in each interval by itself, unless it gains nothing."""
        problem, state = self.problem, self.state
        footholds, point = problem.footholds, problem.costs.point
        own, slope = np.zeros((len(state.z), 3, 3)), np.zeros((len(state.z), 3))
        _, pose, work = self.evaluator.buffers()
        self.evaluator.stand(state.z)
        tried: list[_Tried] = []
        for first, stop in intervals:
            add_footholds(
                problem.tree, footholds, state.z, first, stop, point.body, point.local, point.target,
                point.weight, state.q, pose, work.slope, self._columns, own, slope,
            )  # fmt: skip
            self.steps[first:stop] += 1
            found = self._solve(first, stop, own, slope)
            if found is None:
                part = slice(first, stop)
                self.damping[part] = _damped_more(self.damping[part])
            else:
                tried.append(found)
        for share in SHARES:
            tried = self._try(tried, share)

    def _solve(self, first: int, stop: int, own: np.ndarray, slope: np.ndarray) -> _Tried | None:
        """Return the change of an interval at which its model is least.

        Args:
            first: First frame.
            stop: Behind the last one.
            own: (K, 3, 3) second derivatives by footholds.
            slope: (K, 3) first ones.
        """
        state, problem = self.state, self.problem
        near = self.evaluator.nearby(state, self.firmness, first, stop)
        beside = slice(near.low, near.low + len(near.q))
        hessian, gradient, columns = state.hessian[beside], state.gradient[beside], self._columns[beside]
        stance = within(problem.footholds, first, stop)
        feet = 3 * stance.shape[1]
        is_whole = state.moves_shared and stop - first == len(state.q)
        shared, shared_slope, inner = np.zeros((0, 0)), np.zeros(0), None
        if problem.inner is not None:
            inner = eliminate(state.inner_part(first, stop), problem.inner.size, self.damping[first:stop])
            if inner is None:
                return None
            part = slice(near.first, near.stop)
            hessian, gradient = hessian.copy(), gradient.copy()
            hessian[part] += inner.hessian
            gradient[part] += inner.gradient
            if is_whole:
                columns = columns.copy()
                columns[part, feet:] = inner.border
                certainty = problem.inner.certainty
                shared = inner.shared + np.diag(certainty + len(state.q) * self.damping.max())
                shared_slope = inner.shared_slope + certainty * (state.shared - problem.inner.expected)
        columns = np.ascontiguousarray(columns[:, : feet + len(shared)])
        feet_own = np.unique(stance[stance >= 0])
        moves = np.zeros((len(own), 1))
        moves[feet_own] = 1.0
        model = Model(
            near=near,
            hessian=hessian,
            gradient=gradient,
            damping=self.damping[beside],
            is_free=self.is_free,
            stance=np.ascontiguousarray(stance[beside]),
            columns=columns,
            own=own,
            slope=moves * slope,
            shared=shared,
            shared_slope=shared_slope,
        )
        begun = near.look()
        step = model.least(begun, self._room if is_whole else self._room_alone)
        if step is None:
            return None
        return _Tried(first, stop, feet_own, near.low, begun, step, inner)

    def _try(self, tried: list[_Tried], share: float) -> list[_Tried]:
        """Take a share of the steps of intervals that gain by it; return the other ones."""
        problem, state, there = self.problem, self.state, self._there
        there.z, there.shared = state.z.copy(), state.shared.copy()
        for each in tried:
            each.move(problem, state, there, share)
        self.evaluator.look(there, [(each.first, each.stop) for each in tried])
        feet = self.evaluator.foothold_costs(state) - self.evaluator.foothold_costs(there)
        left = []
        for each in tried:
            part, near = slice(each.first, each.stop), slice(each.first - each.low, each.stop - each.low)
            slow, limits = self.evaluator.nearby(there, self.firmness, each.first, each.stop).costs()
            gains = each.begun.slow + each.begun.limits - slow - limits
            total = gains.sum() + (state.cost - there.cost)[part].sum() + feet[each.feet].sum()
            if len(each.step.shared):
                total += self.evaluator.shared_cost(state) - self.evaluator.shared_cost(there)
            gains = gains[near] + (state.cost - there.cost)[part]
            gained, much = _nearby(gains), self._enough * _nearby(state.cost[part] + NOTHING)
            failed = gained < -much
            if self._is_as_a_whole and total >= 0.0:
                # What one frame loses others gain, by forces far apart: no sign that its model failed.
                failed[:] = each.step.is_cut
            damping, worse = self.damping[part], _damped_more(self.damping[part])
            if total >= 0.0:
                state.take(there, each.first, each.stop)
                state.z[each.feet] = there.z[each.feet]
                if len(each.step.shared):
                    state.shared[:] = there.shared
                # After a share of a step, the model that failed at the whole of it is no better than it was.
                better = np.maximum(FALLS * damping, LEAST_DAMPING) if share == SHARES[0] else damping
                self.damping[part] = np.where(failed, worse, better)
                self._close(part, np.abs(gained) > much, limits[near], much)
                continue
            there.take(state, each.first, each.stop)
            if failed.any():
                left.append(each)
                self.damping[part] = np.where(failed, worse, damping)
            else:
                self._close(part, np.zeros(len(failed), dtype=bool), each.begun.limits[near], much)
        return left

    def _close(self, part: slice, gains: np.ndarray, limits: np.ndarray, much: np.ndarray) -> None:
        """Leave frames that gain nothing and exceed no limit by what will cost as much once it is firm.

        Args:
            part: The frames.
            gains: (N,) which of them still gain something.
            limits: (N,) what limits that are exceeded cost.
            much: (N,) what counts as much.
        """
        beyond, firmness = _nearby(limits), self.firmness[part]
        self.is_open[part] = gains | ((LAST_FIRMNESS / firmness - 1.0) * beyond > much)
        is_kept = ~gains | (beyond <= _nearby(self.state.cost[part]))
        if self._is_as_a_whole:
            # What is not asked for in one frame is where all others would buy what is asked of them.
            is_kept[:] = not gains.any() or limits.sum() <= self.state.cost[part].sum()
        self.firmness[part] = np.where(is_kept, np.minimum(FIRMER * firmness, LAST_FIRMNESS), firmness)

    def _look_for_contact(self, margin: float = 0.0) -> np.ndarray:
        """List pairs of parts that are so near [m] to contact; return frames (T,) in which any was missed."""
        if not len(self.problem.costs.distance.body):
            return np.zeros(len(self.state.q), dtype=bool)
        missed = add_to_lists(self.problem.tree, self.problem.costs.distance, self.state.q, margin)
        return _nearby((missed > TOUCH).astype(np.float64)) > 0.0


@dataclass(frozen=True, eq=False)
class _Tried:
    """A step of an interval.

    Attributes:
        first: First frame.
        stop: Behind the last one.
        feet: Footholds that move along.
        low: First of the frames that ``begun`` and ``step`` are of.
        begun: What frames asked of each other before.
        step: The step.
        inner: What is left of inner variables' equations, where there are any.
    """

    first: int
    stop: int
    feet: np.ndarray
    low: int
    begun: OverTime
    step: Step
    inner: Eliminated | None

    def move(self, problem: ClipProblem, state: State, there: State, share: float) -> None:
        """Write a share of the step from a state into another one."""
        part, near = slice(self.first, self.stop), slice(self.first - self.low, self.stop - self.low)
        change = self.step.poses[near]
        there.q[part] = stepped(problem.tree, state.q[part], share * change)
        there.z[self.feet] += share * self.step.feet[self.feet]
        if problem.inner is not None and self.inner is not None:
            shared = np.zeros(self.inner.border.shape[1])
            if len(self.step.shared):
                shared = self.step.shared
                there.shared += share * shared
            inside = self.inner.change(change, shared)
            there.y[part] = problem.inner.stepped(state.y[part], share * inside)


def _nearby(values: np.ndarray) -> np.ndarray:
    """Return sums of values (T,) over some frames before and after each."""
    return np.convolve(values, np.ones(2 * NEARBY + 1), "full")[NEARBY : NEARBY + len(values)]


def _damped_more(damping: np.ndarray) -> np.ndarray:
    """Return the damping (N,) of frames whose model failed."""
    return np.clip(GROWS * damping, FAILED, MOST_DAMPING)
