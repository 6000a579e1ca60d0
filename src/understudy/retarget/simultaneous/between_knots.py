"""The ZMP between the moments that are solved, where the curve through them may leave the polygon.

At a knot the curve speeds up as solved. Beside one at which a foot lands or leaves, bodies that turn fast
bend the way of the ZMP, and between two knots less stands than at either. So all frames are looked at, and
where some are outside, the polygons of the knots beside them give way by what the farthest of them is: what
both knots are moved by, all between them are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from understudy.dynamics.support import Support, support
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.simultaneous.bodies import RobotBody
from understudy.retarget.simultaneous.figures import FigureLimit
from understudy.retarget.simultaneous.grid import Grid
from understudy.retarget.simultaneous.ground import FORCE, TIPPING, Ground
from understudy.retarget.simultaneous.stance import Stance

MOST = 0.4
"""Share of its width by which a polygon gives way on one side at most: something is to be left of it."""


@dataclass(frozen=True, eq=False)
class BetweenKnots:
    """All frames of a motion, F of them.

    Attributes:
        frames: Their poses from those that are solved.
        before, after: (F,) the solved poses beside them.
        ground: What they ask of the ground.
        allowed: Polygons of all frames but the ends.
    """

    frames: Callable[[np.ndarray], np.ndarray]
    before: np.ndarray
    after: np.ndarray
    ground: Ground
    allowed: Support

    def outside(self, robot: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the frames (N,) whose ZMP is outside, and how far (N, 2) [m], for solved poses (T, Q)."""
        figures = self.ground.at(self.frames(robot)).values
        load = figures[:, FORCE.stop - 1]
        point = figures[:, TIPPING] / np.where(load > 0.0, load, np.inf)[:, None]
        off = np.where((load > 0.0)[:, None], point - self.allowed.nearest(point), 0.0)
        rows = np.flatnonzero(np.abs(off).max(axis=1, initial=0.0) > 0.0)
        return rows + 1, off[rows]


def between_knots(body: RobotBody, stood: Stance, corners: np.ndarray, grid: Grid) -> BetweenKnots | None:
    """Return the frames between knots, None where there are none; ``corners`` (T, S, 4, 3) [m] of soles."""
    if grid.is_every_frame or grid.frames < 3:
        return None
    before, after = grid.neighbours()
    carries = stood.contacts[before] & stood.contacts[after]
    allowed = support(corners[before], stood.sides, carries).inside()
    ground = Ground(body, grid.fps, stood.heights[before])
    root = ROOT_SIZE if body.robot.has_free_base else 0
    return BetweenKnots(lambda q: grid.all_frames(q, root), before, after, ground, allowed)


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
            limit.name, limit.unit, limit.source, limit.part, limit.slopes, limit.offsets.copy(),
            limit.counts, limit.weight,
        )  # fmt: skip
        self.between, self._asked = between, limit.offsets
        along = np.einsum("tei,tci->tec", limit.slopes[..., 1:], polygons.corners)
        self._most = limit.offsets + MOST * np.ptp(along, axis=2)

    def excess(self, robot: np.ndarray) -> float:
        """Return how far the ZMP is outside at most [mm], in any frame."""
        at_knots = self.over(self.source.at(robot).values[:, self.part]) + (self._asked - self.offsets)
        _, off = self.between.outside(robot)
        beyond = np.linalg.norm(off, axis=1).max(initial=0.0)
        return self.scale * max(float(np.where(self.counts, at_knots, 0.0).max(initial=0.0)), float(beyond))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Let polygons beside frames that are outside give way, and note what was exceeded."""
        frames, off = self.between.outside(robot)
        most = np.zeros_like(self.offsets)
        for knots in (self.between.before, self.between.after):
            rows = knots[frames] - 1
            known = (rows >= 0) & (rows < len(most))
            beyond = np.einsum("nei,ni->ne", self.slopes[rows[known], :, 1:], off[known])
            np.maximum.at(most, rows[known], beyond)
        self.offsets = np.minimum(self.offsets + most, self._most)
        super().insist(robot, factor)
