"""A stretch of a motion solved as a whole, joints within limits of motion.

What is asked of a robot is a matter of single frames; limits of velocity and acceleration are one of single
joints over time. Here both are one problem over all frames of a stretch: Gauss–Newton's model of every frame,
and limits as rows that are linear in the change, under which the least of the model is found by an interior
point method. So the other joints know what one of them cannot do, before and after it cannot: a shoulder that
has to turn over fast takes elbow and hand along, and an arm that is too slow to get out of the way begins
earlier.

A search stays where walls let it. An arm that goes over to another IK branch may pass through the trunk on
its way; kept out of it from the beginning it goes over late, since stiff walls block every shorter way. So
there walls rise: the search begins with an arm that passes through, with walls that hardly hold, and takes it
along as they grow firm.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise

import numpy as np

from understudy.kinematics.batch_frames import no_memory, step_frames, write_frames
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.clip_search import ClipSearch, Proposal
from understudy.kinematics.clip_system import factor_room
from understudy.kinematics.forward import new_pose
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import rows_of
from understudy.kinematics.time_coupling import TimeCoupling
from understudy.kinematics.work import new_asked, new_work
from understudy.retarget.simultaneous.clip import limit_cost
from understudy.retarget.simultaneous.interior_point import Model, least_within_limits
from understudy.retarget.simultaneous.joint_terms import ACCELERATION, POSITION, VELOCITY, JointLimit
from understudy.retarget.simultaneous.sums import Sums

STEPS = 30
"""Steps at most; nearly all stretches take two to twelve."""

SETTLED = 0.003
"""Share of what limits still cost below which a step's gain, and what all further ones are expected to gain,
end the search. Ended sooner, where it ends is a matter of rounding."""

RISING, RISING_STEPS = (0.03, 0.2), 8
"""Shares of their weight by which rising walls hold before they hold wholly, and steps at most with each."""

LITTLE = 0.1
"""Share of the cost that is taken to be left to gain where it is below what frames cost without limits."""

FADING = 0.5
"""Share of the gain before up to which a step's gain tells that the search settles. Where arms have to leave
one IK branch for another, steps gain little but go on doing so for long."""

WORTH = 0.0015
"""Share of it that a step promises at least: one that does not is no better with more damping."""

PLANNED = 0.999
"""Share of the limits that joints take up: nothing is left to be brought within them afterwards."""

NO_ROW = -1e3
"""What a row of a limit is taken to be below it where no frame of the stretch has a say in it."""

FIRST_DAMPING, LEAST_DAMPING = 1e-3, 1e-6
"""Share of the diagonal that is added."""

FIRM = 1000.0
"""Weight of exceeding a limit by as much as half of what it allows."""

HELD = 1e8
"""Stiffness [1/rad²] of frames beside the stretch, which stay where they are."""

BESIDE = 2
"""Frames on either side by which a stretch is tied to what it leaves and comes back to."""

RIDGE = 1e-9
"""Added to the diagonal in any case; makes what nothing determines stay."""

CLOSE = 2e-4
"""How near to the least of its model a step comes, in units of the cost."""


class Stretch:
    """Frames of a clip as a problem that :class:`~understudy.kinematics.clip_search.ClipSearch` takes.

    Args:
        problem: What is asked of the robot.
        bounds: Limits of position, velocity and acceleration.
        first: The first frame of the stretch.
        stop: The frame after its last one.
        frames: Of the clip.
    """

    def __init__(self, problem: Problem, bounds: Bounds, first: int, stop: int, frames: int) -> None:
        """Note what is asked of the frames, and those beside them, which stay."""
        self.begin, self.end = max(first - BESIDE, 0), min(stop + BESIDE, frames)
        count = self.end - self.begin
        tree = self.tree = problem.tree
        self.costs = rows_of(problem.costs, self.begin, self.end)
        self.free = np.flatnonzero(tree.variable == np.arange(len(tree.variable)))
        self.coupling = TimeCoupling(tree, [problem.costs.velocity, problem.costs.acceleration])
        self.timed = np.searchsorted(self.free, self.coupling.dofs)
        self.diagonals = self.coupling.diagonals(count)
        self.is_held = np.ones(count, dtype=bool)
        self.is_held[first - self.begin : stop - self.begin] = False
        self.limits = self._joint_limits(bounds)
        work = new_work(tree, *problem.costs.distance.size)
        self._buffers = new_asked(tree), new_pose(tree), work, no_memory()
        self._room = factor_room(count, len(self.free))

    def _joint_limits(self, bounds: Bounds) -> tuple[JointLimit, ...]:
        """Return limits of all joints, but for what frames beside the stretch do among themselves."""
        own = free_scalars(self.tree)
        columns, places = self.tree.dof_q[own], np.searchsorted(self.free, own)
        of = Bounds(*(array[own] for array in bounds))
        step, change = PLANNED * of.largest_step, PLANNED * of.largest_change
        ranges = {POSITION: (of.lower, of.upper), VELOCITY: (-step, step), ACCELERATION: (-change, change)}
        limits = []
        for stencil, allowed in ranges.items():
            limit = JointLimit(columns, places, allowed, stencil, 1.0, len(self.is_held), FIRM)
            for row in range(limit.shift.shape[1]):
                if self.is_held[row : row + len(stencil)].all():
                    limit.shift[:, row] = NO_ROW
            limits.append(limit)
        return tuple(limits)

    def with_walls(self, share: float) -> Stretch:
        """Return the same with walls between parts that hold by a share of their weight."""
        other, block = copy(self), self.costs.distance
        other.costs = self.costs._replace(distance=block._replace(weight=share * block.weight))
        return other

    def frame_costs(self, q: np.ndarray) -> np.ndarray:
        """Return what frames (T, Q) cost by themselves."""
        size = len(self.tree.variable)
        cost = np.zeros(len(q))
        write_frames(
            self.tree, self.costs, 0, len(q), *self._buffers, False, q, cost, np.zeros((len(q), size)),
            np.zeros((1, size, size)),
        )  # fmt: skip
        return cost

    def cost(self, state: np.ndarray) -> float:
        """Return what poses (T, Q) cost, limits included."""
        still = np.zeros((len(state), len(self.free)))
        over = sum(limit_cost(limit.at(state), still) for limit in self.limits)
        return float(self.frame_costs(state)[~self.is_held].sum()) + self.coupling.cost(state) + over

    def model(self, state: np.ndarray) -> Sums:
        """Return the normal equations at poses (T, Q)."""
        count, size = len(state), len(self.tree.variable)
        cost, gradient, hessian = np.zeros(count), np.zeros((count, size)), np.zeros((count, size, size))
        write_frames(self.tree, self.costs, 0, count, *self._buffers, True, state, cost, gradient, hessian)
        sums = Sums(count, len(self.free), np.ascontiguousarray(hessian[:, self.free[:, None], self.free]))
        sums.gradient[:] = gradient[:, self.free]
        sums.gradient[:, self.timed] += self.coupling.gradient(state)
        sums.diagonals[:, : self.diagonals.shape[1], self.timed] += self.diagonals
        sums.gradient[self.is_held] = 0.0
        sums.own[self.is_held] = HELD * np.eye(len(self.free))
        return sums

    def propose(self, state: np.ndarray, model: Sums, damping: float) -> Proposal[np.ndarray]:
        """Return the step that is least within limits."""
        count, size = len(state), len(self.free)
        damped = Sums(count, size, model.own.copy())
        damped.gradient[:], damped.diagonals[:] = model.gradient, model.diagonals
        every = np.arange(size)
        damped.diagonals[:, 0] += damping * (model.own[:, every, every] + model.diagonals[:, 0]) + RIDGE
        limits = [limit.at(state) for limit in self.limits]
        none = np.zeros((count, size, 0)), np.zeros(0), np.zeros((0, 0))
        change, _ = least_within_limits(Model(damped, *none), limits, self._room, CLOSE)
        still = np.zeros_like(change)
        saved = sum(limit_cost(limit, still) - limit_cost(limit, change) for limit in limits)
        promise = saved - float((model.gradient * change).sum()) - 0.5 * model.square(change)
        moved = np.zeros((count, len(self.tree.variable)))
        moved[:, self.free] = change

        def along(share: float) -> np.ndarray:
            found = np.empty_like(state)
            step_frames(self.tree, state, share * moved, np.ones(moved.shape[1]), found)
            return found

        return Proposal(along, promise, float(np.abs(change).max()))


def solve_together(
    problem: Problem,
    starts: Sequence[np.ndarray],
    bounds: Bounds,
    first: int,
    stop: int,
    least: float,
    walls_rise: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Return poses (S, Q) of a stretch of a clip that is solved as a whole, and what frames (S,) cost.

    Args:
        problem: What is asked of the robot.
        starts: (T, Q) clips, alike outside of the stretch; it is begun from the one that costs least in it.
            Where walls rise it is begun from the first one, unless that ends worse than another one begins.
        bounds: Limits of position, velocity and acceleration.
        first: The first frame of the stretch.
        stop: The frame after its last one.
        least: What these frames would cost without limits of motion.
        walls_rise: Whether parts may pass through each other at first.
    """
    stretch = Stretch(problem, bounds, first, stop, len(starts[0]))
    own = [np.ascontiguousarray(start[stretch.begin : stretch.end]) for start in starts]
    if walls_rise:
        own[0] = _with_rising_walls(stretch, own[0], least)
    state = min(own, key=stretch.cost)
    if not walls_rise or state is not own[0]:
        state = _searched(stretch, state, least, STEPS)
    inside = slice(first - stretch.begin, stop - stretch.begin)
    return state[inside], stretch.frame_costs(state)[inside]


def _with_rising_walls(stretch: Stretch, state: np.ndarray, least: float) -> np.ndarray:
    """Return poses (T, Q) of a stretch that is solved from others, in which parts may pass through."""
    for share in RISING:
        state = _searched(stretch.with_walls(share), state, least, RISING_STEPS)
    return _searched(stretch, state, least, STEPS)


def _searched(stretch: Stretch, state: np.ndarray, least: float, steps: int) -> np.ndarray:
    """Return poses (T, Q) of a stretch to which a search of so many steps at most comes from others."""
    search = ClipSearch(stretch, state, FIRST_DAMPING, LEAST_DAMPING)
    gains: list[float] = []
    for _ in range(steps):
        before = search.cost
        # A search may find better IK branches than frames did by themselves, and costs less than the least.
        to_gain = before - least if before > least else LITTLE * before
        search.advance(WORTH * to_gain)
        gains.append(before - search.cost)
        if has_settled(gains, to_gain):
            break
    return search.state


def has_settled(gains: Sequence[float], to_gain: float) -> bool:
    """Return whether a search has gained nearly all there is, by what its steps gained.

    Args:
        gains: What each step gained so far.
        to_gain: What the last one could have gained at most.
    """
    gained = gains[-1]
    if gained <= 0.0:
        return True
    # A step that gains little between others that do not is no sign of an end: the slowest of three counts.
    ratio = max((now / before for before, now in pairwise(gains[-4:])), default=0.0)
    if ratio < FADING and gained < SETTLED * to_gain:
        return True
    # Within limits, which the first step gains most by, each gains the same share of the one before.
    return len(gains) > 2 and ratio < 1.0 and gained * ratio / (1.0 - ratio) < SETTLED * (to_gain - gained)
