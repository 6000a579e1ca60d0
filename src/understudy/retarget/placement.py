"""Where the robot is in the world: travel and height scaled by leg length, soles on the floor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.tasks import BodyPoint
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.robots.robot import Robot
from understudy.robots.source import robot_sizes


@dataclass(frozen=True, eq=False)
class Placement:
    """Points of the robot with their places over time, for the solver.

    Attributes:
        points: The middle of the hips, the ankles, then four corners of each sole.
        places: (T, P, 3) [m].
        known: (T, P) whether a place is known.
        pinned: (T, P) whether the point stands on the floor.
        kinds: ``hips``, ``ankle`` or ``sole`` of every point.
        scale: The robot's leg length over the person's.
    """

    points: tuple[BodyPoint, ...]
    places: np.ndarray
    known: np.ndarray
    pinned: np.ndarray
    kinds: tuple[str, ...]
    scale: float


def leg_scale(human: HumanMotion, robot: Robot) -> float:
    """Return the robot's leg length over the person's; by the trunk where either has no legs."""
    own = robot_sizes(robot)
    for size in ("leg", "trunk", "shoulder_line"):
        if own.get(size, 0.0) > 0.0 and human.sizes.get(size, 0.0) > 0.0:
            return own[size] / human.sizes[size]
    raise InvalidMotionError(
        f"robot '{robot.name}' and the person share neither legs, trunk nor shoulders to compare their sizes by"
    )


def place(human: HumanMotion, robot: Robot) -> Placement:
    """Return where hips, ankles and soles should be, the world scaled about its origin by leg length."""
    scale = leg_scale(human, robot)
    lift = robot_sizes(robot).get("ankle_height", 0.0) - scale * human.sizes.get("ankle_height", 0.0)
    never = np.zeros(human.frame_count, dtype=bool)
    rows: list[tuple[str, BodyPoint, np.ndarray, np.ndarray, np.ndarray]] = []
    for kind, landmark in (("hips", "mid_hips"), ("ankle", "ankle_l"), ("ankle", "ankle_r")):
        own = robot.middles.get(landmark) or robot.landmarks.get(landmark)
        if own is not None:
            where, seen = human.landmark(landmark)
            where = scale * np.nan_to_num(where) + np.array([0.0, 0.0, lift])
            rows.append((kind, BodyPoint(own.body, own.point), where, seen, never))
    for side in SIDES:
        sole = robot.soles.get(side)
        if sole is not None:
            for part, corners in (("heel", sole.points[:2]), ("toe", sole.points[2:])):
                stands = human.contact_mask[:, CONTACTS.index(f"{part}_{side}")]
                floor = np.zeros((human.frame_count, 3))
                rows += [("sole", BodyPoint(sole.body, corner), floor, never, stands) for corner in corners]
    count = human.frame_count
    return Placement(
        points=tuple(row[1] for row in rows),
        places=np.stack([row[2] for row in rows], axis=1) if rows else np.zeros((count, 0, 3)),
        known=np.stack([row[3] for row in rows], axis=1) if rows else np.zeros((count, 0), dtype=bool),
        pinned=np.stack([row[4] for row in rows], axis=1) if rows else np.zeros((count, 0), dtype=bool),
        kinds=tuple(row[0] for row in rows),
        scale=scale,
    )
