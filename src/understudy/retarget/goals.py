"""What the robot's body should look like: directions of its segments, orientations of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError, RobotError
from understudy.kinematics.body_parts import BodyDirection, BodyFrame, BodyPoint
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, FRAMES, SEGMENTS
from understudy.retarget.ground import stance_patches
from understudy.retarget.method_options import SEGMENT_WEIGHTS
from understudy.retarget.swings import swings
from understudy.robots.parts import has_waist
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import joints_between
from understudy.spatial import rotations as rot

STIFF_WAIST = 0.3
"""Share of its weight that the line of the hips has on a robot whose waist has one joint or two. Hips and
shoulders cannot both be turned as the person's then, and limbs are seen from the shoulders. Without any waist
it keeps its weight: where hips cannot twist either, legs lose more by that than arms gain."""

ARM = ("upper_arm", "forearm")

ENOUGH_JOINTS = 4
"""Hinges by which an arm points its upper and its lower segment anywhere."""

FREE_WAIST = 3
"""Joints by which hips turn against shoulders in any way."""


@dataclass(frozen=True, eq=False)
class Goals:
    """Directions and orientations that the robot should take over time.

    Attributes:
        segments: Names of the segments followed.
        directions: (T, D, 3) unit vectors.
        direction_weights: (T, D), 0 where unknown.
        parts: Names of the body parts whose orientation is followed.
        frames: (T, F, 3, 3).
        frame_weights: (T, F), 0 where unknown.
    """

    segments: tuple[str, ...]
    directions: np.ndarray
    direction_weights: np.ndarray
    parts: tuple[str, ...]
    frames: np.ndarray
    frame_weights: np.ndarray


def robot_direction(robot: Robot, segment: str) -> BodyDirection:
    """Return a segment of the robot as a task for the solver."""
    ends = robot.segment(segment)
    if ends is None:
        raise RobotError(f"robot '{robot.name}' has no segment '{segment}'")
    return BodyDirection(*(BodyPoint(end.body, end.point) for end in ends))


def robot_frame(robot: Robot, part: str) -> BodyFrame:
    """Return a body part of the robot as a task for the solver."""
    return BodyFrame(robot.frames[part].body, rot.as_matrix(robot.frames[part].offset))


def goals(
    human: HumanMotion,
    robot: Robot,
    segment_weights: Mapping[str, float],
    part_weights: Mapping[str, float],
) -> Goals:
    """Collect every segment and part that both the person and the robot have.

    Weights are by kind, without the side: ``thigh`` holds for ``thigh_l`` and ``thigh_r``.
    """
    turn = None if robot.has_free_base else into_base(human, robot)
    segments, directions, direction_weights = [], [], []
    for name in SEGMENTS:
        weight = _share(robot, name) * segment_weights.get(kind_of(name), 0.0)
        wanted, known = human.direction(name)
        if robot.segment(name) is not None and weight > 0.0 and known.any():
            segments.append(name)
            directions.append(wanted if turn is None else rot.rotate(turn, wanted))
            direction_weights.append(weight * known)
    parts, frames, frame_weights = [], [], []
    for name in FRAMES:
        weight = part_weights.get(kind_of(name), 0.0)
        if name in robot.frames and name in human.frames and weight > 0.0:
            wanted = flat_where_standing(human, name)
            parts.append(name)
            frames.append(rot.as_matrix(wanted if turn is None else rot.multiply(turn, wanted)))
            frame_weights.append(np.full(human.frame_count, weight))
    count = human.frame_count
    return Goals(
        segments=tuple(segments),
        directions=_columns(directions, (count, 3)),
        direction_weights=_columns(direction_weights, (count,)),
        parts=tuple(parts),
        frames=_columns(frames, (count, 3, 3)),
        frame_weights=_columns(frame_weights, (count,)),
    )


def _share(robot: Robot, segment: str) -> float:
    """Return the share of its weight that a segment has on a robot, for what its joints cannot do.

    An arm of too few joints is off in all frames, and how far an arm is off counts both segments alike: so
    they share their weight. Otherwise QTrobot's forearms are 17.6° off in a walk instead of 12.6°, and its
    excess error's p99 is over the bar.
    """
    if segment == "hip_line" and _has_stiff_waist(robot):
        return STIFF_WAIST
    if kind_of(segment) in ARM and _has_stiff_arm(robot, segment[-2:]):
        usual = np.array([SEGMENT_WEIGHTS[each] for each in ARM])
        return float(np.sqrt((usual**2).mean()) / SEGMENT_WEIGHTS[kind_of(segment)])
    return 1.0


@lru_cache(maxsize=256)
def _has_stiff_arm(robot: Robot, side: str) -> bool:
    """Return whether an arm has too few joints for both of its segments to point anywhere."""
    ends = [robot.landmarks.get(name + side) for name in ("shoulder", "wrist")]
    if ends[0] is None or ends[1] is None:
        return False
    kinds = robot.model.jnt_type[joints_between(robot.model, ends[0].body, ends[1].body)]
    return len(kinds) + 2 * int((kinds == mujoco.mjtJoint.mjJNT_BALL).sum()) < ENOUGH_JOINTS


@lru_cache(maxsize=256)
def _has_stiff_waist(robot: Robot) -> bool:
    """Return whether too few joints turn a robot's hips against its shoulders, though some do."""
    if not has_waist(robot.frames) or "chest" not in robot.frames or robot.segment("shoulder_line") is None:
        return False
    joints = joints_between(robot.model, robot.frames["pelvis"].body, robot.frames["chest"].body)
    return 0 < len(joints) < FREE_WAIST


def flat_where_standing(human: HumanMotion, part: str) -> np.ndarray:
    """Return a part's orientation (T, 4); a foot that stands on heel and toe keeps its heading only.

    A robot's sole is flat on the ground there, however the person's foot is bent inside the shoe. In between
    it is turned by as much, led over from one such time to the next.
    """
    wanted = human.frames[part]
    if not part.startswith("foot"):
        return wanted
    heel, toe = (human.contact_mask[:, CONTACTS.index(end + part[-2:])] for end in ("heel", "toe"))
    if not (heel & toe).any():
        return wanted
    ahead = rot.rotate(wanted, np.array([1.0, 0.0, 0.0]))
    heading = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.arctan2(ahead[:, 1], ahead[:, 0]))
    if not human.terrain.is_level:
        normals = human.terrain.normals(stance_patches(human, part[-1]))
        up = np.broadcast_to(np.array([0.0, 0.0, 1.0]), normals.shape)
        heading = rot.multiply(rot.shortest_arc(up, normals), heading)
    bent = rot.with_positive_w(rot.multiply(rot.conjugate(wanted), heading))
    return rot.multiply(wanted, rot.normalise(swings(heel & toe).led_over(bent)))


def kind_of(name: str) -> str:
    """Return a segment's or part's name without its side."""
    return name[:-2] if name.endswith(("_l", "_r")) else name


def _columns(rows: Sequence[np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """Stack (T, ...) arrays along a new second axis, also when there are none."""
    return np.stack(rows, axis=1) if rows else np.zeros((shape[0], 0, *shape[1:]))


def into_base(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return (T, 4) rotations from the world into a fixed robot's base.

    The part of the person that the base stands for faces forward at all times: the pelvis where the
    robot has a waist of its own, else the chest.
    """
    part = "pelvis" if has_waist(robot.frames) and "pelvis" in human.frames else "chest"
    if part not in human.frames:
        raise InvalidMotionError(
            f"robot '{robot.name}' has a fixed base, for which the person's {part} is needed"
        )
    return rot.conjugate(human.frames[part])
