"""What the robot's body should look like: directions of its segments, orientations of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.tasks import BodyDirection, BodyFrame, BodyPoint
from understudy.motion import HumanMotion
from understudy.motion.landmarks import FRAMES, SEGMENTS
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot


@dataclass(frozen=True, eq=False)
class Goals:
    """Directions and orientations with their targets over time, for the solver.

    Attributes:
        segments: Names of the segments followed.
        directions: The robot's side of them.
        wanted_directions: (T, D, 3) unit vectors.
        direction_weights: (T, D), 0 where unknown.
        parts: Names of the body parts whose orientation is followed.
        frames: The robot's side of them.
        wanted_frames: (T, F, 3, 3).
        frame_weights: (T, F), 0 where unknown.
    """

    segments: tuple[str, ...]
    directions: tuple[BodyDirection, ...]
    wanted_directions: np.ndarray
    direction_weights: np.ndarray
    parts: tuple[str, ...]
    frames: tuple[BodyFrame, ...]
    wanted_frames: np.ndarray
    frame_weights: np.ndarray


def goals(
    human: HumanMotion,
    robot: Robot,
    segment_weights: Mapping[str, float],
    part_weights: Mapping[str, float],
) -> Goals:
    """Collect every segment and part that both the person and the robot have.

    Weights are by kind, without the side: ``thigh`` holds for ``thigh_l`` and ``thigh_r``.
    """
    turn = None if robot.has_free_base else _into_base(human, robot)
    rows = []
    for name in SEGMENTS:
        weight, ends = segment_weights.get(_kind(name), 0.0), robot.segment(name)
        wanted, known = human.direction(name)
        if ends is not None and weight > 0.0 and known.any():
            direction = BodyDirection(*(BodyPoint(end.body, end.point) for end in ends))
            wanted = wanted if turn is None else rot.rotate(turn, wanted)
            rows.append((name, direction, wanted, weight * known))
    parts = []
    for name in FRAMES:
        weight = part_weights.get(_kind(name), 0.0)
        if name in robot.frames and name in human.frames and weight > 0.0:
            attachment, wanted = robot.frames[name], human.frames[name]
            wanted = wanted if turn is None else rot.multiply(turn, wanted)
            frame = BodyFrame(attachment.body, rot.as_matrix(attachment.offset))
            parts.append((name, frame, rot.as_matrix(wanted), np.full(human.frame_count, weight)))
    count = human.frame_count
    return Goals(
        segments=tuple(row[0] for row in rows),
        directions=tuple(row[1] for row in rows),
        wanted_directions=_columns([row[2] for row in rows], (count, 3)),
        direction_weights=_columns([row[3] for row in rows], (count,)),
        parts=tuple(row[0] for row in parts),
        frames=tuple(row[1] for row in parts),
        wanted_frames=_columns([row[2] for row in parts], (count, 3, 3)),
        frame_weights=_columns([row[3] for row in parts], (count,)),
    )


def _kind(name: str) -> str:
    """Return a segment's or part's name without its side."""
    return name[:-2] if name.endswith(("_l", "_r")) else name


def _columns(rows: Sequence[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """Stack (T, ...) arrays along a new second axis, also when there are none."""
    return np.stack(rows, axis=1) if rows else np.zeros((shape[0], 0, *shape[1:]))


def _into_base(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return (T, 4) rotations from the world into a fixed robot's base.

    The part of the person that the base stands for faces forward at all times: the pelvis where the
    robot has a waist of its own, else the chest.
    """
    has_waist = "pelvis" in robot.frames and robot.frames["pelvis"] != robot.frames.get("chest")
    part = "pelvis" if has_waist and "pelvis" in human.frames else "chest"
    if part not in human.frames:
        raise InvalidMotionError(
            f"robot '{robot.name}' has a fixed base, for which the person's {part} is needed"
        )
    return rot.conjugate(human.frames[part])
