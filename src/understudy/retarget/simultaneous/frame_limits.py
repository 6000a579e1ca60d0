"""Limits of one frame after two others, as rows that are linear in its variables.

Next to nothing is left of a clip's limits in a single frame: an interval for each joint, and a few edges of a
polygon. One dense matrix for all of them is many times faster than the rows of each over time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from understudy.dynamics.zmp import GRAVITY
from understudy.kinematics.momentum import sweep_masses
from understudy.retarget.simultaneous.ground import CENTRE, FORCE, TIPPING
from understudy.retarget.simultaneous.ground_limits import ZmpInPolygons
from understudy.retarget.simultaneous.sums import Sums

ROOM, MOST_ROOM = 0.05, 0.25
"""Length [m] by which the capture point stays inside, and share of a polygon's width that this is at most."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows near a pose: ``over`` (R,) 0 where more than allowed, ``by`` (R, D) the derivatives.

    A row costs ½ max(0, r)²; weights are in it.
    """

    over: np.ndarray
    by: np.ndarray
    weight: float = 1.0

    def rows(self, change: np.ndarray) -> np.ndarray:
        """Return the rows (R,) after a change (1, D)."""
        return self.over + self.by @ change[0]

    def add_pull(self, pull: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        sums.gradient[0] += pull @ self.by

    def add_stiffness(self, stiffness: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        sums.own[0] += self.by.T @ (stiffness[:, None] * self.by)


class RowsOfPose(Protocol):
    """Something that a frame's pose has to keep."""

    def at(self, pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return its rows (R,) near a pose (1, Q), weights in them, and their derivatives (R, D)."""
        ...


class FrameLimits:
    """All limits of a frame together; the last pose is remembered, since its cost and its model ask of it."""

    name, unit = "limits of a frame", "%"

    def __init__(self, parts: Sequence[RowsOfPose]) -> None:
        """Nothing was looked at yet."""
        self.parts = parts
        self._seen: tuple[np.ndarray, Rows] | None = None

    def at(self, robot: np.ndarray) -> Rows:
        """Return the rows near a pose (1, Q)."""
        if self._seen is None or self._seen[0] is not robot:
            over, by = zip(*(part.at(robot) for part in self.parts), strict=True)
            self._seen = robot, Rows(np.concatenate(over), np.concatenate(by))
        return self._seen[1]

    def excess(self, robot: np.ndarray) -> float:
        """Return the largest row, in percent of what costs ½."""
        return 100.0 * float(self.at(robot).over.max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Do nothing: a frame is solved once, with limits that weigh enough."""


@dataclass(frozen=True, eq=False)
class JointRows:
    """Joints in intervals.

    Attributes:
        columns: (J,) coordinates of the joints.
        places: (J,) the joints among D variables.
        variables: D.
        lower, upper: (J,) [rad or m].
        weight: [1] of being outside by half the interval.
    """

    columns: np.ndarray
    places: np.ndarray
    variables: int
    lower: np.ndarray
    upper: np.ndarray
    weight: float

    def at(self, pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return rows (2J,) of upper and of lower ends."""
        scale = 2.0 * self.weight / (self.upper - self.lower)
        values, count = pose[0, self.columns], len(self.columns)
        by = np.zeros((2, count, self.variables))
        by[0, range(count), self.places], by[1, range(count), self.places] = scale, -scale
        over = np.concatenate([(values - self.upper) * scale, (self.lower - values) * scale])
        return over, by.reshape(2 * count, -1)


@dataclass(frozen=True, eq=False)
class BalanceRows:
    """The ZMP of the frame before, which this one decides, and the capture point of this one.

    The ZMP is held as the linear inverted pendulum's, (19) of the paper, and as that of the whole body. With
    the second alone, parts would swing about the centre of mass to help in one frame, which has to be stopped
    in the next; with the first alone, parts that are swung fast carry the ZMP past the soles.

    A frame that is solved without knowing what follows must leave a way to stop. The inverted pendulum has
    one as long as the capture point c + ċ √(h/g) is over the soles (Pratt et al. 2006); where it rests, that
    is the centre of mass, as in (21) of the paper. It also has to leave a way back: what rests over the edge
    is drawn from it only by a ZMP beyond that. So it stays ``room`` inside.

    Attributes:
        limit: The ZMP of the whole clip, by its edges.
        earlier: (2, Q) the poses before, none (0, Q) before the first one.
        last, now: Rows of the clip's polygons of the frame before and of this one.
        weights: [1/m] of the ZMP and of the capture point outside.
    """

    limit: ZmpInPolygons
    earlier: np.ndarray
    last: int
    now: int
    weights: tuple[float, float]

    def at(self, pose: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return rows of the edges that there are."""
        ground, (of_zmp, of_point) = self.limit.ground.of_row(self.last), self.weights
        body, fps, poses = ground.body, ground.fps, np.concatenate([self.earlier, pose])
        masses = sweep_masses(body.tree, body.inertias, poses[-2:])
        centre, by_centre = masses.centre[-1, :2], masses.by_centre[-1, body.free, :2].T
        if not len(self.earlier):
            return self._beyond(self.now, centre, by_centre, of_point, self._room)
        figures = ground.at(poses)
        found, by = figures.values[0], figures.of_window(2)[0]
        height = float(masses.centre[0, 2] - ground.heights[0])
        lead = fps * float(np.sqrt(max(height, 0.0) / GRAVITY))
        point = centre + lead * (centre - masses.centre[0, :2])
        push = slice(FORCE.start, FORCE.stop - 1)
        swing = slice(FORCE.stop - 1, TIPPING.stop)
        rows = (
            self._beyond(self.now, point, (1.0 + lead) * by_centre, of_point, self._room),
            self._beyond(self.last, found[CENTRE] - height * found[push], -height * by[push], of_zmp),
            self._of_body(found[swing], by[swing], of_zmp),
        )
        over, slopes = zip(*rows, strict=True)
        return np.concatenate(over), np.concatenate(slopes)

    @property
    def _room(self) -> np.ndarray:
        """(E,) [m] by which the capture point stays inside of every edge."""
        counts = self.limit.counts[self.now]
        return np.minimum(ROOM, MOST_ROOM * self.limit.widths[self.now][counts])

    def _of_body(self, found: np.ndarray, by: np.ndarray, weight: float) -> tuple[np.ndarray, np.ndarray]:
        """Return how far load and ZMP times load (3,) are beyond the edges, and derivatives, weighted."""
        edges = weight * self.limit.slopes[self.last][self.limit.counts[self.last]]
        return edges @ found, edges @ by

    def _beyond(
        self, row: int, point: np.ndarray, by: np.ndarray, weight: float, room: np.ndarray | float = 0.0
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return how far a point (2,) [m] is beyond the edges of a polygon, and derivatives, weighted."""
        # Of every edge: where it is along its normal, by the load, and the normal itself.
        edges = weight * self.limit.slopes[row][self.limit.counts[row]]
        return edges[:, 1:] @ point + edges[:, 0] + weight * room, edges[:, 1:] @ by
