"""Where a robot's hands should be: where the person's are, in the robot's height and width."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.kinematics.body_parts import BodyPoint
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES
from understudy.retarget.goals import into_base
from understudy.retarget.placement import HIPS, leg_scale, place
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.source import robot_sizes
from understudy.spatial import rotations as rot

SHOULDERS = "mid_shoulders"


@dataclass(frozen=True, eq=False)
class HandGoals:
    """Places of H hands over T frames.

    Attributes:
        points: Points of the robot.
        places: (T, H, 3) [m].
        known: (T, H).
    """

    points: tuple[BodyPoint, ...]
    places: np.ndarray
    known: np.ndarray


def hand_goals(human: HumanMotion, robot: Robot) -> HandGoals:
    """Return where knuckles, or wrists where either body has no knuckles, should be.

    A hand is as far from the middle of the hips as the person's, scaled by the bodies' heights, and sideways
    by the widths of their shoulders (Terlemez 2014, VI-D: total height and width). Without hips it is the
    middle of the shoulders. A robot on a fixed base has the person's trunk face as it does.
    """
    names = [name for side in SIDES if (name := _hand(human, robot, side)) is not None]
    count = human.frame_count
    origin = next((name for name in (HIPS, SHOULDERS) if _both_have(human, robot, name)), None)
    if origin is None or not names:
        return HandGoals((), np.zeros((count, 0, 3)), np.zeros((count, 0), dtype=bool))
    start, start_known = human.landmark(origin)
    left, left_known = _sideways(human)
    turn = None if robot.has_free_base else into_base(human, robot)
    tall, wide = body_scales(human, robot)
    own_start = _origin(human, robot, origin)
    places, known = [], []
    for name in names:
        hand, seen = human.landmark(name)
        way = np.nan_to_num(hand - start)
        aside = np.sum(way * left, axis=1, keepdims=True) * left
        scaled = tall * (way - aside) + wide * aside
        places.append(own_start + (scaled if turn is None else rot.rotate(turn, scaled)))
        known.append(seen & start_known & left_known)
    points = tuple(BodyPoint(robot.landmarks[n].body, robot.landmarks[n].point) for n in names)
    return HandGoals(points, np.stack(places, axis=1), np.stack(known, axis=1))


def body_scales(human: HumanMotion, robot: Robot) -> tuple[float, float]:
    """Return how tall and how wide the robot is beside the person.

    Height is that of legs and trunk together, or of what both have of it; width that of the shoulders, or
    as the height where either has none.
    """
    own, theirs = robot_sizes(robot), human.sizes
    shared = [s for s in ("leg", "trunk") if own.get(s, 0.0) > 0.0 and theirs.get(s, 0.0) > 0.0]
    tall = sum(own[s] for s in shared) / sum(theirs[s] for s in shared) if shared else leg_scale(human, robot)
    across = own.get("shoulder_line", 0.0), theirs.get("shoulder_line", 0.0)
    return tall, across[0] / across[1] if min(across) > 0.0 else tall


def _hand(human: HumanMotion, robot: Robot, side: str) -> str | None:
    """Return the landmark that stands for a hand on both bodies."""
    for name in (f"knuckle_{side}", f"wrist_{side}"):
        if name in robot.landmarks and human.landmark(name)[1].any():
            return name
    return None


def _both_have(human: HumanMotion, robot: Robot, middle: str) -> bool:
    return middle in robot.middles and bool(human.landmark(middle)[1].any())


def _origin(human: HumanMotion, robot: Robot, origin: str) -> np.ndarray:
    """Return (T, 3) [m] where the middle from which hands are measured is on the robot."""
    if robot.has_free_base and origin == HIPS:
        spots = place(human, robot, partial_stance=0.0)
        return spots.places[:, spots.names.index(HIPS)]
    at_home = point_in_world(home_data(robot.model, robot.home), robot.middles[origin])
    return np.tile(at_home, (human.frame_count, 1))


def _sideways(human: HumanMotion) -> tuple[np.ndarray, np.ndarray]:
    """Return unit vectors (T, 3) to the person's left, and where they are known."""
    shoulders, known = human.direction("shoulder_line")
    hips, hips_known = human.direction("hip_line")
    return np.where(known[:, None], shoulders, hips), known | hips_known
