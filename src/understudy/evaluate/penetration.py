"""Penetration: the deepest point of the robot under the ground, and in another part of itself."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.evaluate.poses import Look, frame_blocks, pose_robot
from understudy.evaluate.statistics import describe, shares_over, worst_frame
from understudy.evaluate.survey import Survey
from understudy.motion import Metric, RobotMotion
from understudy.robots.robot import Robot
from understudy.robots.self_collision import BodyPair, SelfCollision

PENETRATION_THRESHOLD = 0.01
"""Depth [m] from which parts visibly sink into each other or into the floor."""


@dataclass(frozen=True, eq=False)
class SelfContact:
    """How parts of a robot sink into each other.

    Attributes:
        depth: (T,) depth of the deepest contact [m], 0 where none; NaN where no parts can collide.
        pair: (T, 2) bodies of that contact, −1 where there is none.
        ignored: Pairs of bodies that touch in the home pose already, which no motion is to blame for.
    """

    depth: np.ndarray
    pair: np.ndarray
    ignored: frozenset[BodyPair]


def floor_metrics(robot: Robot, surveyed: Survey) -> tuple[Metric, ...]:
    """Return ``penetration/floor`` [m], steps and ramps being floor as well.

    There is none on a fixed base, whose height over the floor is not known.
    """
    if not robot.has_free_base:
        return ()
    summary = _summary(surveyed.depth)
    body = surveyed.deepest[int(summary["frame"])]
    if body:
        summary["body"] = float(body)
    return (Metric("penetration/floor", "m", summary, surveyed.depth),)


def self_metrics(contact: SelfContact) -> tuple[Metric, ...]:
    """Return ``penetration/self`` [m], the bodies of its deepest contact, and how many pairs are ignored."""
    summary = _summary(contact.depth) | {"ignored_pairs": float(len(contact.ignored))}
    if not np.isnan(summary["frame"]):
        first, second = contact.pair[int(summary["frame"])]
        summary |= {"body": float(first), "other_body": float(second)}
    return (Metric("penetration/self", "m", summary, contact.depth),)


class SelfContactFinder:
    """Finds the contacts of a robot with itself, frame after frame, while somebody moves it."""

    def __init__(self, robot: Robot, frames: int) -> None:
        """Begin without any; see ``robots.self_collision`` for what counts."""
        self._collision, self._ignored = SelfCollision(robot.model), robot.overlapping
        self._is_possible = self._collision.is_possible
        self._depth = np.full(frames, 0.0 if self._is_possible else np.nan)
        self._pair = np.full((frames, 2), -1)

    @property
    def look(self) -> Look | None:
        """What to call in every frame, None where no parts can collide."""
        return self._look if self._is_possible else None

    def _look(self, frame: int, data: mujoco.MjData) -> None:
        found = self._collision.contacts_in(data)
        if found is None:
            return
        bodies, distances = found
        for item in np.argsort(distances):
            if (int(bodies[item, 0]), int(bodies[item, 1])) not in self._ignored:
                self._depth[frame], self._pair[frame] = -distances[item], bodies[item]
                break

    @property
    def found(self) -> SelfContact:
        """What was found so far."""
        return SelfContact(self._depth, self._pair, self._ignored if self._is_possible else frozenset())


def find_self_contact(robot: Robot, motion: RobotMotion) -> SelfContact:
    """Return the contacts of the robot with itself in all frames of a motion."""
    finder = SelfContactFinder(robot, motion.frame_count)
    if finder.look is not None:
        for block in frame_blocks(motion.frame_count):
            pose_robot(robot, motion.q[block], finder.look, block.start)
    return finder.found


def _summary(depth: np.ndarray) -> dict[str, float]:
    return describe(depth) | shares_over(depth, (PENETRATION_THRESHOLD,)) | {"frame": worst_frame(depth)}
