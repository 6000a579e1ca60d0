"""Where the robot is in the world: travel and height scaled by leg length, soles on the ground."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.body_parts import BodyPoint
from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.retarget.footholds import Footholds, footholds
from understudy.retarget.footholds_apart import footholds_apart
from understudy.retarget.footholds_together import fit_together
from understudy.retarget.ground import RobotGround, in_robot_world, robot_ground
from understudy.retarget.hips_along import hips_along
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
        headings: Side → (T,) [rad] where the person's foot points, about the vertical, of sides with a sole.
    """

    names: tuple[str, ...]
    places: np.ndarray
    known: np.ndarray
    firmness: np.ndarray
    headings: Mapping[str, np.ndarray]


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
    is_led: bool = True,
) -> Placement:
    """Return where the robot's points should be, the world scaled about its origin by leg length.

    Args:
        human: The person's motion.
        robot: The robot.
        partial_stance: Firmness, 0 to 1, of a foot that stands on its heel or toe alone.
        ground: What the robot stands on; by default the person's ground, scaled like all else.
        is_led: Whether soles that do not stand are led from one foothold to the next; else they lie on the
            ground.
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
    stances, along = _both_footholds(human, robot, hips, ground, partial_stance, is_led)
    if HIPS in names:
        places[:, names.index(HIPS)] += along
    for side, stood in stances.items():
        places[:, soles[side]], firmness[:, soles[side]] = stood.corners, stood.firmness
    if names and not known.any() and not firmness.any():
        # Nothing of the capture says where the robot is, so it stays where it stands at home.
        index = next((index for index, name in enumerate(names) if name in (ROOT, HIPS)), 0)
        places[:, index] = _home_place(robot, list(placed_points(robot))[index][1])
        known[:, index] = True
    headings = {side: stood.heading for side, stood in stances.items()}
    return Placement(names, places, known, firmness, headings)


def _both_footholds(
    human: HumanMotion,
    robot: Robot,
    hips: np.ndarray,
    ground: RobotGround,
    partial_stance: float,
    is_led: bool,
) -> tuple[dict[str, Footholds], np.ndarray]:
    """Return side → where the sole stands, and by how much (T, 3) [m] hips go along with that.

    Of robots on two soles both fit the legs together, and neither is in the other one's way.
    """
    stood = {
        side: footholds(human, robot, side, hips, ground, partial_stance, is_led)
        for side in SIDES
        if side in robot.soles
    }
    if len(stood) < len(SIDES):
        return stood, np.zeros((human.frame_count, 3))
    left, right = (stood[side] for side in SIDES)
    if ground.terrain.is_level:
        shifts = fit_together(left.away, right.away, left.stands, right.stands)
        left, right = left.moved(shifts[0]), right.moved(shifts[1])
    corners = footholds_apart(left.corners, right.corners, left.stands & right.stands, human.fps)
    apart = [replace(one, corners=own) for one, own in zip((left, right), corners, strict=True)]
    return dict(zip(SIDES, apart, strict=True)), hips_along(apart, human.fps)


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
