"""Where a clip is on the way to its solution, and what it costs there."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

import numpy as np

from understudy.kinematics.batch_frames import FrameBuffers, step_frames, write_frames
from understudy.kinematics.clip.band import no_blocks
from understudy.kinematics.clip.footholds import foothold_costs, place_soles
from understudy.kinematics.clip.inner import Inner, InnerEquations, chunks, new_equations
from understudy.kinematics.clip.problem import ClipProblem
from understudy.kinematics.clip.rates import Rates, add_rates
from understudy.kinematics.clip.stencil import WIDTH, Prices, add_stencil, moved_needs, prices_of
from understudy.kinematics.force_cones import Needs, new_balance, no_needs
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work

BESIDE = WIDTH - 1
"""Frames after an interval whose rows depend on it."""

Intervals = list[tuple[int, int]]


class OverTime(NamedTuple):
    """What frames ask of each other."""

    slow: np.ndarray  # (T,) costs without limits
    limits: np.ndarray  # (T,) what exceeding limits costs
    slopes: np.ndarray  # (T, V) first derivatives
    bands: np.ndarray  # (T, 3, V) second ones of single variables in frames t and t + a
    blocks: np.ndarray  # (T, 3, V, V) second ones beside those, or none (0, 3, V, V)

    @property
    def cost(self) -> float:
        """All of it."""
        return float(self.slow.sum() + self.limits.sum())


class Nearby(NamedTuple):
    """N frames of an interval and beside it, with what they ask of each other."""

    tree: Tree
    rates: Rates
    prices: Prices | None  # of forces
    firmness: np.ndarray  # (N,) of limits
    q: np.ndarray  # (N, Q)
    needs: Needs  # of forces
    by: np.ndarray  # (N, 3, M, V) their derivatives
    low: int  # the first of these frames in the clip
    first: int  # the first frame of the interval among these
    stop: int  # behind the last one

    def after(self, change: np.ndarray) -> Nearby:
        """Return the frames after a change (N, V), needs of forces taken as linear."""
        needs = self.needs if self.prices is None else moved_needs(self.needs, self.by, change)
        return self._replace(q=stepped(self.tree, self.q, change), needs=needs)

    def costs(self) -> tuple[np.ndarray, np.ndarray]:
        """Return (N,) what frames ask of each other costs without limits, and what exceeding these costs."""
        found = self.look(False)
        return found.slow, found.limits

    def look(self, whole: bool = True) -> OverTime:
        """Return what frames ask of each other; unless ``whole``, derivatives are of no use."""
        q, needs, prices = self.q, self.needs, self.prices
        frames, size = len(q), len(self.tree.variable)
        found = OverTime(
            np.zeros(frames),
            np.zeros(frames),
            np.zeros((frames, size)),
            np.zeros((frames, WIDTH, size)),
            no_blocks(size) if prices is None or not whole else np.zeros((frames, WIDTH, size, size)),
        )
        slow, limits, slopes, bands, blocks = found
        firmness, first, turns = self.firmness, self.first, np.zeros((frames, 3))
        add_rates(self.rates, firmness, first, frames, q, turns, slow, limits, slopes, bands)
        if prices is not None:
            count, pushes = needs.need.shape[1], needs.most.shape[1]
            buffers = new_balance(count, pushes), np.zeros(count), np.zeros((count, size))
            add_stencil(prices, needs, first, frames, self.by, whole, *buffers, slow, slopes, blocks)
        return found


class State:
    """Poses, footholds, inner coordinates and shared parameters, with what they cost.

    Attributes:
        q: (T, Q) poses.
        z: (K, 3) footholds.
        y: (T, P) inner coordinates.
        shared: (N,) parameters.
        cost: (T,) of single frames.
        gradient: (T, V) its derivatives.
        hessian: (T, V, V) Gauss and Newton's second ones.
        inner: Equations of inner variables.
        needs: Of forces, M of them.
        by: (T, 3, M, V) their derivatives.
    """

    def __init__(
        self,
        problem: ClipProblem,
        q: np.ndarray,
        z: np.ndarray,
        y: np.ndarray,
        shared: np.ndarray,
        moves_shared: bool,
    ) -> None:
        """Nothing was looked at yet; ``moves_shared``: whether parameters are to be moved."""
        frames, size = len(q), len(problem.tree.variable)
        self.q, self.z, self.y, self.shared = np.array(q, order="C"), z.copy(), y.copy(), shared.copy()
        self.cost, self.gradient = np.zeros(frames), np.zeros((frames, size))
        self.hessian = np.zeros((frames, size, size))
        inner = 0 if problem.inner is None else problem.inner.size
        self.moves_shared = moves_shared and len(shared) > 0
        self.inner = new_equations(frames if inner else 0, inner, self.moves_shared * len(shared), size)
        stencil, self.needs, self.by = problem.stencil, no_needs(0, 0, 0), np.zeros((0, WIDTH, 0, size))
        if stencil is not None:
            self.needs = no_needs(frames, stencil.count, stencil.pushes)
            self.by = np.zeros((frames, WIDTH, stencil.count, size))

    def with_shared_kept(self) -> State:
        """Return the state with room for equations without shared parameters, not looked at yet."""
        found = copy(self)
        frames, _, size = self.hessian.shape
        found.moves_shared = False
        inner = self.inner.across.shape[2] - len(self.shared)
        found.inner = new_equations(frames, inner, 0, size)
        return found

    def take(self, other: State, first: int, stop: int) -> None:
        """Take over what another state is in an interval, but for footholds and shared parameters."""
        part, reach = slice(first, stop), slice(first, stop + BESIDE)
        for mine, theirs in (
            (self.q, other.q),
            (self.y, other.y),
            (self.cost, other.cost),
            (self.gradient, other.gradient),
            (self.hessian, other.hessian),
            *zip(self.inner, other.inner, strict=True),
        ):
            mine[part] = theirs[part]
        for mine, theirs in ((self.by, other.by), *zip(self.needs, other.needs, strict=True)):
            mine[reach] = theirs[reach]

    def inner_part(self, first: int, stop: int) -> InnerEquations:
        """Return the equations of inner variables of an interval."""
        return InnerEquations(*(array[first:stop] for array in self.inner))


class Evaluator:
    """Looks at states of a clip.

    Attributes:
        problem: What is asked.
    """

    def __init__(self, problem: ClipProblem) -> None:
        """Make room for it."""
        self.problem, self._buffers = problem, FrameBuffers()
        self._prices = None if problem.stencil is None else problem.stencil.prices()

    def stand(self, z: np.ndarray) -> None:
        """Let soles stand on footholds (K, 3)."""
        place_soles(self.problem.footholds, z, self.problem.costs.point.target)

    def look(self, state: State, intervals: Intervals) -> None:
        """Write what a state costs in some intervals into it."""
        problem = self.problem
        tree, costs, inner, stencil = problem.tree, problem.costs, problem.inner, problem.stencil
        self.stand(state.z)
        buffers = self.buffers()
        out = state.cost, state.gradient, state.hessian
        for first, stop in intervals:
            write_frames(tree, costs, first, stop, *buffers, True, state.q, *out)
            if inner is not None:
                self._look_inside(inner, state, first, stop)
            if stencil is not None:
                begin, end = max(first, BESIDE), min(stop + BESIDE, len(state.q))
                if begin < end:
                    rows = slice(begin, end)
                    needs = Needs(*(array[rows] for array in state.needs))
                    stencil.look(state.q, begin, end, needs, state.by[rows])

    def _look_inside(self, inner: Inner, state: State, first: int, stop: int) -> None:
        """Add what inner variables and the poses cost together."""
        for part in chunks(first, stop):
            state.cost[part] += inner.cost(part, state.q[part], state.y[part], state.shared)
            found = inner.equations(part, state.q[part], state.y[part], state.shared, state.moves_shared)
            for mine, theirs in zip(state.inner, found, strict=True):
                mine[part] = theirs
            state.gradient[part] += found.gradient
            state.hessian[part] += found.own

    def nearby(self, state: State, firmness: np.ndarray, first: int, stop: int) -> Nearby:
        """Return an interval of a state with the frames that its rows depend on."""
        low, high = max(first - BESIDE, 0), min(stop + BESIDE, len(state.q))
        part, rates = slice(low, high), self.problem.rates
        prices = None if self._prices is None else prices_of(self._prices, part)
        return Nearby(
            tree=self.problem.tree,
            rates=rates._replace(wanted=rates.wanted[part]),
            prices=prices,
            firmness=firmness[part],
            q=state.q[part],
            needs=Needs(*(array[part] for array in state.needs)),
            by=state.by[part],
            low=low,
            first=first - low,
            stop=stop - low,
        )

    def shared_cost(self, state: State) -> float:
        """Return what shared parameters cost by themselves."""
        inner = self.problem.inner
        if inner is None:
            return 0.0
        return 0.5 * float(inner.certainty @ (state.shared - inner.expected) ** 2)

    def foothold_costs(self, state: State) -> np.ndarray:
        """Return (K,) what footholds cost by themselves."""
        return foothold_costs(self.problem.footholds, state.z)

    def buffers(self) -> tuple[Asked, Pose, Work]:
        """Return buffers for single frames."""
        return self._buffers.of(self.problem.tree, self.problem.costs)


def stepped(tree: Tree, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return poses (T, Q) moved by changes (T, V), coupled joints following."""
    found = np.empty_like(q)
    step_frames(
        tree, np.ascontiguousarray(q), np.ascontiguousarray(change), np.ones(len(tree.variable)), found
    )
    return found
