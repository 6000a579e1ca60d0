"""Where the robot is in the world: travel and height scaled by leg length, soles on the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from understudy.kinematics.body_parts import BodyPoint
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.retarget.footholds import footholds
from understudy.retarget.ground import RobotGround, in_robot_world, robot_ground
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale, robot_sizes

HIPS = "mid_hips"
ROOT = "root"
"""Stands for the root of a free robot that has neither hips, ankles nor soles to be placed by."""

ANKLES = ("ankle_l", "ankle_r")
_ROOT_BODY = 1


NOTICEABLE_WAY = 0.3
"""Way [m] of the person's hips that a robot on a fixed base visibly lacks."""


@dataclass(frozen=True, eq=False)
class Placement:
    """Where points of the robot should be over time, in the order of :func:`placed_points`.

    Attributes:
        names: Landmark or contact that each point stands for.
        places: (T, P, 3) [m].
        known: (T, P) whether a place is known.
        firmness: (T, P) 0 to 1, how firmly the point stands on the floor: fully where the whole sole does.
    """

    names: tuple[str, ...]
    places: np.ndarray
    known: np.ndarray
    firmness: np.ndarray


def placed_points(robot: Robot) -> Iterator[tuple[str, BodyPoint]]:
    """Yield the points that place a robot: middle of the hips, ankles, and the soles' corners.

    A robot without any of them is placed by its root, which would otherwise go where nothing holds it.
    """
    if not robot.soles and not {*robot.middles, *robot.landmarks} & {HIPS, *ANKLES}:
        yield ROOT, BodyPoint(_ROOT_BODY, np.zeros(3))
    for name in (HIPS, *ANKLES):
        own = robot.middles.get(name) or robot.landmarks.get(name)
        if own is not None:
            yield name, BodyPoint(own.body, own.point)
    for side in SIDES:
        sole = robot.soles.get(side)
        if sole is not None:
            for part, corners in (("heel", sole.points[:2]), ("toe", sole.points[2:])):
                yield from ((f"{part}_{side}", BodyPoint(sole.body, corner)) for corner in corners)


def place(
    human: HumanMotion,
    robot: Robot,
    partial_stance: float,
    ground: RobotGround | None = None,
) -> Placement:
    """Return where the robot's points should be, the world scaled about its origin by leg length.

    Args:
        human: The person's motion.
        robot: The robot.
        partial_stance: Firmness, 0 to 1, of a foot that stands on its heel or toe alone.
        ground: What the robot stands on; by default the person's ground, scaled like all else.
    """
    scale = leg_scale(human, robot)
    ground = ground or robot_ground(human, scale)
    lift = robot_sizes(robot).get("ankle_height", 0.0) - scale * human.sizes.get("ankle_height", 0.0)
    names = tuple(name for name, _ in placed_points(robot))
    count = human.frame_count
    places, known = np.zeros((count, len(names), 3)), np.zeros((count, len(names)), dtype=bool)
    firmness = np.zeros((count, len(names)))
    for index, name in enumerate(names):
        if name not in (ROOT, *CONTACTS):
            where, known[:, index] = human.landmark(name)
            places[:, index] = in_robot_world(np.nan_to_num(where), scale, ground)
            places[:, index] += np.array([0.0, 0.0, lift])
    hips = places[:, names.index(HIPS)] if HIPS in names else scale * human.landmark(HIPS)[0]
    soles = {
        side: [i for i, name in enumerate(names) if name in CONTACTS and name.endswith(side)]
        for side in SIDES
    }
    stances = {
        side: footholds(human, robot, side, hips, ground, partial_stance)
        for side in SIDES
        if side in robot.soles
    }
    for side, stood in stances.items():
        places[:, soles[side]], firmness[:, soles[side]] = stood.corners, stood.firmness
    if names and not known.any() and not firmness.any():
        # Nothing of the capture says where the robot is, so it stays where it stands at home.
        index = next((index for index, name in enumerate(names) if name in (ROOT, HIPS)), 0)
        places[:, index] = _home_place(robot, list(placed_points(robot))[index][1])
        known[:, index] = True
    return Placement(names, places, known, firmness)


def _home_place(robot: Robot, point: BodyPoint) -> np.ndarray:
    """Return where a point of the robot is (3,) [m] in its home pose."""
    return point_in_world(home_data(robot.model, robot.home), Attachment(point.body, point.local))


def tell_fixed(human: HumanMotion, robot: Robot, say: Callable[[str], None] | None) -> None:
    """Say of a robot on a fixed base that it stays in its place where the person goes somewhere."""
    hips, known = human.landmark(HIPS)
    if say is None or robot.has_free_base or not known.any():
        return
    way = float(np.linalg.norm(np.ptp(hips[known], axis=0)))
    if way > NOTICEABLE_WAY:
        say(f"robot '{robot.name}' has a fixed base and performs on the spot; the person goes {way:.1f} m")
