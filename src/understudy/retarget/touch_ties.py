"""Points of a robot's parts tied to each other: how they have to move for parts to be as near as planned.

A place on the person's part lies some way along its segment, in some direction from its axis. The same place
on the robot is where a ray in that direction leaves its part. There the other part has to be, as far out as
it is thick itself: so the two axes are tied at a distance, which leaves the parts free to turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.anatomy.part_shapes import Line, part_lines
from understudy.kinematics.body_parts import BodyPoint
from understudy.motion.landmarks import SEGMENTS
from understudy.motion.touches import TRUNK
from understudy.retarget.touch_plan import PairPlan
from understudy.robots.body_poses import body_poses
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.source import human_from_robot
from understudy.robots.touching_parts import PartDistances, part_geoms
from understudy.spatial import rotations as rot

TieKey = tuple[str, str]
"""Segments of the part that stays and of the one that moves."""

FARTHEST = 0.3
"""Distance [m] up to which parts are measured that should touch."""


@dataclass(frozen=True, eq=False)
class Ties:
    """Where two parts of a robot are in the F frames that count, and how they get to where they should be.

    Attributes:
        frames: (F,) the frames.
        keys: (F,) the segments that are tied.
        ways: (F, 3) [m] from the point on the part that stays to the one on the part that moves.
        to_place: (F, 3) [m] how the part that moves gets to its place, at the planned distance.
        normals: (F, 3) unit vectors out of the part that stays, at its place.
        to_nearest: (F, 3) [m] how it gets to the planned distance where both are nearest to each other.
        distances: (F,) [m] of the surfaces.
    """

    frames: np.ndarray
    keys: list[TieKey]
    ways: np.ndarray
    to_place: np.ndarray
    normals: np.ndarray
    to_nearest: np.ndarray
    distances: np.ndarray


class TieMaker:
    """Finds ties in motions of one robot."""

    def __init__(self, robot: Robot, fps: float) -> None:
        """Find the robot's segments."""
        self.robot, self.fps = robot, fps
        self.measure = PartDistances(robot)
        home = part_lines(human_from_robot(robot, robot.home[None], fps))
        self.points: Mapping[str, BodyPoint] = {
            line.segment: self._fixed(line)
            for line in home
            if line.is_axis and line.part in self.measure.geoms
        }

    def ties(self, plan: PairPlan, q: np.ndarray) -> Ties:
        """Return where two parts are in a motion (T, nq), and how they get to where they should be."""
        names = [[plan.lines[row].segment for row in spots.segments] for spots in (plan.base, plan.moving)]
        known = np.array([one in self.points and two in self.points for one, two in zip(*names, strict=True)])
        frames = np.flatnonzero((plan.share > 0.0) & known)
        keys = [(names[0][frame], names[1][frame]) for frame in frames]
        ways, to_place, normals, to_nearest = (np.zeros((len(frames), 3)) for _ in range(4))
        distances = np.full(len(frames), FARTHEST)
        tied = Ties(frames, keys, ways, to_place, normals, to_nearest, distances)
        if not keys:
            return tied
        poses, (positions, matrices, _) = q[frames], body_poses(self.robot.model, q[frames])
        found = part_lines(human_from_robot(self.robot, poses, self.fps))
        lines = {line.segment: line for line in found if line.is_axis}
        for row, (frame, (base, moving)) in enumerate(zip(frames, keys, strict=True)):
            self.measure.pose(poses[row])
            ends = [
                positions[row, point.body] + matrices[row, point.body] @ point.local
                for point in (self.points[base], self.points[moving])
            ]
            ways[row] = ends[1] - ends[0]
            to_place[row], normals[row] = self._to_place(plan, int(frame), lines[base], lines[moving], row)
            nearest = self.measure.between(plan.pair, FARTHEST)
            if nearest is not None:
                distances[row] = nearest.distance
                way = nearest.points[plan.mover] - nearest.points[1 - plan.mover]
                outward = rot.normalise(way if nearest.distance > 0.0 else -way)
                to_nearest[row] = (plan.gap[frame] - nearest.distance) * outward
        return tied

    def _to_place(
        self, plan: PairPlan, frame: int, base: Line, moving: Line, row: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return how the moving part's axis gets before its place (3,) [m], and the normal (3,) there."""
        turn = base.frame[row]
        direction = rot.rotate(turn, plan.base.direction[frame])
        normal = rot.rotate(turn, plan.base.normal[frame])
        foot = base.start[row] + plan.base.along[frame] * (base.end[row] - base.start[row])
        own = moving.start[row] + plan.moving.along[frame] * (moving.end[row] - moving.start[row])
        skin = foot + self.measure.thickness(plan.pair[1 - plan.mover], foot, direction) * direction
        thick = self.measure.thickness(plan.pair[plan.mover], own, -normal)
        return skin + (thick + plan.gap[frame]) * normal - own, normal

    def _fixed(self, line: Line) -> BodyPoint:
        """Return the middle of a segment in the home pose as a point of the body that carries it."""
        robot = self.robot
        middle = 0.5 * (line.start[0] + line.end[0])
        data = home_data(robot.model, robot.home)
        if line.segment in SEGMENTS and SEGMENTS[line.segment][1] in robot.landmarks:
            body = robot.landmarks[SEGMENTS[line.segment][1]].body
        elif line.part in robot.frames and line.part != TRUNK:
            body = robot.frames[line.part].body
        else:
            geoms = part_geoms(robot)[line.part]
            nearest = np.linalg.norm(data.geom_xpos[geoms] - middle, axis=1).argmin()
            body = int(robot.model.geom_bodyid[geoms[nearest]])
        return BodyPoint(body, data.xmat[body].reshape(3, 3).T @ (middle - data.xpos[body]))
