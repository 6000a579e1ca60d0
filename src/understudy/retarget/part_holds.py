"""Hands, forearms, knees and the trunk on the floor: points of the robot that stay where they carry.

Where a part comes to lie, and on which side, follows from the person's directions: the clip is solved without
holds first. Points of a part that lie lowest in a stance are held in the next solution, like the corners of
soles: at the height of the ground, on a foothold that the solver moves as a whole. Of parts that roll over
the floor the lowest point of every frame is held in height alone, and nothing of who lies on chest or back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.blocks.floor import floor_block
from understudy.kinematics.blocks.point import join_points, point_block
from understudy.kinematics.body_parts import BodyPoint
from understudy.kinematics.clip.footholds import IN_THE_AIR, SIZE, Footholds
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.sparsity import pattern_of
from understudy.kinematics.tree import Tree
from understudy.motion import HumanMotion
from understudy.motion.landmarks import ROLLING_PARTS
from understudy.motion.part_contacts import PartContacts
from understudy.motion.stretches import stretches
from understudy.motion.terrain import Terrain
from understudy.retarget.footholds import PLAY
from understudy.retarget.method_options import StandingOptions
from understudy.retarget.over_time import FIRM, OverTime
from understudy.robots.card import SOLE_CORNERS
from understudy.robots.part_points import other_points, part_points
from understudy.robots.robot import Robot


def has_part_contacts(human: HumanMotion, robot: Robot) -> bool:
    """Return whether a part of a person carries that a robot with a free base has, too."""
    return robot.has_free_base and not set(human.part_contacts).isdisjoint(part_points(robot).parts)


def held_contacts(human: HumanMotion, robot: Robot) -> dict[str, np.ndarray]:
    """Return part → (T,) bool, where it is held, of parts that are at any time.

    A trunk of another shape cannot lie on all of the person's parts: how it lies is up to directions.
    """
    contacts, parts = human.part_contacts, set(part_points(robot).parts)
    lies = contacts.get("chest", np.zeros(human.frame_count, dtype=bool))
    held = {
        part: carries & ~lies if part in ROLLING_PARTS else carries
        for part, carries in contacts.items()
        if part in parts
    }
    return {part: carries for part, carries in held.items() if carries.any()}


def over_floor(problem: Problem, robot: Robot) -> Problem:
    """Return a problem in which all of a robot's surface stays above the floor, as firmly as soles stand."""
    known, weight = (part_points(robot), other_points(robot)), FIRM * float(problem.costs.floor.weight[0])
    points = [
        BodyPoint(body, place)
        for own in known
        for body, place in zip(own.bodies.tolist(), own.places, strict=True)
    ]
    costs = problem.costs._replace(floor=floor_block(points, weight))
    return replace(problem, costs=costs, pattern=pattern_of(problem.tree, costs))


def with_part_holds(
    problem: Problem,
    asked: OverTime,
    human: HumanMotion,
    robot: Robot,
    q: np.ndarray,
    terrain: Terrain,
    options: StandingOptions,
    is_tried: bool,
) -> tuple[Problem, OverTime]:
    """Return a problem, and what frames ask of each other, in which parts stay where they carry.

    Args:
        problem: What is asked of the robot already, with targets of all frames.
        asked: What frames ask of each other.
        human: The person, whose parts carry.
        robot: A robot that has some of these, see :func:`has_part_contacts`.
        q: (T, nq) its motion so far.
        terrain: What the robot is on.
        options: How firmly soles stand, and the prices of their footholds.
        is_tried: Whether parts were held in that motion. Those that did not come to the ground then cannot,
            and are let go, so that they do not draw other parts off.
    """
    holds = []
    for part, carries in held_contacts(human, robot).items():
        points, places = _places(problem.tree, robot, part, q)
        hold = _rolling if part in ROLLING_PARTS else _still
        holds.append(hold(points, places, carries, terrain, is_tried))
    holds = [hold for hold in holds if hold.points]
    if not holds:
        return problem, asked
    base = problem.costs.point.body.shape[0]
    # A point that nothing is asked of fills up footholds of fewer points.
    points = [point for hold in holds for point in hold.points] + [BodyPoint(0, np.zeros(3))]
    none = np.zeros((len(q), 1, 3))
    block = point_block(
        points,
        np.concatenate([*(hold.target for hold in holds), none], axis=1),
        options.stance * np.concatenate([*(hold.weight for hold in holds), none], axis=1),
    )
    costs = problem.costs._replace(point=join_points(problem.costs.point, block))
    footholds = _joined(asked.footholds, holds, base, options)
    held = replace(problem, costs=costs, pattern=pattern_of(problem.tree, costs))
    return held, replace(asked, footholds=footholds)


def kept_part_contacts(
    tree: Tree, robot: Robot, contacts: PartContacts, q: np.ndarray, terrain: Terrain
) -> dict[str, np.ndarray]:
    """Return part → (T,) bool, where it carries as the person does and is on the ground in poses (T, nq)."""
    kept = {}
    for part, carries in contacts.items():
        _, places = _places(tree, robot, part, q)
        if places.shape[1]:
            heights = places[..., 2] - terrain.heights(places[..., :2])
            kept[part] = carries & (np.abs(heights.min(axis=1)) < PLAY)
    return kept


@dataclass(frozen=True, eq=False)
class _Hold:
    """N points of a part that carries, over T frames.

    Attributes:
        points: The points, each held at some time.
        target: (T, N, 3) [m] where.
        weight: (T, N, 3) how firmly, in that of a sole's corner.
        stances: (T,) number of the stance in which all of them stay, IN_THE_AIR where there is none.
    """

    points: list[BodyPoint]
    target: np.ndarray
    weight: np.ndarray
    stances: np.ndarray


def _places(tree: Tree, robot: Robot, part: str, q: np.ndarray) -> tuple[list[BodyPoint], np.ndarray]:
    """Return the points of a part, and where (T, N, 3) [m] they are in poses (T, nq)."""
    known = part_points(robot)
    own = known.of(part)
    bodies, places = known.bodies[own], known.places[own]
    points = [BodyPoint(body, place) for body, place in zip(bodies.tolist(), places, strict=True)]
    return points, point_places(tree, PointsOfBodies(bodies, places), q)


def _still(
    points: list[BodyPoint], places: np.ndarray, carries: np.ndarray, terrain: Terrain, is_tried: bool
) -> _Hold:
    """Return where a part stays that carries in frames (T,), from where its points are (T, N, 3) [m]."""
    heights = places[..., 2] - terrain.heights(places[..., :2])
    target, weight = np.array(places), np.zeros(places.shape)
    stances = np.full(len(places), IN_THE_AIR, dtype=np.int64)
    for first, stop in stretches(carries):
        mean = heights[first:stop].mean(axis=0)
        low = np.argsort(mean)[:SOLE_CORNERS]
        low = low[mean[low] <= mean.min() + PLAY]
        if is_tried and mean.min() > PLAY:
            continue
        # They lie as they do so far, so that the part keeps its direction.
        target[first:stop, low] = places[first:stop, low].mean(axis=0) - [0.0, 0.0, mean.min()]
        weight[first:stop, low] = np.sqrt(SOLE_CORNERS / len(low))
        stances[first:stop] = stances.max() + 1
    return _used(points, target, weight, stances)


def _rolling(
    points: list[BodyPoint], places: np.ndarray, carries: np.ndarray, terrain: Terrain, is_tried: bool
) -> _Hold:
    """Return what is on the ground of a part that rolls over it: its lowest point of every frame."""
    target, weight = np.array(places), np.zeros(places.shape)
    target[..., 2] = terrain.heights(places[..., :2])
    heights = places[..., 2] - target[..., 2]
    frames, lowest = np.arange(len(places)), heights.argmin(axis=1)
    held = carries & ((heights[frames, lowest] <= PLAY) | (not is_tried))
    weight[frames[held], lowest[held], 2] = np.sqrt(SOLE_CORNERS)
    return _used(points, target, weight, np.full(len(places), IN_THE_AIR, dtype=np.int64))


def _used(points: list[BodyPoint], target: np.ndarray, weight: np.ndarray, stances: np.ndarray) -> _Hold:
    """Return a hold of those points that are held at any time."""
    used = np.flatnonzero(weight.any(axis=(0, 2)))
    return _Hold([points[index] for index in used], target[:, used], weight[:, used], stances)


def _joined(soles: Footholds, holds: list[_Hold], base: int, options: StandingOptions) -> Footholds:
    """Return the footholds of soles and of parts that stay in their places.

    Args:
        soles: Those of soles.
        holds: What else is held.
        base: Rows of points that are not held.
        options: The prices.
    """
    still = [hold for hold in holds if (hold.stances != IN_THE_AIR).any()]
    if not still:
        return soles
    last = base + sum(len(hold.points) for hold in holds)
    corners = max(soles.point.shape[1], *(len(hold.points) for hold in still))
    columns = [np.pad(own, (0, corners - len(own)), constant_values=last) for own in soles.point]
    nominal = [_padded(soles.nominal[:, sole], corners) for sole in range(len(soles.point))]
    stance, pivots = [soles.stance], list(soles.pivot)
    row = base
    for hold in holds:
        count = len(hold.points)
        if hold in still:
            own = hold.stances
            stance.append(np.where(own == IN_THE_AIR, IN_THE_AIR, own + len(pivots))[:, None])
            columns.append(np.pad(np.arange(row, row + count), (0, corners - count), constant_values=last))
            nominal.append(_padded(hold.target, corners))
            for number in range(int(own.max()) + 1):
                frame = int(np.argmax(own == number))
                pivots.append(hold.target[frame, hold.weight[frame, :, 0] > 0.0, :2].mean(axis=0))
        row += count
    shift, turn = options.foothold_shift**2, options.foothold_turn**2
    return Footholds(
        stance=np.concatenate(stance, axis=1),
        point=np.array(columns, dtype=np.int64),
        nominal=np.ascontiguousarray(np.stack(nominal, axis=1)),
        pivot=np.array(pivots).reshape(-1, 2),
        price=np.array([shift, shift, turn])[:SIZE],
    )


def _padded(places: np.ndarray, corners: int) -> np.ndarray:
    """Return places (T, N, 3) [m] as those of so many points."""
    return np.pad(places, ((0, 0), (0, corners - places.shape[1]), (0, 0)))
