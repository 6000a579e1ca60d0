"""All frames of a clip as one problem, solved by Gauss–Newton steps that are banded in time.

    minimise  Σₜ fₜ(xₜ, z) + Σₜ ½ ‖w (ẍₜ − ẍ*ₜ)‖² + ½ ‖p z‖²

over poses xₜ and footholds z, within ranges, speeds and accelerations of joints. Each frame has a damping of
its own (Levenberg–Marquardt), and frames that no step gains anything for are left, so that one moment does
not hold up the rest. Every second frame is solved first, where that is enough to see the motion. Long clips
are solved in windows that overlap by more than what one moment has to do with another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from understudy.kinematics.batch_frames import FrameBuffers, step_frames, write_frames
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.clip.band import new_room, solve_band
from understudy.kinematics.clip.changes import change_between, spread
from understudy.kinematics.clip.footholds import (
    add_footholds,
    foothold_costs,
    place_soles,
    stood_footholds,
    within,
)
from understudy.kinematics.clip.problem import ClipProblem, ClipSolution
from understudy.kinematics.clip.rates import add_rates
from understudy.kinematics.forward import couple_frames
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.point_places import point_places
from understudy.kinematics.touching import contact_costs
from understudy.kinematics.tree import Tree
from understudy.motion.stretches import stretches_around

STEPS, COARSE_STEPS = 40, 6
"""Steps at most, of all frames, and of every second one before."""

ENOUGH = 5e-3
"""Share of what frames around a moment cost that a step gains there when it was the last one."""

NOTHING = 1e-6
"""Cost of a frame that counts as nothing: as much as 0.1° of a limb."""

FIRST_FIRMNESS, LAST_FIRMNESS, FIRMER = 1e-2, 1e4, 10.0
"""Twice what it costs to exceed a limit by all it allows, at first and in the end, and how it grows with every
step: in the end, 1 % costs as much as a limb that is off by 40°."""

FIRST_SOFT, LAST_SOFT, HARDER = 0.5, 0.003, 3.0
"""Share of what a limit allows within which it is felt beforehand, likewise, and how it falls."""

SHARES = (1.0, 0.3)
"""Of a step that are tried, one after the other."""

NEARBY = 4
"""Frames before and after a frame by which it is judged whether its model failed, and what it gained."""

AROUND = 16
"""Frames before and after those that are not solved yet which are solved on with them."""

FIRST_DAMPING, LEAST_DAMPING, FAILED = 1e-5, 1e-7, 1e-3
"""Share of the diagonal that is added at first, at least, and at least where a model failed."""

GROWS, FALLS = 10.0, 0.1
"""By what damping grows where a model failed, and falls elsewhere."""

WINDOW, OVERLAP = 2400, 240
"""Frames that are solved at a time, and by which windows overlap."""

BESIDE = 2
"""Frames before a window that stay, by which speeds and accelerations go on."""

TOUCH = 1e-7
"""Cost of contact from which on a frame counts as in contact."""


def solve_whole_clip(problem: ClipProblem, q: np.ndarray, levels: int = 0) -> ClipSolution:
    """Solve a clip from poses (T, Q) of a warm start.

    Args:
        problem: The problem; where corners of soles stand is written into its points.
        q: Poses to begin with, in the IK branches to stay in.
        levels: How often every second frame is solved before all of them.
    """
    found = np.array(q, order="C")
    point = problem.costs.point
    z = stood_footholds(problem.footholds, point_places(problem.tree, point, found), point.weight)
    out = ClipSolution(
        found, z, np.zeros(len(q)), np.zeros(len(q), dtype=np.int64), np.zeros(len(q), dtype=bool)
    )
    for begin, first, stop in _windows(len(q)):
        window = _Window(problem.part(slice(begin, stop)), found[begin:stop], z, first - begin)
        window.start(levels)
        window.run(STEPS)
        own, part = slice(first - begin, None), slice(first, stop)
        found[part], out.cost[part] = window.q[own], window.cost[own]
        out.steps[part], out.converged[part] = window.steps[own], ~window.is_open[own]
        z[:] = window.z
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
        q: (T, Q) poses.
        z: (K, 3) footholds.
        cost: (T,) of single frames.
        steps: (T,) taken.
        is_open: (T,) where steps still gain something.
    """

    def __init__(self, problem: ClipProblem, q: np.ndarray, z: np.ndarray, first: int) -> None:
        """Begin at poses (T, Q) and footholds (K, 3); frames before ``first`` stay, and so do their footholds."""
        frames, size = len(q), len(problem.tree.variable)
        self.problem, self.q, self.z = problem, np.array(q, order="C"), z.copy()
        self.steps, self.is_open = np.zeros(frames, dtype=np.int64), np.arange(frames) >= first
        self.first = first
        self.cost, self.gradient = np.zeros(frames), np.zeros((frames, size))
        self.hessian = np.zeros((frames, size, size))
        self.damping, self.firmness = np.full(frames, FIRST_DAMPING), FIRST_FIRMNESS
        self.soft = FIRST_SOFT
        self.is_free = problem.tree.variable == np.arange(size)
        self._near, self._weight = np.zeros(frames, dtype=bool), problem.costs.distance.weight
        self._buffers = FrameBuffers()

    def start(self, levels: int) -> None:
        """Bring joints within their limits, after every second frame was solved, if there are enough."""
        if levels > 0 and len(self.q) - self.first > 8:
            some = np.ascontiguousarray(self.q[::2])
            coarse = _Window(self.problem.every(2), some, self.z, (self.first + 1) // 2)
            coarse.start(levels - 1)
            coarse.run(COARSE_STEPS)
            change = spread(change_between(self.problem.tree, some, coarse.q), 2, len(self.q))
            change[: self.first] = 0.0
            self.q, self.z = _stepped(self.problem.tree, self.q, change), coarse.z

    def run(self, most: int) -> None:
        """Take steps until none gains anything, so many at most."""
        frames, size = self.gradient.shape
        self._room = new_room(frames, size, self.problem.footholds.stance.shape[1], len(self.z))
        self._columns = np.zeros_like(self._room.columns)
        self._there = np.zeros(frames), np.zeros((frames, size)), np.zeros((frames, size, size))
        self._look_for_contact()
        self._look(self.q, self.z, [(self.first, frames)], (self.cost, self.gradient, self.hessian))
        for _ in range(most):
            if not self.is_open.any():
                self.is_open = self._look_for_contact()
                if not self.is_open.any():
                    return
                touched = stretches_around(self.is_open, 0)
                self._look(self.q, self.z, touched, (self.cost, self.gradient, self.hessian))
            if self._step(self._intervals()):
                self.firmness = min(FIRMER * self.firmness, LAST_FIRMNESS)
                self.soft = max(self.soft / HARDER, LAST_SOFT)

    def _intervals(self) -> list[tuple[int, int]]:
        """Return the frames around those that are not solved yet, in intervals that do not meet in any row."""
        apart = stretches_around(self.is_open[self.first :], AROUND + 1)
        frames = len(self.q)
        return [(self.first + a + (a > 0), self.first + b - (self.first + b < frames)) for a, b in apart]

    def _look(
        self, q: np.ndarray, z: np.ndarray, intervals: list[tuple[int, int]], out: tuple[np.ndarray, ...]
    ) -> None:
        """Write costs (T,), gradients (T, V) and matrices (T, V, V) of frames at these poses and footholds."""
        tree, costs = self.problem.tree, self.problem.costs
        place_soles(self.problem.footholds, z, costs.point.target)
        asked, pose, work, memory = self._buffers.of(tree, costs, len(q))
        for first, stop in intervals:
            write_frames(tree, costs, first, stop, asked, pose, work, memory, True, q, *out)

    def _over_time(
        self, q: np.ndarray, intervals: list[tuple[int, int]]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return what frames ask of each other: costs (T,) without limits and of these, gradient and bands."""
        frames, size = self.gradient.shape
        found = np.zeros(frames), np.zeros(frames), np.zeros((frames, size)), np.zeros((frames, 3, size))
        for first, stop in intervals:
            last = min(stop + BESIDE, frames)
            add_rates(
                self.problem.rates, self.firmness, self.soft, first, last, q, np.zeros((frames, 3)), *found
            )
        return found

    def _step(self, intervals: list[tuple[int, int]]) -> bool:
        """Take a step in each interval by itself, unless it gains nothing; return whether any was taken."""
        tree, footholds, point = self.problem.tree, self.problem.footholds, self.problem.costs.point
        slow, limits, slopes, bands = self._over_time(self.q, intervals)
        own, slope = np.zeros((len(self.z), 3, 3)), np.zeros((len(self.z), 3))
        moved, inside = np.zeros_like(self.z), np.zeros(len(self.q), dtype=bool)
        change = np.zeros_like(slopes)
        _, pose, work, _ = self._buffers.of(tree, self.problem.costs, len(self.q))
        place_soles(footholds, self.z, point.target)
        solved, columns = [], self._room.columns
        for first, stop in intervals:
            add_footholds(
                tree, footholds, self.z, first, stop, point.body, point.local, point.target, point.weight,
                self.q, pose, work.slope, self._columns, own, slope,
            )  # fmt: skip
            stance = within(footholds, first, stop)
            self.steps[first:stop] += 1
            part = slice(first, stop)
            columns[part] = self._columns[part]
            change[part] = slopes[part] + self.gradient[part]
            is_solved = solve_band(
                self._room, self.hessian, bands, self.damping, self.is_free, first, stop, stance, own,
                slope, change, moved,
            )  # fmt: skip
            if is_solved:
                solved.append((first, stop, np.unique(stance[stance >= 0])))
                inside[part] = True
            else:
                self.damping[part] = np.maximum(GROWS * self.damping[part], FAILED)
        change[~inside] = 0.0
        before, is_taken = self.cost + slow + limits, False
        count = len(solved)
        for share in SHARES:
            solved = self._try(share * change, share * moved, before, solved)
            is_taken = is_taken or len(solved) < count
        return is_taken

    def _try(
        self,
        change: np.ndarray,
        moved: np.ndarray,
        before: np.ndarray,
        solved: list[tuple[int, int, np.ndarray]],
    ) -> list[tuple[int, int, np.ndarray]]:
        """Take changes (T, V) of poses and (K, 3) of footholds in intervals that gain by it; return the others.

        Args:
            change: Of poses.
            moved: Of footholds.
            before: (T,) what frames cost so far.
            solved: Intervals, each with the footholds that are its own.
        """
        footholds = self.problem.footholds
        tried = [(first, stop) for first, stop, _ in solved]
        q, z = _stepped(self.problem.tree, self.q, change), self.z + moved
        cost, gradient, hessian = self._there
        self._look(q, z, tried, self._there)
        slow, limits, *_ = self._over_time(q, tried)
        gains = before - cost - slow - limits
        feet = foothold_costs(footholds, self.z) - foothold_costs(footholds, z)
        left = []
        for first, stop, own_feet in solved:
            part, reach = slice(first, stop), slice(first, stop + BESIDE)
            gains[stop : stop + BESIDE] += (cost - self.cost)[stop : stop + BESIDE]
            gained, much = _nearby(gains[part]), ENOUGH * _nearby(self.cost[part] + NOTHING)
            failed = gained < -much
            if gains[reach].sum() + feet[own_feet].sum() < 0.0:
                if failed.any():
                    left.append((first, stop, own_feet))
                    self.damping[part] = np.where(
                        failed, np.maximum(GROWS * self.damping[part], FAILED), self.damping[part]
                    )
                else:
                    self.is_open[part] = False
                continue
            self.q[part], self.cost[part] = q[part], cost[part]
            self.gradient[part], self.hessian[part] = gradient[part], hessian[part]
            self.z[own_feet] = z[own_feet]
            self.damping[part] = np.where(
                failed,
                np.maximum(GROWS * self.damping[part], FAILED),
                np.maximum(FALLS * self.damping[part], LEAST_DAMPING),
            )
            # What limits are exceeded by will not do once they are firmer.
            beyond = (LAST_FIRMNESS / self.firmness - 1.0) * _nearby(limits[part])
            self.is_open[part] = np.maximum(np.abs(gained), beyond) > much
        return left

    def _look_for_contact(self) -> np.ndarray:
        """Let frames near contact feel it, others not, which takes most of the time; return new ones (T,)."""
        costs, block = self.problem.costs, self.problem.costs.distance
        if not len(block.body):
            return np.zeros(len(self.q), dtype=bool)
        near = contact_costs(self.problem.tree, block._replace(weight=self._weight), self.q, TOUCH) > TOUCH
        new = (_nearby(near.astype(np.float64)) > 0.0) & ~self._near
        self._near |= new
        distance = block._replace(weight=np.where(self._near[:, None], self._weight, 0.0))
        self.problem = replace(self.problem, costs=costs._replace(distance=distance))
        return new


def _nearby(values: np.ndarray) -> np.ndarray:
    """Return sums of values (T,) over some frames before and after each."""
    return np.convolve(values, np.ones(2 * NEARBY + 1), "full")[NEARBY : NEARBY + len(values)]


def _within_limits(problem: ClipProblem, q: np.ndarray) -> np.ndarray:
    """Return poses (T, Q) with every joint within its limits, each by itself."""
    own = free_scalars(problem.tree)
    columns, found = problem.tree.dof_q[own], np.array(q)
    found[:, columns] = limited(q[:, columns], Bounds(*(array[own] for array in problem.rates.bounds)))
    couple_frames(problem.tree, found)
    return found


def _stepped(tree: Tree, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return poses (T, Q) moved by changes (T, V)."""
    found = np.empty_like(q)
    step_frames(tree, q, change, np.ones(len(tree.variable)), found)
    return found
