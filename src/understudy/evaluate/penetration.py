"""Penetration: the deepest point of the robot under the ground, and in another part of itself."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.evaluate.contact_walk import can_walk, walk
from understudy.evaluate.poses import Poses, empty_poses, frame_blocks, pose_by_bindings, pose_robot
from understudy.evaluate.statistics import describe_frames, shares_over
from understudy.evaluate.survey import Survey
from understudy.motion import Metric, RobotMotion
from understudy.robots.hollow_joints import hollow_joints
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
        by_mesh: Pairs of bodies around one joint whose depth is that of their meshes, and not of their hulls.
    """

    depth: np.ndarray
    pair: np.ndarray
    ignored: frozenset[BodyPair]
    by_mesh: frozenset[BodyPair]


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
    """Return ``penetration/self`` [m], the bodies of its deepest contact, and pairs that count otherwise.

    These are the pairs that are ignored, and those that are judged by their meshes.
    """
    summary = _summary(contact.depth)
    summary |= {"ignored_pairs": float(len(contact.ignored)), "mesh_pairs": float(len(contact.by_mesh))}
    if not np.isnan(summary["frame"]):
        first, second = contact.pair[int(summary["frame"])]
        summary |= {"body": float(first), "other_body": float(second)}
    return (Metric("penetration/self", "m", summary, contact.depth),)


class SelfContactFinder:
    """Finds the contacts of a robot with itself by the way, while its poses are found."""

    def __init__(self, robot: Robot, frames: int) -> None:
        """Begin without any; see ``robots.self_collision`` and ``robots.hollow_joints`` for what counts."""
        self._robot, self._collision, self._hollow = robot, SelfCollision(robot.model), hollow_joints(robot)
        self._ignored = robot.overlapping | self._hollow.pairs
        self._is_possible = self._collision.is_possible
        self._depth = np.full(frames, 0.0 if self._is_possible else np.nan)
        self._pair = np.full((frames, 2), -1)

    def poses(self, q: np.ndarray, first: int) -> Poses:
        """Return the poses of all bodies for coordinates (N, Q), of which ``first`` is the first frame."""
        if not self._is_possible:
            return pose_robot(self._robot, q)
        model = self._collision.model
        poses, (positions, orientations) = empty_poses(model, len(q))
        # MuJoCo's bindings raise where its working memory is too small, so they go first.
        pose_by_bindings(model, q[:1], positions[:1], orientations[:1], self._look, first)
        rest = q[1:], positions[1:], orientations[1:]
        if can_walk(model, len(q)):
            frames = slice(first + 1, first + len(q))
            walk(model, self._ignored, *rest, self._depth[frames], self._pair[frames])
        else:
            pose_by_bindings(model, *rest, self._look, first + 1)
        self._look_at_meshes(positions, orientations, slice(first, first + len(q)))
        return poses

    def _look_at_meshes(self, positions: np.ndarray, orientations: np.ndarray, frames: slice) -> None:
        """Look how deep pairs are that are judged by their meshes, by bodies (N, B, 3) and (N, B, 9)."""
        for pair in sorted(self._hollow.pairs):
            depth = self._hollow.depth(pair, positions, orientations)
            deeper = depth > self._depth[frames]
            self._depth[frames][deeper] = depth[deeper]
            self._pair[frames][deeper] = pair

    def _look(self, frame: int, data: mujoco.MjData) -> None:
        found = self._collision.contacts_in(data)
        if found is None:
            return
        bodies, distances = found
        # Of several that are as deep, the first one counts.
        for item in np.argsort(distances, kind="stable"):
            if (int(bodies[item, 0]), int(bodies[item, 1])) not in self._ignored:
                self._depth[frame], self._pair[frame] = -distances[item], bodies[item]
                break

    @property
    def found(self) -> SelfContact:
        """What was found so far."""
        if not self._is_possible:
            return SelfContact(self._depth, self._pair, frozenset(), frozenset())
        return SelfContact(self._depth, self._pair, self._robot.overlapping, self._hollow.pairs)


def find_self_contact(robot: Robot, motion: RobotMotion) -> SelfContact:
    """Return the contacts of the robot with itself in all frames of a motion."""
    finder = SelfContactFinder(robot, motion.frame_count)
    for block in frame_blocks(motion.frame_count):
        finder.poses(motion.q[block], block.start)
    return finder.found


def _summary(depth: np.ndarray) -> dict[str, float]:
    return describe_frames(depth, shares_over(depth, (PENETRATION_THRESHOLD,)))
