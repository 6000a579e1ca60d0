"""Fitting points of a tree to measured points: first poses, spans of frames in threads, and their seams.

Spans are cut by frame numbers alone and joined in order, so that the result does not depend on how many
threads there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from understudy.kernels.compilation import announced_compilation
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.compile_ahead import compiled_together
from understudy.kinematics.costs import Costs, no_costs
from understudy.kinematics.first_poses import first_poses
from understudy.kinematics.frame_loop import Outcome, advance
from understudy.kinematics.limits import Effort, open_bounds
from understudy.kinematics.point_places import point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, frame_of, new_outcome
from understudy.kinematics.sparsity import pattern_of
from understudy.kinematics.tree import FREE, SLIDE, Tree
from understudy.motion.ending import Ending
from understudy.spatial import rotations as rot

FEWEST_POINTS = 3
"""A frame that shows fewer points keeps the pose of its neighbour."""

FINEST_DAMPING, FINEST_RIDGE = 1e-12, 1e-15
"""Damping at least, as points alone determine a pose well; costs are in metres, thus small."""

SAME_POSE = 1e-4
"""Poses that differ by no more [rad or m] count as the same IK branch."""

IMPROVED_TOGETHER = 50
"""Frames of which one thread improves known poses at a time."""

SPRING = 0.2
"""A change of a coordinate between frames [rad or m] that people do not make, but changes of IK branch do."""

MUCH_BETTER = 0.25
"""Share of a frame's cost to which it falls when the body leaves a poor IK branch."""


@dataclass(frozen=True)
class FitOptions:
    """How points are fitted.

    Attributes:
        noise: Standard deviation [m] of a measured coordinate; with ``posture`` it says how little the
            home posture counts against what was measured.
        posture: Standard deviation [rad] of a joint from its home posture. It decides what the points
            leave open, and at a noise of 1e-5 m moves nothing else by more than about 1e-6 rad.
        tolerance: Distance [m] from which on a point's pull grows no more (Huber).
        iterations: At most so many for a frame.
        first_iterations: At most so many for a frame that has no neighbour to start from.
        smallest_step: A frame is solved once no variable moves by more [rad or m].
        span: Frames that are solved one after the other in one thread.
        longest_gap: After more frames than this without points the pose is looked for afresh.
        threads: Threads to use; as many as there are processors by default.
    """

    noise: float = 1e-5
    posture: float = 1.0
    tolerance: float = np.inf
    iterations: int = 30
    first_iterations: int = 120
    smallest_step: float = 1e-5
    span: int = 256
    longest_gap: int = 30
    threads: int | None = None


@dataclass(frozen=True, eq=False)
class MarkerFit:
    """Poses that meet measured points.

    Attributes:
        q: (T, Q) coordinates.
        distances: (T, P) [m] between each point and where it was measured; NaN where it was not seen.
        iterations: (T,) taken.
        endings: (T,) codes of :class:`understudy.motion.ending.Ending`.
    """

    q: np.ndarray
    distances: np.ndarray
    iterations: np.ndarray
    endings: np.ndarray

    @property
    def residuals(self) -> np.ndarray:
        """(T,) [m] mean distance over the points seen in each frame; NaN where there were none."""
        seen = np.isfinite(self.distances)
        total = np.where(seen, self.distances, 0.0).sum(axis=1)
        return np.where(seen.any(axis=1), total / np.maximum(seen.sum(axis=1), 1), np.nan)


class MarkerFitter:
    """Fits the same points of the same tree to any number of takes.

    Args:
        tree: The tree.
        points: P points fixed to its bodies.
        lower: (V,) limits of all degrees of freedom [rad or m]; infinite where there is none.
        upper: (V,).
        home: (Q,) the posture for what the points leave open.
        options: How to fit.
    """

    def __init__(
        self,
        tree: Tree,
        points: Sequence[BodyPoint],
        lower: np.ndarray,
        upper: np.ndarray,
        home: np.ndarray,
        options: FitOptions | None = None,
    ) -> None:
        """Compile the points."""
        self.tree, self.points = tree, tuple(points)
        self.lower, self.upper, self.home = lower, upper, home
        self.options = options or FitOptions()
        self.empty = no_costs(tree)._replace(point=point_block(points))
        self.pattern = pattern_of(tree, self.empty)

    def costs(self, places: np.ndarray, seen: np.ndarray) -> Costs:
        """Return what is asked of the tree: points where they were measured, joints near home."""
        options, count, size = self.options, len(self.points), len(self.tree.variable)
        return self.empty._replace(
            point=self.empty.point._replace(
                target=np.where(seen[..., None], places, 0.0),
                weight=np.repeat(seen.astype(np.float64)[..., None], 3, axis=2),
                reach=np.full(count, options.tolerance),
            ),
            posture=self.empty.posture._replace(
                target=self.home, weight=np.full(size, options.noise / options.posture)
            ),
        )

    def problem(self, costs: Costs, starts: np.ndarray, effort: Effort) -> Problem:
        """Return a problem of posing the tree, within its joints' limits and at any speed."""
        bounds = open_bounds(self.tree)._replace(lower=self.lower, upper=self.upper)
        return Problem(self.tree, costs, bounds, starts, effort, self.pattern)

    def fit(
        self,
        places: np.ndarray,
        seen: np.ndarray,
        start: np.ndarray | None = None,
        say: Callable[[str], None] | None = None,
    ) -> MarkerFit:
        """Fit all frames.

        Args:
            places: (T, P, 3) [m]; not looked at where not seen.
            seen: (T, P).
            start: (T, Q) poses to start from in every frame, where they are roughly known.
            say: Told in a sentence when kernels have to be compiled first.
        """
        with announced_compilation(advance, say), compiled_together():
            take = _Take(self, places, seen)
            if start is None:
                take.solve()
            else:
                take.improve(start)
        out = take.out
        return MarkerFit(out.q, self.distances(out.q, places, seen), out.iterations, out.ending)

    def distances(self, q: np.ndarray, places: np.ndarray, seen: np.ndarray) -> np.ndarray:
        """Return (T, P) [m] how far points in poses (T, Q) are from places (T, P, 3); NaN where not seen."""
        reached = point_places(self.tree, self.empty.point, q)
        return np.where(seen, np.linalg.norm(reached - places, axis=2), np.nan)


class _Take:
    """The solving of one take: its spans and what is known of its frames so far."""

    def __init__(self, fitter: MarkerFitter, places: np.ndarray, seen: np.ndarray) -> None:
        self.fitter, self.options = fitter, fitter.options
        self.costs = fitter.costs(places, seen)
        self.shown = seen.sum(axis=1) >= FEWEST_POINTS
        self.out: Outcome = new_outcome(len(places), len(fitter.home))
        self.q = self.out.q
        self.q[:] = fitter.home
        self.out.ending[:] = Ending.NOT_SEEN

    def solve(self) -> None:
        """Solve every frame: first poses of the spans, then the spans, then their seams."""
        spans = _spans(self.shown, self.options)
        previous: np.ndarray | None = None
        for span in spans:
            previous = self.q[span.first] = self._first_pose(span.first, previous)

        def work(first: int, stop: int) -> None:
            self._span(first, stop, 1, -1.0, self.q[first].copy())

        self._in_threads(work, [(span.first, span.stop) for span in spans])
        self._agree_on_signs()
        for before, span in zip(spans, spans[1:], strict=False):
            if span.continues:
                self._join(before, span, spans)
        self._mend(spans)
        self._fill_blind(spans)
        self._agree_on_signs()

    def improve(self, start: np.ndarray) -> None:
        """Solve every frame from a pose that is roughly known."""
        self.q[:] = start

        def work(first: int, stop: int) -> None:
            effort = self._effort(self.options.iterations)._replace(from_given=1)
            Solver(self.fitter.problem(self.costs, self.q[:1], effort)).run(self.out, first, stop)

        cuts = range(0, len(self.q), IMPROVED_TOGETHER)
        self._in_threads(work, [(first, min(first + IMPROVED_TOGETHER, len(self.q))) for first in cuts])

    def _effort(self, first_iterations: int) -> Effort:
        return Effort(
            first_iterations=first_iterations,
            iterations=self.options.iterations,
            smallest_step=self.options.smallest_step,
            least_damping=FINEST_DAMPING,
            ridge=FINEST_RIDGE,
            reuse=0,
            fewest_points=FEWEST_POINTS,
        )

    def _first_pose(self, frame: int, previous: np.ndarray | None) -> np.ndarray:
        point = self.costs.point
        starts = first_poses(self.fitter, point.target[frame], point.weight[frame, :, 0], previous)
        one = new_outcome(1, self.q.shape[1])
        costs = frame_of(self.costs, frame)
        effort = self._effort(self.options.first_iterations)
        Solver(self.fitter.problem(costs, starts, effort)).run(one, 0, 1)
        return one.q[0]

    def _span(self, first: int, stop: int, stride: int, agreement: float, start: np.ndarray) -> int:
        """Solve frames from ``first`` on, the first one from a pose (Q,); return where it ended."""
        effort = self._effort(self.options.iterations)._replace(agreement=agreement)
        return Solver(self.fitter.problem(self.costs, start, effort)).run(self.out, first, stop, stride)

    def _in_threads(self, work: Callable[[int, int], None], pieces: Sequence[tuple[int, int]]) -> None:
        """Call ``work`` with the first frame and the end of every piece of the take."""
        workers = self.options.threads or os.cpu_count() or 1
        if workers == 1 or len(pieces) < 2:
            for first, stop in pieces:
                work(first, stop)
            return
        with ThreadPoolExecutor(min(workers, len(pieces))) as pool:
            list(pool.map(lambda piece: work(*piece), pieces))

    def _join(self, before: Span, span: Span, spans: Sequence[Span]) -> None:
        """Where two spans meet in different IK branches, carry on the one that fits better."""
        seam, last = span.first, before.stop - 1
        own = [array[seam].copy() for array in self.out]
        self._span(seam, seam + 1, 1, -1.0, self.q[last])
        if np.abs(self.q[seam] - own[0]).max() <= SAME_POSE:
            self._put_back(seam, own)
            return
        if self.out.cost[seam] <= own[1] * (1.0 + 1e-6):
            end = next((s.first for s in spans if s.first > seam and not s.continues), len(self.q))
            self._span(seam + 1, end, 1, SAME_POSE, self.q[seam].copy())
            return
        self._put_back(seam, own)
        self._span(last, _begin_of(spans, last) - 1, -1, SAME_POSE, own[0])

    def _put_back(self, frame: int, values: Sequence[np.ndarray]) -> None:
        for array, value in zip(self.out, values, strict=True):
            array[frame] = value

    def _agree_on_signs(self) -> None:
        """Give quaternions, whose two signs mean the same turn, the sign of the frame before."""
        tree = self.fitter.tree
        for joint in np.flatnonzero(tree.joint_type < SLIDE):
            at = tree.joint_q[joint] + (3 if tree.joint_type[joint] == FREE else 0)
            turns = self.q[:, at : at + 4]
            turns[0] = rot.with_positive_w(turns[0])
            turns[:] = rot.continuous(turns)

    def _mend(self, spans: Sequence[Span]) -> None:
        """Where the body sprang out of a poor IK branch, carry the good one back in time."""
        sprung = np.abs(np.diff(self.q, axis=0)).max(axis=1) > SPRING
        better = self.out.cost[1:] < MUCH_BETTER * self.out.cost[:-1]
        for frame in np.flatnonzero(sprung & better & self.shown[1:] & self.shown[:-1])[::-1].tolist():
            self._span(frame, _begin_of(spans, frame) - 1, -1, SAME_POSE, self.q[frame + 1].copy())

    def _fill_blind(self, spans: Sequence[Span]) -> None:
        """Give gaps between spans the last pose before them, and frames before the first span its pose."""
        for index, span in enumerate(spans):
            end = spans[index + 1].first if index + 1 < len(spans) else len(self.q)
            self.q[span.stop : end] = self.q[span.stop - 1]
        if spans:
            self.q[: spans[0].first] = self.q[spans[0].first]


@dataclass(frozen=True)
class Span:
    """Frames ``first`` to ``stop`` (left out); ``continues`` where the last span ended right before."""

    first: int
    stop: int
    continues: bool


def _begin_of(spans: Sequence[Span], frame: int) -> int:
    """Return the frame at which the unbroken stretch of spans around a frame begins."""
    return max(span.first for span in spans if span.first <= frame and not span.continues)


def _spans(shown: np.ndarray, options: FitOptions) -> list[Span]:
    """Return the spans of a take: cut at regular frames, and around long gaps."""
    spans: list[Span] = []
    frames = np.flatnonzero(shown)
    if not len(frames):
        return spans
    breaks = np.flatnonzero(np.diff(frames) > options.longest_gap)
    starts, stops = frames[np.r_[0, breaks + 1]], frames[np.r_[breaks, len(frames) - 1]] + 1
    for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
        first = start
        while first < stop:
            end = min((first // options.span + 1) * options.span, stop)
            following = frames[frames >= end]
            following_first = int(following[0]) if len(following) and following[0] < stop else stop
            spans.append(Span(first, following_first, continues=first != start))
            first = following_first
    return spans
