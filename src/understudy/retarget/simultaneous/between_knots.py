"""The ZMP between the moments that are solved, where the curve through them may leave the polygon.

At a knot the curve speeds up as solved. Beside one at which a foot lands or leaves, bodies that turn fast
bend the way of the ZMP, and between two knots less stands than at either. So all frames are looked at, and
where one is farther out than the knots beside it, their polygons give way by the difference: what both knots
are moved by, all between them are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.dynamics.derivatives import DEGREE, smooth_motion
from understudy.dynamics.support import Support, support
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.simultaneous.bodies import RobotBody
from understudy.retarget.simultaneous.figures import FigureLimit
from understudy.retarget.simultaneous.grid import Grid
from understudy.retarget.simultaneous.ground import FORCE, TIPPING, Ground
from understudy.retarget.simultaneous.stance import Stance

LINKS = 10.0
"""Frequency [Hz] up to which a robot's links follow."""

HELD = 0.5
"""Excess [mm] of a knot that still is in its polygon."""

KEPT = 0.5
"""Share of what a polygon gave way by that it keeps giving way by where frames do not ask for it any more."""

MOST = 0.4
"""Share of its width by which a polygon gives way on one side alone: something is to be left of it."""


@dataclass(frozen=True, eq=False)
class BetweenKnots:
    """All frames of a motion, F of them.

    Attributes:
        frames: Their poses from those that are solved.
        before, after: (F,) the solved poses beside them.
        ground: What they ask of the ground.
        free_base: Whether the robot stands on its own feet.
        allowed: Polygons of all frames but the ends.
    """

    frames: Callable[[np.ndarray], np.ndarray]
    before: np.ndarray
    after: np.ndarray
    ground: Ground
    free_base: bool
    allowed: Support

    def points(self, robot: np.ndarray) -> np.ndarray:
        """Return (F − 2, 2) [m] the ZMP for solved poses (T, Q), NaN where the ground does not push."""
        return zmp_of(self.ground.at(self.frames(robot)).values)

    def looks(self, robot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the ZMP as it is and as links follow it, NaN where that cannot be told, (F − 2, 2) each.

        Near the ends of a clip links go on as in the last whole window, and may be led out by that.
        """
        points = self.points(robot)
        if len(self.before) <= DEGREE or not self.free_base:
            return points, np.full_like(points, np.nan)
        smooth = smooth_motion(self.frames(robot), self.ground.fps, LINKS)
        return points, zmp_of(self.ground.figures_of(smooth.q))

    def outside(self, robot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the frames (N,) whose ZMP is outside, and how far (N, 2) [m], for solved poses (T, Q)."""
        point = self.points(robot)
        off = np.where(np.isfinite(point), point - self.allowed.nearest(np.nan_to_num(point)), 0.0)
        rows = np.flatnonzero(np.abs(off).max(axis=1, initial=0.0) > 0.0)
        return rows + 1, off[rows]


def zmp_of(figures: np.ndarray) -> np.ndarray:
    """Return (T, 2) [m] the ZMP of figures of the ground (T, N), NaN where it does not push."""
    load = figures[:, FORCE.stop - 1]
    return figures[:, TIPPING] / np.where(load > 0.0, load, np.nan)[:, None]


def between_knots(body: RobotBody, stood: Stance, corners: np.ndarray, grid: Grid) -> BetweenKnots | None:
    """Return the frames between knots, None where there are none; ``corners`` (T, S, 4, 3) [m] of soles."""
    if grid.is_every_frame or grid.frames < 3:
        return None
    before, after = grid.neighbours()
    carries = stood.contacts[before] & stood.contacts[after]
    allowed = support(corners[before], stood.sides, carries).inside()
    ground = Ground(body, grid.fps, stood.heights[before])
    root = ROOT_SIZE if body.robot.has_free_base else 0
    return BetweenKnots(lambda q: grid.all_frames(q, root), before, after, ground, root > 0, allowed)


class ZmpLimit(FigureLimit):
    """That the ZMP is in its polygons, at knots and between them.

    Args:
        limit: The limit at the knots, whose figures are load and ZMP times load.
        between: The frames between them.
        polygons: Of the knots but the first and the last, which give way by at most a share of their width.
    """

    def __init__(self, limit: FigureLimit, between: BetweenKnots, polygons: Support) -> None:
        """Ask of the knots what was asked of them before."""
        super().__init__(
            limit.name, limit.unit, limit.source, limit.part, limit.slopes, limit.offsets, limit.counts,
            limit.weight,
        )  # fmt: skip
        self.between, self._asked = between, limit.slopes
        along = np.einsum("tei,tci->tec", limit.slopes[..., 1:], polygons.corners)
        self._most, self._given = MOST * np.ptp(along, axis=2), np.zeros_like(self.offsets)
        normals = limit.slopes[..., 1:]
        self._facing = np.maximum(-np.einsum("tei,tgi->teg", normals, normals), 0.0)
        self._spare = np.maximum(self._reach(np.minimum, np.inf) + limit.slopes[..., 0], 0.0)
        self._spare[~np.isfinite(self._spare)] = 0.0
        self._farthest = self._most + (self._facing * self._spare[:, None]).max(axis=2, initial=0.0)

    def excess(self, robot: np.ndarray) -> float:
        """Return how far the ZMP is outside at most [mm], in any frame."""
        _, off = self.between.outside(robot)
        return self.scale * float(np.linalg.norm(off, axis=1).max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Let polygons beside frames that are outside give way, and note what was exceeded."""
        ahead = self._ahead(robot)
        self._given = np.maximum(KEPT * self._given, np.clip(ahead, 0.0, self._farthest))
        # What is too narrow to give way is moved as a whole, as far as soles reach on its other side, and as
        # frames beside it, which go along, stay on them.
        beyond = np.maximum(self._given - self._most, 0.0)
        moved = np.einsum("teg,tg->te", self._facing, beyond)
        spare = np.minimum(self._spare, np.maximum(self._given - ahead, 0.0))
        # Rows are of the ZMP times load, and so is by how much they give way.
        self.slopes = self._asked.copy()
        self.slopes[..., 0] += self._given - np.minimum(moved, spare)
        # A larger weight helps where knots are outside, not where only frames between them are.
        is_held = FigureLimit.excess(self, robot) <= HELD
        super().insist(robot, 1.0 if is_held else factor)

    def _ahead(self, robot: np.ndarray) -> np.ndarray:
        """Return (T − 2, E) [m] by how much farther out frames beside knots are than the knots, at most."""
        found = np.full(self.offsets.shape, -np.inf)
        for points in self.between.looks(robot):
            found = np.maximum(found, self._reach(np.maximum, -np.inf, points))
        points = np.nan_to_num(zmp_of(self.source.at(robot).values))
        return found - (np.einsum("tei,ti->te", self._asked[..., 1:], points) + self._asked[..., 0])

    def _reach(self, choose: np.ufunc, nothing: float, points: np.ndarray | None = None) -> np.ndarray:
        """Return (T − 2, E) [m] how far polygons of frames beside knots reach along the edges' normals.

        Args:
            choose: Which of the frames beside a knot counts.
            nothing: What stands for no frame.
            points: (F − 2, 2) [m] in frames: how far they are beyond that instead; NaN where there is none.
        """
        found, between, normals = np.full(self.offsets.shape, nothing), self.between, self.slopes[..., 1:]
        known = (
            between.allowed.stands if points is None else between.allowed.stands & np.isfinite(points[:, 0])
        )
        for knots in (between.before, between.after):
            rows = knots[1:-1] - 1
            own = known & (rows >= 0) & (rows < len(found))
            ahead = normals[rows[own]]
            value = np.einsum("nei,nci->nec", ahead, between.allowed.corners[own]).max(axis=2)
            if points is not None:
                value = np.einsum("nei,ni->ne", ahead, points[own]) - value
            choose.at(found, rows[own], value)
        return found
