"""Penetration: the deepest point of the robot under the ground, and in another part of itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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


def find_self_contact(robot: Robot, motion: RobotMotion) -> SelfContact:
    """Return the contacts of the robot with itself; see ``robots.self_collision`` for what counts."""
    collision = SelfCollision(robot.model)
    count = motion.frame_count
    if not collision.is_possible:
        return SelfContact(np.full(count, np.nan), np.full((count, 2), -1), frozenset())
    depth, pair = np.zeros(count), np.full((count, 2), -1)
    for frame, bodies, distances in collision.contacts_over(motion.q):
        for item in np.argsort(distances):
            if (int(bodies[item, 0]), int(bodies[item, 1])) not in robot.overlapping:
                depth[frame], pair[frame] = -distances[item], bodies[item]
                break
    return SelfContact(depth, pair, robot.overlapping)


def _summary(depth: np.ndarray) -> dict[str, float]:
    return describe(depth) | shares_over(depth, (PENETRATION_THRESHOLD,)) | {"frame": worst_frame(depth)}
