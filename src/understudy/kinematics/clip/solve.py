"""All frames of a clip as one problem, solved by Gauss–Newton steps that are banded in time.

    minimise  Σₜ fₜ(xₜ, z) + Σₜ ½ ‖w (ẍₜ − ẍ*ₜ)‖² + ½ ‖p z‖²

over poses xₜ and footholds z, within ranges, speeds and accelerations of joints (see ``rates``). Each frame
has a damping of its own (Levenberg–Marquardt) and a firmness of its limits, and frames for which no step
gains anything are left, so that one moment does not hold up the rest. Long clips are solved in windows that
overlap by more than what one moment has to do with another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from understudy.kinematics.batch_frames import FrameBuffers, step_frames, write_frames
from understudy.kinematics.clip.band import new_room, solve_band
from understudy.kinematics.clip.footholds import (
    add_footholds,
    foothold_costs,
    place_soles,
    stood_footholds,
    within,
)
from understudy.kinematics.clip.problem import ClipProblem, ClipSolution
from understudy.kinematics.clip.rates import add_rates
from understudy.kinematics.point_places import point_places
from understudy.kinematics.touching import contact_costs
from understudy.kinematics.tree import Tree
from understudy.motion.stretches import stretches_around

STEPS = 40
"""Steps at most."""

ENOUGH = (2e-2, 5e-3)
"""Shares of what frames around a moment cost that a step gains there when it was the last one: before joints'
accelerations are taken as they are, see ``want_accelerations``, and in the end."""

NOTHING = 1e-9
"""Cost of a frame that counts as nothing: as much as 0.003° of a limb."""

FIRST_FIRMNESS, LAST_FIRMNESS, FIRMER = 1e-2, 1e4, 10.0
"""Twice what it costs to exceed a limit by all it allows, at first and in the end, and how it grows with a
step after which limits cost no more than all else. In the end 1 % costs as much as a limb 40° off."""

SHARES = (1.0, 0.3)
"""Of a step that are tried, one after the other."""

INNER, INNER_SHARES, INNER_ENOUGH = 6, (1.0, 0.3, 0.1, 0.03, 0.01, 0.003), 0.1
"""Of the model with limits: steps at most, shares of one that are tried, and the share of what was gained
that another one has to gain."""

NEARBY = 4
"""Frames before and after a frame by which it is judged whether its model failed, and what it gained."""

AROUND = 16
"""Frames before and after those that are not solved yet which are solved on with them."""

FIRST_DAMPING, LEAST_DAMPING, FAILED = 1e-8, 1e-9, 1e-3
"""Share of the diagonal that is added at first, at least, and at least where a model failed."""

GROWS, FALLS = 10.0, 0.1
"""By what damping grows where a model failed, and falls elsewhere."""

WINDOW, OVERLAP = 2400, 240
"""Frames that are solved at a time, and by which windows overlap."""

BESIDE = 2
"""Frames before a window that stay, by which speeds and accelerations go on."""

TOUCH = 1e-7
"""Cost of contact from which on a frame counts as in contact."""


def solve_whole_clip(problem: ClipProblem, q: np.ndarray, is_near: bool = False) -> ClipSolution:
    """Solve a clip from poses (T, Q) of a warm start.

    Args:
        problem: The problem; where corners of soles stand is written into its points.
        q: Poses to begin with, in the IK branches to stay in.
        is_near: Whether they are a solution but for a few frames, as one of every second frame is.
    """
    found = np.array(q, order="C")
    point = problem.costs.point
    z = stood_footholds(problem.footholds, point_places(problem.tree, point, found), point.weight)
    out = ClipSolution(
        found, z, np.zeros(len(q)), np.zeros(len(q), dtype=np.int64), np.zeros(len(q), dtype=bool)
    )
    for begin, first, stop in _windows(len(q)):
        window = _Window(problem.part(slice(begin, stop)), found[begin:stop], z, first - begin)
        if is_near:
            window.firmness[:] = LAST_FIRMNESS
            window.want_accelerations()
        window.run(ENOUGH[-1:] if is_near else ENOUGH)
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
        """Begin at poses (T, Q) and footholds (K, 3); frames before ``first`` stay, as do their footholds."""
        frames, size = len(q), len(problem.tree.variable)
        self.problem, self.q, self.z = problem, np.array(q, order="C"), z.copy()
        self.steps, self.is_open = np.zeros(frames, dtype=np.int64), np.arange(frames) >= first
        self.first = first
        self.cost, self.gradient = np.zeros(frames), np.zeros((frames, size))
        self.hessian = np.zeros((frames, size, size))
        self.damping, self.firmness = np.full(frames, FIRST_DAMPING), np.full(frames, FIRST_FIRMNESS)
        self.is_free = problem.tree.variable == np.arange(size)
        self._near, self._weight = np.zeros(frames, dtype=bool), problem.costs.distance.weight
        self._buffers = FrameBuffers()
        self._scalars = np.flatnonzero((problem.rates.column >= 0) & (problem.tree.dof_q >= 0))

    def run(self, shares: tuple[float, ...]) -> None:
        """Take steps until none gains such a share, one after the other; see ``ENOUGH``."""
        frames, size = self.gradient.shape
        self._room = new_room(frames, size, self.problem.footholds.stance.shape[1], len(self.z))
        self._columns = np.zeros_like(self._room.columns)
        self._there = np.zeros(frames), np.zeros((frames, size)), np.zeros((frames, size, size))
        self._look_for_contact()
        self._look(self.q, self.z, [(self.first, frames)], (self.cost, self.gradient, self.hessian))
        for enough in shares:
            self._enough = enough
            self._settle()
            if enough != shares[-1]:
                self.want_accelerations()
                self.is_open[self.first :] = True

    def _settle(self) -> None:
        """Take steps until none gains anything."""
        for _ in range(STEPS):
            if not self.is_open.any():
                self.is_open = self._look_for_contact()
                if not self.is_open.any():
                    return
                touched = stretches_around(self.is_open, 0)
                self._look(self.q, self.z, touched, (self.cost, self.gradient, self.hessian))
            self._step(self._intervals())

    def want_accelerations(self) -> None:
        """Let joints' accelerations as they are cost nothing: only what was smoothed away is smoothed again.

        Tukey's twicing: where the price takes a share s off a movement, only s² is missing in the end.
        """
        rates = self.problem.rates
        wanted, own = np.array(rates.wanted), self._scalars
        wanted[2:, own] = np.diff(self.q[:, rates.column[own]], n=2, axis=0)
        self.problem = replace(self.problem, rates=rates._replace(wanted=wanted))

    def _intervals(self) -> list[tuple[int, int]]:
        """Return the frames around those that are not solved yet, as intervals that meet in no row."""
        apart = stretches_around(self.is_open[self.first :], AROUND + 1)
        frames = len(self.q)
        return [(self.first + a + (a > 0), self.first + b - (self.first + b < frames)) for a, b in apart]

    def _look(
        self, q: np.ndarray, z: np.ndarray, intervals: list[tuple[int, int]], out: tuple[np.ndarray, ...]
    ) -> None:
        """Write costs (T,), gradients (T, V) and matrices (T, V, V) of frames at poses and footholds."""
        tree, costs = self.problem.tree, self.problem.costs
        place_soles(self.problem.footholds, z, costs.point.target)
        asked, pose, work, memory = self._buffers.of(tree, costs, len(q))
        for first, stop in intervals:
            write_frames(tree, costs, first, stop, asked, pose, work, memory, True, q, *out)

    def _over_time(
        self, q: np.ndarray, intervals: list[tuple[int, int]]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return what frames ask of each other: costs (T,) without limits, of limits, gradient, bands."""
        frames, size = self.gradient.shape
        found = np.zeros(frames), np.zeros(frames), np.zeros((frames, size)), np.zeros((frames, 3, size))
        for first, stop in intervals:
            last = min(stop + BESIDE, frames)
            add_rates(self.problem.rates, self.firmness, first, last, q, np.zeros((frames, 3)), *found)
        return found

    def _step(self, intervals: list[tuple[int, int]]) -> None:
        """Take a step in each interval by itself, unless it gains nothing."""
        tree, footholds, point = self.problem.tree, self.problem.footholds, self.problem.costs.point
        own, slope = np.zeros((len(self.z), 3, 3)), np.zeros((len(self.z), 3))
        change, moved = np.zeros_like(self.gradient), np.zeros_like(self.z)
        _, pose, work, _ = self._buffers.of(tree, self.problem.costs, len(self.q))
        place_soles(footholds, self.z, point.target)
        begun = self._over_time(self.q, intervals)
        solved = []
        for first, stop in intervals:
            add_footholds(
                tree, footholds, self.z, first, stop, point.body, point.local, point.target, point.weight,
                self.q, pose, work.slope, self._columns, own, slope,
            )  # fmt: skip
            stance, part = within(footholds, first, stop), slice(first, stop)
            self.steps[part] += 1
            if self._solve(first, stop, stance, own, slope, begun, change, moved):
                solved.append((first, stop, np.unique(stance[stance >= 0])))
            else:
                self.damping[part] = np.maximum(GROWS * self.damping[part], FAILED)
                change[part] = 0.0
        before = self.cost + begun[0] + begun[1]
        for share in SHARES:
            solved = self._try(share * change, share * moved, before, solved)

    def _solve(
        self,
        first: int,
        stop: int,
        stance: np.ndarray,
        own: np.ndarray,
        slope: np.ndarray,
        rows: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray],
        change: np.ndarray,
        moved: np.ndarray,
    ) -> bool:
        """Write the change of an interval at which the model of its frames and what limits cost are least.

        What limits cost is no quadratic function, so that this takes some steps itself where they matter.

        Args:
            first: First frame.
            stop: Behind the last one.
            stance: (T, F) of the footholds that move along.
            own: (K, 3, 3) second derivatives by footholds.
            slope: (K, 3) first ones.
            rows: What frames ask of each other where they are.
            change: (T, V) receives the change of poses.
            moved: (K, 3) receives the change of footholds.
        """
        part, reach = slice(first, stop), slice(first, stop + BESIDE)
        feet = np.unique(stance[stance >= 0])
        columns = np.where(np.repeat(stance[part] >= 0, 3, axis=1)[:, :, None], self._columns[part], 0.0)
        stood = np.maximum(stance[part], 0)
        hessian, gradient = self.hessian[part], self.gradient[part]
        damped = self.damping[part, None] * np.diagonal(hessian, axis1=1, axis2=2)
        step, feet_step = np.zeros_like(change), np.zeros_like(moved)

        def model(slow: np.ndarray, limits: np.ndarray) -> float:
            d, z = step[part], feet_step[feet]
            curved = np.matmul(hessian, d[:, :, None])[:, :, 0] + damped * d
            if len(feet):
                curved += 2.0 * np.einsum("tsv,ts->tv", columns, feet_step[stood].reshape(len(stood), -1))
            return float(
                (d * (gradient + 0.5 * curved)).sum()
                + (z * slope[feet]).sum()
                + 0.5 * np.einsum("ki,kij,kj", z, own[feet], z)
                + slow[reach].sum()
                + limits[reach].sum()
            )

        slow, limits, slopes, bands = rows
        value = begun = model(slow, limits)
        for _ in range(INNER):
            wanted, feet_wanted = np.zeros_like(change), np.zeros_like(moved)
            wanted[part] = gradient + slopes[part] - _banded(bands, step)[part]
            self._room.columns[part] = self._columns[part]
            if not solve_band(
                self._room, self.hessian, bands, self.damping, self.is_free, first, stop, stance, own, slope,
                wanted, feet_wanted,
            ):  # fmt: skip
                return False
            wanted[:first], wanted[stop:] = 0.0, 0.0
            wanted, feet_wanted = wanted - step, feet_wanted - feet_step
            expected = (slow + limits)[reach].sum() + (
                wanted[part] * (slopes + 0.5 * _banded(bands, wanted))[part]
            ).sum()
            for share in INNER_SHARES:
                change[part], moved[feet] = step[part], feet_step[feet]
                step[part] += share * wanted[part]
                feet_step[feet] += share * feet_wanted[feet]
                slow, limits, slopes, bands = self._over_time(
                    _stepped(self.problem.tree, self.q, step), [(first, stop)]
                )
                found = model(slow, limits)
                if found < value:
                    break
                step[part], feet_step[feet] = change[part], moved[feet]
            else:
                break
            gained, value = value - found, found
            missed = (slow + limits)[reach].sum() - expected
            if gained < INNER_ENOUGH * (begun - found) or (share == 1.0 and missed < INNER_ENOUGH * gained):
                break
        change[part], moved[feet] = step[part], feet_step[feet]
        return True

    def _try(
        self,
        change: np.ndarray,
        moved: np.ndarray,
        before: np.ndarray,
        solved: list[tuple[int, int, np.ndarray]],
    ) -> list[tuple[int, int, np.ndarray]]:
        """Take changes of poses and footholds in intervals that gain by it; return the other ones.

        Args:
            change: (T, V) of poses.
            moved: (K, 3) of footholds.
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
            gained, much = _nearby(gains[part]), self._enough * _nearby(self.cost[part] + NOTHING)
            failed = gained < -much
            damping, worse = self.damping[part], np.maximum(GROWS * self.damping[part], FAILED)
            if gains[reach].sum() + feet[own_feet].sum() >= 0.0:
                self.q[part], self.cost[part] = q[part], cost[part]
                self.gradient[part], self.hessian[part] = gradient[part], hessian[part]
                self.z[own_feet] = z[own_feet]
                self.damping[part] = np.where(failed, worse, np.maximum(FALLS * damping, LEAST_DAMPING))
                self._close(part, np.abs(gained) > much, limits[part], much)
            elif failed.any():
                left.append((first, stop, own_feet))
                self.damping[part] = np.where(failed, worse, damping)
            else:
                limited = self._over_time(self.q, [(first, stop)])[1]
                self._close(part, np.zeros(stop - first, dtype=bool), limited[part], much)
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
        is_kept = ~gains | (beyond <= _nearby(self.cost[part]))
        self.firmness[part] = np.where(is_kept, np.minimum(FIRMER * firmness, LAST_FIRMNESS), firmness)

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


def _banded(bands: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return the product (T, V) of bands (T, 3, V) and a change (T, V)."""
    out = bands[:, 0] * change
    for apart in (1, 2):
        out[:-apart] += bands[:-apart, apart] * change[apart:]
        out[apart:] += bands[:-apart, apart] * change[:-apart]
    return out


def _nearby(values: np.ndarray) -> np.ndarray:
    """Return sums of values (T,) over some frames before and after each."""
    return np.convolve(values, np.ones(2 * NEARBY + 1), "full")[NEARBY : NEARBY + len(values)]


def _stepped(tree: Tree, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return poses (T, Q) moved by changes (T, V)."""
    found = np.empty_like(q)
    step_frames(tree, q, change, np.ones(len(tree.variable)), found)
    return found
