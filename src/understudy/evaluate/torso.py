"""The torso's frame, in which directions of limbs are compared.

Following the infant thesis (Fiala 5.1, 5.2), the origin lies between the shoulders and the middle of the
hips on −y. That leaves the twist about y open; here the line from the right to the left shoulder fixes
it: +x is the part of that line which is perpendicular to y, and +z points forward. Only directions are
compared, so the origin and the thesis's scaling by the trunk's length cancel.

A robot without hips has no such frame. There, the frame of the chest is used on both sides. A capture of legs
alone has neither; there it is the pelvis's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.evaluate.poses import Poses
from understudy.evaluate.segment_kernels import SegmentTable, write_segments
from understudy.kinematics.problem import as_kernels_take
from understudy.motion import HumanMotion
from understudy.motion.landmarks import DERIVED_LANDMARKS, SEGMENTS
from understudy.robots.parts import Attachment
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross, lengths

SHOULDERS_AND_HIPS = "shoulders and hips"
CHEST, PELVIS = "chest", "pelvis"
PARTS = (CHEST, PELVIS)
"""Parts of the body whose frame stands in, the one that is preferred first."""

TORSO = ("trunk", "shoulder_line")
"""Segments that a torso is known by."""

_SMALLEST_SINE = 1e-6
"""Below this, shoulder line and trunk are parallel and the twist is unknown."""


@dataclass(frozen=True, eq=False)
class Torso:
    """The torso of person and robot over time.

    Attributes:
        kind: ``"shoulders and hips"``, or one of ``PARTS``.
        human: (T, 3, 3) rotation from the person's torso to the world.
        robot: (T, 3, 3) rotation from the robot's torso to the world.
        known: (T,) False where the person's torso was not seen.
    """

    kind: str
    human: np.ndarray
    robot: np.ndarray
    known: np.ndarray


def find_torso(human: HumanMotion, robot: Robot, poses: Poses) -> Torso:
    """Return the torso by shoulders and hips where both bodies have them, else by the frame of a part.

    Raises:
        InvalidMotionError: Where the bodies have none of these in common.
    """
    is_whole = all(robot.segment(name) is not None for name in TORSO)
    human_trunk, trunk_known = human.direction("trunk")
    human_shoulders, shoulders_known = human.direction("shoulder_line")
    seen = trunk_known & shoulders_known
    if is_whole and seen.any():
        axes, definite = torso_axes(human_trunk, human_shoulders)
        own, _ = torso_axes(*robot_vectors(robot, poses, TORSO))
        return Torso(SHOULDERS_AND_HIPS, axes, own, seen & definite)
    part = next((part for part in PARTS if part in human.frames and part in robot.frames), None)
    if part is not None:
        axes = rot.as_matrix(human.frames[part])
        return Torso(part, axes, poses.frame(robot.frames[part]), np.ones(human.frame_count, dtype=bool))
    raise InvalidMotionError(
        f"directions of '{human.provenance.source}' and robot '{robot.name}' cannot be compared: both need "
        "shoulders and hips, or both a chest frame, or both a pelvis frame"
    )


def robot_torso(robot: Robot, poses: Poses, kind: str) -> np.ndarray:
    """Return rotations (T, 3, 3) from the robot's torso of a kind to the world."""
    if kind in PARTS:
        return poses.frame(robot.frames[kind])
    return torso_axes(*robot_vectors(robot, poses, TORSO))[0]


def torso_axes(trunk_w: np.ndarray, shoulder_line_w: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return rotations (T, 3, 3) from torso to world, and where (T,) they are definite.

    Args:
        trunk_w: (T, 3) from mid-hips to mid-shoulders, any length.
        shoulder_line_w: (T, 3) from the right to the left shoulder, any length.
    """
    y = rot.normalise(trunk_w)
    forward = cross(rot.normalise(shoulder_line_w), y)
    z = rot.normalise(forward)
    axes = np.stack([cross(y, z), y, z], axis=-1)
    return axes, lengths(forward) > _SMALLEST_SINE


def robot_vector(robot: Robot, poses: Poses, segment: str) -> np.ndarray | None:
    """Return a segment of the robot (T, 3) [m] between its functional centres, None where it lacks it."""
    return None if robot.segment(segment) is None else robot_vectors(robot, poses, (segment,))[0]


def robot_vectors(robot: Robot, poses: Poses, segments: tuple[str, ...]) -> np.ndarray:
    """Return segments (N, T, 3) [m] that the robot has, middles of pairs as they are read off a person."""
    return _vectors(poses, *_landmark_table(robot, segments))


def vectors_between(poses: Poses, ends: Sequence[tuple[Attachment, Attachment]]) -> np.ndarray:
    """Return vectors (N, T, 3) [m] from N points of bodies to N others."""
    return _vectors(poses, *_table([[(end, end) for end in both] for both in ends]))


def _vectors(poses: Poses, bodies: np.ndarray, table: SegmentTable) -> np.ndarray:
    """Return the vectors (N, T, 3) [m] of a table whose columns are these bodies."""
    columns = bodies if poses.columns is None else poses.columns[bodies]
    places, turns = (each.swapaxes(0, 1)[columns] for each in (poses.positions, poses.orientations))
    vectors = np.empty((len(table.columns), poses.frame_count, 3))
    write_segments(table, as_kernels_take(places), as_kernels_take(turns), vectors)
    return vectors


@lru_cache(maxsize=64)
def _landmark_table(robot: Robot, segments: tuple[str, ...]) -> tuple[np.ndarray, SegmentTable]:
    """Return the bodies that segments are on, and where on which of these; not to be written to."""
    ends = [[DERIVED_LANDMARKS.get(name, (name, name)) for name in SEGMENTS[each]] for each in segments]
    return _table([[(robot.landmarks[a], robot.landmarks[b]) for a, b in both] for both in ends])


def _table(ends: Sequence[Sequence[tuple[Attachment, Attachment]]]) -> tuple[np.ndarray, SegmentTable]:
    """Return bodies, and on which of these the two ends of segments are, each in the middle of two points."""
    bodies = sorted({point.body for both in ends for pair in both for point in pair})
    columns = [[[bodies.index(point.body) for point in pair] for pair in both] for both in ends]
    points = [[[point.point for point in pair] for pair in both] for both in ends]
    table = SegmentTable(np.array(columns, dtype=np.int64), np.array(points, dtype=np.float64))
    return np.array(bodies, dtype=np.int64), table
