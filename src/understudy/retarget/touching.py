"""Touches of a person as costs of a clip: the robot touches itself when and where the person does.

A touch has a place on either part, stated in coordinates that bodies of all sizes share (``motion.touches``),
which is so a point of the robot's own surface. During the touch the middle of one part is before the place on
the other, as far out as it is thick, and free to turn; shortly before and after it is as far from there as
the person's, in the robot's size. Parts that do not touch keep clear of each other: that is the limit of
self-collision, from farther away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from understudy.anatomy.part_shapes import Line, part_lines
from understudy.anatomy.touch_detection import SHORTEST, find_touches, with_places
from understudy.kinematics.blocks.distance import DistanceBlock
from understudy.kinematics.blocks.relative_point import relative_point_block
from understudy.kinematics.body_parts import BodyCapsule, BodyDirection
from understudy.kinematics.problem import Problem
from understudy.kinematics.sparsity import pattern_of
from understudy.kinematics.tree import Tree
from understudy.motion import HumanMotion
from understudy.motion.landmarks import LIMB_SEGMENTS, SIDES
from understudy.motion.touches import PAIRS, PARTS, Place, Touch
from understudy.retarget.limits.self_collision import ALLOWED_DEPTH, self_collision
from understudy.retarget.limits.task_points import least_jerk
from understudy.retarget.method_options import SELF_COLLISION
from understudy.robots.limb_length import limb_length
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.source import human_from_robot
from understudy.robots.touching_parts import CLEAR, TOUCHING, PartDistances, PartPlace, body_parts
from understudy.spatial import rotations as rot

WEIGHT = SELF_COLLISION
"""Weight [1/m] of points that touch being in one place: as that of parts not sinking into each other."""

FIRM = 3.0
"""How many times as firm as otherwise parts are that could touch: as firm as ever, they would be pressed into
each other by what brings them together: feet of `dummy` that meet drew its shins across each other at 1."""

EASE = 0.25
"""Time [s] before and after a touch in which parts are led to each other and let go. At 0.35 s limbs of
`icub` are 3.6° off in benchmarks/touch.py --held-out, at 0.25 s 3.2°; so these clips are held out no
longer."""

_OUTER = {
    f"{part}_{side}": f"{end}_{side}" for part, end in (("arm", "hand"), ("leg", "foot")) for side in SIDES
}
"""Limb → what is at its end."""

_STAYS = ("trunk", "head", "leg", "arm", "foot", "hand")
"""Of two parts the one that comes first here stays, and the other one comes to it, free to turn."""

_OF_HOME = 0.5
"""Share of the distance in the home pose that parts keep at most: some are near each other there."""


@dataclass(frozen=True, eq=False)
class Contact:
    """A touch that a robot is asked for.

    Attributes:
        points: From before the place on the part that stays to the middle of the one that comes to it.
        way: (T, 3) [m] from the one to the other, in the robot's size.
        hold: (T,) how much that counts, 0 far from the touch, 1 in it.
    """

    points: BodyDirection
    way: np.ndarray
    hold: np.ndarray


def with_touches(problem: Problem, human: HumanMotion, robot: Robot) -> Problem:
    """Return a problem in which a robot touches itself as the person does, and not otherwise.

    Args:
        problem: What is asked of the robot but for touches, of all frames.
        human: The person, whose touches are stated or found.
        robot: The robot.
    """
    touches = _touches(human)
    contacts = find_contacts(human, robot, touches)
    shape = (human.frame_count, len(contacts), 3)
    ways, weights = np.zeros(shape), np.zeros(shape)
    for index, contact in enumerate(contacts):
        ways[:, index] = contact.way
        weights[:, index] = WEIGHT * contact.hold[:, None]
    block = relative_point_block(problem.tree, [each.points for each in contacts], ways, weights)
    costs = problem.costs._replace(relative_point=block)
    if len(costs.distance.body):
        may_touch = np.zeros((len(PAIRS), human.frame_count), dtype=bool)
        for touch in touches:
            may_touch[PAIRS.index(touch.pair)] |= _away(touch, human) < SHORTEST
        costs = costs._replace(distance=_clear(problem.tree, robot, may_touch, costs.distance.weight))
    # Touches cost what another IK branch would not save.
    effort = problem.effort._replace(doubtful_cost=np.inf)
    return replace(problem, costs=costs, pattern=pattern_of(problem.tree, costs), effort=effort)


def kept_touches(
    human: HumanMotion, robot: Robot, q: np.ndarray, say: Callable[[str], None] | None = None
) -> dict[str, int]:
    """Return how many touches the person has, and how many a motion (T, nq) has in most of their frames.

    Args:
        human: The person.
        robot: The robot.
        q: Its motion.
        say: Told in a sentence where some are missing.
    """
    touches, measure, near = _touches(human), PartDistances(robot), TOUCHING * limb_length(robot)
    kept = 0
    for touch in touches:
        holds = []
        for pose in q[_frames(touch, human)] if touch.pair in measure.pairs else ():
            measure.pose(pose)
            holds.append(measure.between(touch.pair, near) is not None)
        kept += 2 * sum(holds) > len(holds)
    if say is not None and kept < len(touches):
        say(f"touches: {kept} of the person's {len(touches)} touches are within the robot's reach")
    return {"found": len(touches), "kept": kept}


def find_contacts(human: HumanMotion, robot: Robot, touches: Sequence[Touch]) -> list[Contact]:
    """Return those of a person's touches that the robot has the parts for, and whose places are known.

    An arm or leg whose hand or foot touches the same part is left to that: the places of both together would
    be too much to ask of a limb of other proportions.
    """
    measure, size = PartDistances(robot), limb_length(robot)
    measure.pose(robot.home)
    own, home = _axes(human), _axes(human_from_robot(robot, robot.home[None], human.fps))
    lengths = [length for name in LIMB_SEGMENTS if (length := human.sizes.get(name, 0.0)) > 0.0]
    scale, found = size / float(np.mean(lengths)) if lengths else 1.0, []
    for touch in touches:
        places = [each for each in (touch.place_a, touch.place_b) if each and each.segment in own]
        has_parts = touch.pair in measure.pairs and all(each.segment in home for each in places)
        if len(places) < 2 or not has_parts or any(_is_left(touch, other) for other in touches):
            continue
        base, mover = sorted((0, 1), key=lambda which: _STAYS.index(touch.pair[which].split("_")[0]))
        places = places[base], places[mover]
        stays, comes = (
            _on_robot(measure, touch.pair[i], home, at) for i, at in zip((base, mover), places, strict=True)
        )
        points = BodyDirection(stays.outside(comes.thickness), comes.outside(-comes.thickness))
        away, known = _away(touch, human), np.logical_and(*(own[each.segment].known for each in places))
        way = _way(own, places, known & (away == 0.0), scale)
        # Skins of people are made up, and press each other. What is left of the way between them in a touch
        # is none of the robot's, and before and after it parts are clear of each other.
        normal = rot.rotate(own[places[0].segment].frame, np.array(places[0].direction))
        out = np.einsum("ti,ti->t", way, normal)
        apart = (1.0 - least_jerk(1.0 - away / SHORTEST)) * np.maximum(out, CLEAR * size)
        way = np.where(known[:, None], way + (apart - out)[:, None] * normal, 0.0)
        found.append(Contact(points, way, known * least_jerk(1.0 - away / EASE)))
    return found


def _touches(human: HumanMotion) -> Sequence[Touch]:
    """Return the touches that a motion states, or those that are found in it, with their places."""
    touches = find_touches(human) if human.touches is None else with_places(human.touches, human)
    return touches.items


def _frames(touch: Touch, human: HumanMotion) -> slice:
    first = min(round(touch.start * human.fps), human.frame_count - 1)
    return slice(first, max(round(touch.end * human.fps), first) + 1)


def _away(touch: Touch, human: HumanMotion) -> np.ndarray:
    """Return (T,) [s] how far away in time a touch is, 0 while it lasts."""
    frames, own = np.arange(human.frame_count), _frames(touch, human)
    return np.maximum(np.maximum(own.start - frames, frames - own.stop + 1), 0) / human.fps


def _is_left(touch: Touch, other: Touch) -> bool:
    """Return whether a touch of an arm or leg is left to its hand or foot."""
    if touch.end < other.start or other.end < touch.start:
        return False
    return any(set(other.pair) == {_OUTER.get(one), two} for one, two in (touch.pair, touch.pair[::-1]))


def _axes(human: HumanMotion) -> Mapping[str, Line]:
    """Return segment → the line by which places on it are stated."""
    return {line.segment: line for line in part_lines(human) if line.is_axis}


def _way(lines: Mapping[str, Line], places: Sequence[Place], touches: np.ndarray, scale: float) -> np.ndarray:
    """Return how far (T, 3) [m] two places of a person are from being in one, in the robot's size.

    Args:
        lines: The person's.
        places: The places.
        touches: (T,) where they are in one on the whole.
        scale: The robot's size over the person's.
    """
    start, end = (_on_axis(lines[place.segment], place) for place in places)
    turn = lines[places[0].segment].frame
    seen = rot.rotate(rot.conjugate(turn), end - start)
    return scale * rot.rotate(turn, seen - seen[touches].mean(axis=0))


def _on_axis(line: Line, place: Place) -> np.ndarray:
    """Return where (T, 3) [m] a place of a part is on its axis."""
    return line.start + place.along * (line.end - line.start)


def _on_robot(measure: PartDistances, part: str, home: Mapping[str, Line], place: Place) -> PartPlace:
    """Return where a place is on a robot, which is at home."""
    line = home[place.segment]
    axis, direction = line.end[0] - line.start[0], rot.rotate(line.frame[0], np.array(place.direction))
    return measure.place(part, _on_axis(line, place)[0], rot.normalise(axis), direction)


def _clear(tree: Tree, robot: Robot, may_touch: np.ndarray, weight: np.ndarray) -> DistanceBlock:
    """Return the limit of self-collision with a distance that parts keep which do not touch.

    Args:
        tree: The robot's tree.
        robot: The robot.
        may_touch: (36, T) where each of ``PAIRS`` touches, or is about to.
        weight: (T, 1) [1/m] of the limit.
    """
    parts = body_parts(robot)

    def part_of(capsule: BodyCapsule) -> str:
        return parts.at(capsule.body, 0.5 * (capsule.start + capsule.end))

    block = self_collision(robot, tree, part_of)
    home = home_data(robot.model, robot.home)
    gaps = block.distances(home.xpos, home.xmat.reshape(-1, 3, 3)) - block.radius
    at_home = np.minimum.reduceat(gaps, block.first[:-1])
    clear = np.clip(_OF_HOME * at_home, -ALLOWED_DEPTH, CLEAR * limb_length(robot))
    target = np.full((len(weight), len(block.body)), -ALLOWED_DEPTH)
    weights = np.repeat(weight, len(block.body), axis=1)
    middles = block.local[block.capsule[block.first[:-1]]].mean(axis=2)
    for row, (bodies, places) in enumerate(zip(block.body.tolist(), middles, strict=True)):
        names = [parts.at(body, place) for body, place in zip(bodies, places, strict=True)]
        pair = min(names, key=PARTS.index), max(names, key=PARTS.index)
        if pair in PAIRS:
            target[~may_touch[PAIRS.index(pair)], row] = clear[row]
            weights[:, row] *= FIRM
    return block._replace(column=np.arange(len(block.body)), target=target, weight=weights)
