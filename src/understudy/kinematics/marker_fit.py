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

from understudy.kinematics.compilation import announced_compilation
from understudy.kinematics.first_poses import first_poses
from understudy.kinematics.forward import new_pose
from understudy.kinematics.marker_solver import (
    FEWEST_POINTS,
    Measurement,
    new_buffers,
    place_points,
    solve_each,
    solve_span,
    solve_starts,
)
from understudy.kinematics.tasks import BodyPoint, Tasks, compile_tasks
from understudy.kinematics.tree import FREE, SLIDE, Tree
from understudy.spatial import rotations as rot

SAME_POSE = 1e-4
"""Poses that differ by no more [rad or m] count as the same fold of the joints."""

IMPROVED_TOGETHER = 50
"""Frames of which one thread improves known poses at a time."""

SPRING = 0.2
"""A change of a coordinate between two frames [rad or m] that people do not make, but folds of joints do."""

MUCH_BETTER = 0.25
"""Share of a frame's cost to which it falls when the body leaves a poor fold."""


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
        status: (T,) iterations, negative where not converged, 0 where too few points were seen.
    """

    q: np.ndarray
    distances: np.ndarray
    status: np.ndarray

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
        self.tree = tree
        self.tasks: Tasks = compile_tasks(tree, points=points)
        self.lower, self.upper, self.home = lower, upper, home
        self.options = options or FitOptions()

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
        with announced_compilation(solve_span, say):
            take = _Take(self, places, seen)
            if start is None:
                take.solve()
            else:
                take.improve(start)
        return MarkerFit(take.q, self.distances(take.q, places, seen), take.status)

    def distances(self, q: np.ndarray, places: np.ndarray, seen: np.ndarray) -> np.ndarray:
        """Return (T, P) [m] how far points in poses (T, Q) are from places (T, P, 3); NaN where not seen."""
        reached = np.empty(places.shape)
        place_points(self.tree, self.tasks, np.ascontiguousarray(q), new_pose(self.tree), reached)
        return np.where(seen, np.linalg.norm(reached - places, axis=2), np.nan)


class _Take:
    """The solving of one take: its spans and what is known of its frames so far."""

    def __init__(self, fitter: MarkerFitter, places: np.ndarray, seen: np.ndarray) -> None:
        self.fitter, self.options = fitter, fitter.options
        frames, size = len(places), len(fitter.tree.variable)
        self.measured = Measurement(
            place=np.where(seen[..., None], places, 0.0),
            weight=seen.astype(np.float64),
            tolerance=self.options.tolerance,
            home=fitter.home,
            home_weight=np.full(size, self.options.noise / self.options.posture),
            lower=fitter.lower,
            upper=fitter.upper,
        )
        self.shown = seen.sum(axis=1) >= FEWEST_POINTS
        self.q = np.tile(fitter.home, (frames, 1))
        self.costs, self.status = np.zeros(frames), np.zeros(frames, dtype=np.int64)

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
        tree, options = self.fitter.tree, self.options

        def work(first: int, stop: int) -> None:
            solve_each(
                tree, self.fitter.tasks, self.measured, first, stop, options.iterations,
                options.smallest_step, new_pose(tree), new_buffers(tree, self.measured.weight.shape[1]),
                self.q, self.costs, self.status,
            )  # fmt: skip

        cuts = range(0, len(self.q), IMPROVED_TOGETHER)
        self._in_threads(work, [(first, min(first + IMPROVED_TOGETHER, len(self.q))) for first in cuts])

    def _first_pose(self, frame: int, previous: np.ndarray | None) -> np.ndarray:
        starts = first_poses(self.fitter, self.measured.place[frame], self.measured.weight[frame], previous)
        best = np.empty(self.q.shape[1])
        tree, options = self.fitter.tree, self.options
        solve_starts(
            tree, self.fitter.tasks, self.measured, frame, options.first_iterations, options.smallest_step,
            starts, new_pose(tree), new_buffers(tree, self.measured.weight.shape[1]), best,
        )  # fmt: skip
        return best

    def _span(self, first: int, stop: int, stride: int, agreement: float, start: np.ndarray) -> int:
        tree, options = self.fitter.tree, self.options
        return solve_span(
            tree, self.fitter.tasks, self.measured, first, stop, stride, options.iterations,
            options.smallest_step, agreement, start, new_pose(tree),
            new_buffers(tree, self.measured.weight.shape[1]), self.q, self.costs, self.status,
        )  # fmt: skip

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
        """Where two spans meet in different folds of the joints, carry on the one that fits better."""
        seam, last = span.first, before.stop - 1
        own, own_cost = self.q[seam].copy(), self.costs[seam]
        own_status = self.status[seam]
        self._span(seam, seam + 1, 1, -1.0, self.q[last])
        if np.abs(self.q[seam] - own).max() <= SAME_POSE:
            self.q[seam], self.costs[seam], self.status[seam] = own, own_cost, own_status
            return
        if self.costs[seam] <= own_cost * (1.0 + 1e-6):
            end = next((s.first for s in spans if s.first > seam and not s.continues), len(self.q))
            self._span(seam + 1, end, 1, SAME_POSE, self.q[seam].copy())
            return
        self.q[seam], self.costs[seam], self.status[seam] = own, own_cost, own_status
        self._span(last, _begin_of(spans, last) - 1, -1, SAME_POSE, own)

    def _agree_on_signs(self) -> None:
        """Give quaternions, whose two signs mean the same turn, the sign of the frame before."""
        tree = self.fitter.tree
        for joint in np.flatnonzero(tree.joint_type < SLIDE):
            at = tree.joint_q[joint] + (3 if tree.joint_type[joint] == FREE else 0)
            turns = self.q[:, at : at + 4]
            turns[0] = rot.with_positive_w(turns[0])
            turns[:] = rot.continuous(turns)

    def _mend(self, spans: Sequence[Span]) -> None:
        """Where the body sprang out of a poor fold of its joints, carry the good one back in time."""
        sprung = np.abs(np.diff(self.q, axis=0)).max(axis=1) > SPRING
        better = self.costs[1:] < MUCH_BETTER * self.costs[:-1]
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
