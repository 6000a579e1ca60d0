"""All frames of a clip as one problem, solved by Gauss–Newton steps that are banded in time.

    minimise  Σₜ fₜ(xₜ, z) + Σₜ ½ ‖w (ẍₜ − ẍ*ₜ)‖² + ½ ‖p z‖²

over poses xₜ and footholds z, within ranges, speeds and accelerations of joints. A step that would exceed
these is found by an interior-point method (``barrier``). Each frame has a damping of its own
(Levenberg–Marquardt), so that a moment in which the model fails does not hold up the rest. Of a capture at a
high rate every n-th frame is solved first, and all of them from there. Long clips are solved in windows that
overlap by more than what one moment has to do with another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.batch_frames import FrameBuffers, step_frames, write_frames
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.clip.band import Room, load_band, new_room, solve_band
from understudy.kinematics.clip.barrier import (
    FIRST_MU,
    add_barrier,
    advance_barrier,
    begin_barrier,
    most_over,
    new_barrier,
)
from understudy.kinematics.clip.changes import change_between, spread
from understudy.kinematics.clip.footholds import (
    Footholds,
    add_footholds,
    place_soles,
    some_frames,
    stood_footholds,
)
from understudy.kinematics.clip.rates import Rates, add_rates, slower
from understudy.kinematics.costs import Costs
from understudy.kinematics.forward import couple_frames
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.point_places import point_places
from understudy.kinematics.solver import frames_of
from understudy.kinematics.touching import contact_costs
from understudy.kinematics.tree import Tree
from understudy.motion.stretches import stretches_around

PENALTY = 1e4
"""ρ [1/rad² or 1/m²] of exceeding limits where two motions are compared."""

OVER = 1e-3
"""Share of what a limit allows up to which a step may exceed it: less than what is set aside for that."""

ITERATIONS, LEAST_MU = 20, 1e-6
"""Of the interior-point method, at most, and the products of slacks and multipliers with which it ends."""

FASTER, SLOWER, FAR = 0.1, 0.5, 0.8
"""By what μ falls after an iteration that went at least that share of its way, and after another one."""

STEPS, COARSE_STEPS = 24, 3
"""Steps at most, of all frames, and of every so-manieth one with each firmness of soles."""

FIRMNESS = (0.2, 1.0)
"""Shares of their weight over the floor with which soles stand one after the other: one that stands firmly
from the beginning would stay in the way of better places."""

ENOUGH = 1e-3
"""Share of what frames around a moment cost that a step gains there when it was the last one."""

NOTHING = 1e-6
"""Cost of a frame that counts as nothing: as much as 0.1° of a limb."""

NEARBY = 4
"""Frames before and after a frame by which it is judged whether its model failed, and what it gained."""

AROUND = 24
"""Frames before and after those that are not solved yet which are solved again with them."""

WORTH_IT = 0.7
"""Share of the frames up to which those that are not solved yet are solved by themselves."""

MANY = 0.2
"""Share of frames that exceed limits up to which only those and their neighbours are solved within them."""

FIRST_DAMPING, LEAST_DAMPING, FAILED = 1e-5, 1e-7, 1e-3
"""Share of the diagonal that is added at first, at least, and at least where a model failed."""

GROWS, FALLS = 10.0, 0.1
"""By what damping grows where a model failed, and falls elsewhere."""

RIDGE = 1e-9
"""Added to the diagonal in any case; makes what nothing determines stay."""

HELD = 1e10
"""Stiffness of frames of a window that are solved already."""

COARSE_RATE = 30.0
"""Frames a second [1/s] that are solved first: twice as many as the fastest motion of a body needs."""

WINDOW, OVERLAP = 2400, 240
"""Frames that are solved at a time, and by which windows overlap."""

BESIDE = 2
"""Frames before a window that stay, by which speeds and accelerations go on."""

TOUCH = 1e-7
"""Cost of contact from which on a frame counts as in contact."""


@dataclass(frozen=True, eq=False)
class ClipProblem:
    """What is asked of a tree over a whole clip.

    Attributes:
        tree: The tree.
        costs: What single frames ask; corners that stand are among its points.
        rates: Prices and limits over time.
        footholds: The stances.
        fps: Frames a second [1/s].
    """

    tree: Tree
    costs: Costs
    rates: Rates
    footholds: Footholds
    fps: float

    def part(self, frames: slice) -> ClipProblem:
        """Return the problem of some frames on end alone; written to, its soles are this one's."""
        return replace(
            self,
            costs=frames_of(self.costs, frames),
            rates=self.rates._replace(path=self.rates.path[frames]),
            footholds=some_frames(self.footholds, frames),
        )

    def every(self, stride: int) -> ClipProblem:
        """Return the problem of every so-manieth frame."""
        frames = slice(None, None, stride)
        costs = frames_of(self.costs, frames)
        point = costs.point._replace(target=np.array(costs.point.target))
        return replace(
            self,
            costs=_contiguous(costs._replace(point=point)),
            rates=slower(self.rates, stride),
            footholds=some_frames(self.footholds, frames),
            fps=self.fps / stride,
        )


def _contiguous(costs: Costs) -> Costs:
    """Return costs whose arrays over time have no gaps."""
    blocks = {}
    for name, block in costs._asdict().items():
        fields = {f: np.ascontiguousarray(getattr(block, f)) for f in getattr(block, "timed", ())}
        blocks[name] = block._replace(**fields)
    return costs._replace(**blocks)


@dataclass(frozen=True, eq=False)
class ClipSolution:
    """What became of a clip.

    Attributes:
        q: (T, Q) poses.
        z: (K, 3) footholds: by how much each is moved [m] and turned [rad].
        cost: (T,) what frames cost.
        steps: (T,) taken.
        converged: (T,) whether steps had become too small to matter.
    """

    q: np.ndarray
    z: np.ndarray
    cost: np.ndarray
    steps: np.ndarray
    converged: np.ndarray


class _Model:
    """Costs and derivatives at poses and footholds."""

    def __init__(self, problem: ClipProblem, frames: int) -> None:
        tree, footholds = problem.tree, problem.footholds
        size, soles, stances = len(tree.variable), footholds.stance.shape[1], len(footholds.pivot)
        self.cost, self.moved = np.zeros(frames), 0.0
        self.gradient = np.zeros((frames, size))
        self.hessian = np.zeros((frames, size, size))
        self.bands = np.zeros((frames, 3, size))
        self.columns = np.zeros((frames, 3 * soles, size))
        self.own, self.slope = np.zeros((stances, 3, 3)), np.zeros((stances, 3))
        self.omega, self.beyond = np.zeros((frames, 3)), np.zeros(frames)

    def look(self, problem: ClipProblem, q: np.ndarray, z: np.ndarray, buffers: FrameBuffers) -> None:
        """Work everything out at poses (T, Q) and footholds (K, 3)."""
        tree, costs, point = problem.tree, problem.costs, problem.costs.point
        asked, pose, work, memory = buffers.of(tree, costs, len(q))
        place_soles(problem.footholds, z, point.target)
        write_frames(
            tree, costs, 0, len(q), asked, pose, work, memory, True, q, self.cost, self.gradient, self.hessian
        )
        self.bands[:], self.beyond[:] = 0.0, 0.0
        add_rates(problem.rates, PENALTY, q, self.omega, self.cost, self.beyond, self.gradient, self.bands)
        self.moved = add_footholds(
            tree, problem.footholds, z, point.body, point.local, point.target, point.weight, q, pose,
            work.slope, self.columns, self.own, self.slope,
        )  # fmt: skip


def solve_whole_clip(problem: ClipProblem, q: np.ndarray) -> ClipSolution:
    """Solve a clip from poses (T, Q) of a warm start.

    Args:
        problem: The problem; where corners of soles stand is written into its points.
        q: Poses to begin with, in the IK branches to stay in.
    """
    found = np.array(q, order="C")
    point = problem.costs.point
    places = point_places(problem.tree, point, found)
    z = stood_footholds(problem.footholds, places, point.weight)
    out = ClipSolution(
        found, z, np.zeros(len(q)), np.zeros(len(q), dtype=np.int64), np.zeros(len(q), dtype=bool)
    )
    for begin, first, stop in _windows(len(q)):
        window = problem.part(slice(begin, stop))
        held = np.zeros(stop - begin, dtype=bool)
        held[: first - begin] = True
        known = np.unique(problem.footholds.stance[begin:first])
        fixed = np.zeros(len(z), dtype=bool)
        fixed[known[known >= 0]] = True
        window = replace(window, footholds=window.footholds._replace(is_fixed=fixed))
        part = slice(first, stop)
        own, cost, steps, converged = _solve_window(window, found[begin:stop], z, held)
        found[part], out.cost[part] = own[first - begin :], cost[first - begin :]
        out.steps[part], out.converged[part] = steps[first - begin :], converged[first - begin :]
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


def _solve_window(
    problem: ClipProblem, q: np.ndarray, z: np.ndarray, held: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return poses, costs (T,), steps (T,) and where (T,) they converged; writes footholds (K, 3)."""
    q = np.array(q, order="C")
    stride = int(problem.fps // COARSE_RATE)
    if stride > 1 and len(q) > 4 * stride:
        some, coarse = np.ascontiguousarray(q[::stride]), problem.every(stride)
        begun = _within_limits(coarse, some)
        descent = _Descent(coarse, begun, z, np.ascontiguousarray(held[::stride]))
        for share in FIRMNESS:
            descent.run(descent.steps + COARSE_STEPS, True, share)
        change = spread(change_between(problem.tree, some, descent.q), stride, len(q))
        change[held] = 0.0
        z[:] = descent.z
        q = _stepped(problem.tree, q, change)
    q = np.where(held[:, None], q, _within_limits(problem, q))
    cost, steps, converged = np.zeros(len(q)), np.zeros(len(q), dtype=np.int64), ~held
    left = [(0, len(q))]
    while left:
        first, stop = left.pop()
        part = slice(first, stop)
        own = problem if stop - first == len(q) else _within_clip(problem, first, stop)
        beside = held[part].copy()
        beside[: BESIDE * (first > 0)] = True
        beside[len(beside) - BESIDE * (stop < len(q)) :] = True
        descent = _Descent(own, q[part], z, beside)
        descent.run(STEPS - int(steps[part].max()), stop - first < len(q))
        q[part], cost[part], z[:] = descent.q, descent.here.cost, descent.z
        steps[part] += descent.steps
        if steps[part].max() >= STEPS:
            converged[part] &= ~descent.is_open
            continue
        left += [(first + a, first + b) for a, b in stretches_around(descent.is_open, AROUND)]
    return q, cost, steps, converged


def _within_limits(problem: ClipProblem, q: np.ndarray) -> np.ndarray:
    """Return poses (T, Q) with every joint within its limits, each by itself."""
    own = free_scalars(problem.tree)
    columns, found = problem.tree.dof_q[own], np.array(q)
    found[:, columns] = limited(q[:, columns], Bounds(*(array[own] for array in problem.rates.bounds)))
    couple_frames(problem.tree, found)
    return found


def _within_clip(problem: ClipProblem, first: int, stop: int) -> ClipProblem:
    """Return the problem of some frames, footholds that others stand on as well staying where they are."""
    stance = problem.footholds.stance
    fixed = problem.footholds.is_fixed.copy()
    for row in (first - 1, stop):
        if 0 <= row < len(stance):
            fixed[stance[row][stance[row] >= 0]] = True
    own = problem.part(slice(first, stop))
    return replace(own, footholds=own.footholds._replace(is_fixed=fixed))


def _stepped(tree: Tree, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return poses (T, Q) moved by changes (T, V)."""
    found = np.empty_like(q)
    step_frames(tree, q, change, np.ones(len(tree.variable)), found)
    return found


class _Equations:
    """The normal equations of a step, damped, in which some frames and variables stay."""

    def __init__(
        self, model: _Model, damping: np.ndarray, held: np.ndarray, stuck: np.ndarray, room: Room
    ) -> None:
        self.model, self.damping, self.held, self.stuck, self.room = model, damping, held, stuck, room

    def least(
        self, footholds: Footholds, gradient: np.ndarray | None = None, bands: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the changes (T, V) and (K, 3) at which they are least, None where they are not definite."""
        model, room = self.model, self.room
        gradient, bands = (model.gradient, model.bands) if bands is None else (gradient, bands)
        change, moved = np.array(gradient), np.zeros_like(model.slope)
        change[self.held], change[:, self.stuck] = 0.0, 0.0
        load_band(model.hessian, bands, self.damping, RIDGE, room)
        own, every = room.blocks[0], np.arange(len(bands[0, 0]))
        own[:, self.stuck, self.stuck] += 1.0
        own[self.held[:, None], every, every] += HELD
        room.columns[:] = model.columns
        second = np.ascontiguousarray(bands[:, 2])
        if not solve_band(room, second, footholds.stance, model.own, model.slope, change, moved):
            return None
        return change, moved

    def least_within(self, problem: ClipProblem, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the changes at which they are least within limits, poses being (T, Q)."""
        rates, model, mu = problem.rates, self.model, FIRST_MU
        change, moved = np.zeros_like(model.gradient), np.zeros_like(model.slope)
        barrier = new_barrier(*change.shape)
        begin_barrier(rates, q, barrier)
        for _ in range(ITERATIONS):
            gradient, bands = model.gradient.copy(), model.bands.copy()
            add_barrier(rates, q, mu, barrier, gradient, bands)
            found = self.least(problem.footholds, gradient, bands)
            if found is None:
                break
            share, left = advance_barrier(rates, q, found[0], mu, barrier, change)
            moved = moved + share * (found[1] - moved)
            if share > FAR and left < LEAST_MU:
                break
            mu = max(left * (FASTER if share > FAR else SLOWER), 0.1 * LEAST_MU)
        return change, moved


class _Descent:
    """Gauss–Newton steps of some frames, from where they are.

    Attributes:
        q: (T, Q) poses.
        z: (K, 3) footholds.
        steps: Taken so far.
        is_open: (T,) where the last step still gained something.
    """

    def __init__(self, problem: ClipProblem, q: np.ndarray, z: np.ndarray, held: np.ndarray) -> None:
        tree, footholds = problem.tree, problem.footholds
        self.q, self.z, self.held, self.steps = q, z.copy(), np.flatnonzero(held), 0
        self.problem = problem
        self.buffers = FrameBuffers()
        self.here, self.there = _Model(problem, len(q)), _Model(problem, len(q))
        self.room: Room = new_room(len(q), len(tree.variable), footholds.stance.shape[1], len(z))
        self.damping = np.full(len(q), FIRST_DAMPING)
        self.stuck = np.flatnonzero(tree.variable != np.arange(len(tree.variable)))
        self.is_open, self.over, self.is_limited = ~held, np.zeros(len(q)), False
        self._soles = problem.costs.point.weight
        self._weight, self._feels = problem.costs.distance.weight, np.zeros(len(q), dtype=bool)

    def run(self, most: int, is_part: bool, firmness: float = 1.0) -> None:
        """Take steps until they gain too little, or so in most frames.

        Args:
            most: Steps at most, those of before counted.
            is_part: Whether limits are kept even where few frames exceed them; else those stay open.
            firmness: Share of their weight with which soles stay on their footholds.
        """
        point, own = self.problem.costs.point, self.problem.footholds.point.ravel()
        weight = np.array(self._soles)
        weight[:, own, :2] *= firmness
        costs = self.problem.costs._replace(point=point._replace(weight=weight))
        self.problem = replace(self.problem, costs=costs)
        self._look_for_contact()
        self.here.look(self.problem, self.q, self.z, self.buffers)
        while self.steps < most:
            self.steps += 1
            if self._step(is_part) and self.is_open.mean() < WORTH_IT:
                self.is_open |= self._look_for_contact()
                return

    def _step(self, is_part: bool) -> bool:
        """Take a step, unless it gains nothing; return whether it was taken."""
        here, there, problem = self.here, self.there, self.problem
        model = _Equations(here, self.damping, self.held, self.stuck, self.room)
        found = model.least(problem.footholds)
        if found is None:
            self.damping *= GROWS
            return False
        change, moved = found
        most_over(problem.rates, self.q, change, self.over)
        is_over = self.over > OVER
        # Once limits matter to many frames, a step that does not know them leads away from where these allow.
        self.is_limited = self.is_limited or is_part or bool(is_over.mean() > MANY)
        is_limited = self.is_limited and bool(is_over.any())
        if is_limited:
            change, moved = model.least_within(problem, self.q)
        there.look(problem, _stepped(problem.tree, self.q, change), self.z + moved, self.buffers)
        before, after = here.cost.copy(), there.cost.copy()
        if is_limited:
            before, after = before + here.beyond, after + there.beyond
        gained, much = _nearby(before - after), ENOUGH * _nearby(here.cost + NOTHING)
        self.damping = np.where(
            gained < -much,
            np.maximum(GROWS * self.damping, FAILED),
            np.maximum(FALLS * self.damping, LEAST_DAMPING),
        )
        if not after.sum() + there.moved < before.sum() + here.moved:
            return False
        self.is_open = np.abs(gained) > much
        if not is_limited:
            self.is_open |= is_over
        self.q, self.z = _stepped(problem.tree, self.q, change), self.z + moved
        self.here, self.there = there, here
        return True

    def _look_for_contact(self) -> np.ndarray:
        """Let frames near contact feel it, others not, which takes most of the time; return new ones (T,)."""
        block = self.problem.costs.distance
        if not len(block.body):
            return np.zeros(len(self.q), dtype=bool)
        whole = block._replace(weight=self._weight)
        near = contact_costs(self.problem.tree, whole, self.q, TOUCH) > TOUCH
        near = (_nearby(near.astype(np.float64)) > 0.0) & ~self._feels
        self._feels |= near
        distance = block._replace(weight=np.where(self._feels[:, None], self._weight, 0.0))
        self.problem = replace(self.problem, costs=self.problem.costs._replace(distance=distance))
        return near


def _nearby(values: np.ndarray) -> np.ndarray:
    """Return sums of values (T,) over some frames before and after each."""
    return np.convolve(values, np.ones(2 * NEARBY + 1), "full")[NEARBY : NEARBY + len(values)]
