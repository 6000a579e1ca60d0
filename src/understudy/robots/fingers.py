"""The joints of a robot's fingers: where each is when the hand is open, and when it is closed.

What hangs on a hand behind its wrist are digits. Every joint of them is tried at both ends of its range:
fingers are closed near the palm, thumbs near palm and fingers, the jaws of a gripper near each other, and a
motor that moves the whole hand makes it small. A joint that makes no difference spreads the fingers and stays
at home. A card's table ``[fingers]`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from understudy.anatomy.fingers import FINGERS, THUMB
from understudy.motion.landmarks import SIDES
from understudy.robots.digits import (
    Hand,
    Measure,
    below,
    digits_of,
    followers,
    joint_names,
    moves_by_itself,
    pose_with,
    thumb_of,
    tips_of,
)
from understudy.robots.joint_figures import matching
from understudy.robots.robot import Robot
from understudy.robots.self_collision import SelfCollision

LEAST_DIFFERENCE = 0.05
"""Change of the hand's size, as a share of it, from which on a joint opens and closes it."""

_STRETCHED = 0.5
"""A joint's zero, where it is at least this share of its range from the closed end, is where it is open."""

TOUCH = 2e-3
"""Depth [m] by which parts of a closing hand may sink into each other."""

_STEPS = 20


@dataclass(frozen=True)
class FingerJoint:
    """A joint that opens and closes a hand.

    Attributes:
        joint: Its name.
        side: ``"l"`` or ``"r"``.
        part: ``"fingers"`` or ``"thumb"``.
        opened: Coordinate [rad or m] in an open hand.
        closed: Coordinate in a closed one.
    """

    joint: str
    side: str
    part: str
    opened: float
    closed: float


@lru_cache(maxsize=64)
def finger_joints(robot: Robot) -> tuple[FingerJoint, ...]:
    """Return the joints that open and close a robot's hands; joints that follow others are not among them."""
    found: list[FingerJoint] = []
    for side in SIDES:
        palm = _palm(robot, side)
        if palm is not None:
            found += _within_itself(robot, palm, list(_hand_joints(robot, side, palm)))
    return tuple(found)


def finger_columns(robot: Robot) -> dict[str, int]:
    """Return finger joint → its column among the robot's joints."""
    return {finger.joint: robot.joints.index(finger.joint) for finger in finger_joints(robot)}


def _palm(robot: Robot, side: str) -> int | None:
    """Return the body that carries the fingers: the hand's, else the one behind the wrist's joints."""
    if f"hand_{side}" in robot.frames:
        return robot.frames[f"hand_{side}"].body
    spec = robot.card.landmarks.get(f"wrist_{side}")
    if spec is None or not spec.joints:
        return None
    return max(int(robot.model.joint(name).bodyid[0]) for name in spec.joints)


def _hand_joints(robot: Robot, side: str, palm: int) -> Iterator[FingerJoint]:
    model = robot.model
    digits = digits_of(model, palm)
    hand = Hand(robot, palm, tips_of(robot, digits))
    thumb = thumb_of(robot, palm, digits)
    for index, digit in enumerate(digits):
        for name in joint_names(model, digit):
            if name not in robot.joints or not moves_by_itself(model, name):
                continue
            # A motor may sit at one digit, often the thumb, and pull the whole hand.
            alone = followers(model, name) <= set(joint_names(model, digit))
            is_thumb = digit is thumb and alone
            measure = hand.size if not alone else hand.grip(index) if is_thumb or hand.is_gripper else None
            measures = [hand.reach(index)] if measure is None else [measure, hand.reach(index)]
            ends = _stated(robot, name) or _ends(robot, name, measures)
            if ends is not None:
                yield FingerJoint(name, side, THUMB if is_thumb else FINGERS, *ends)


def _stated(robot: Robot, name: str) -> tuple[float, float] | None:
    """Return what the card says of a finger joint, open and closed."""
    specs = matching(robot.card.fingers, name)
    return (specs[-1].opened, specs[-1].closed) if specs else None


def _ends(robot: Robot, name: str, measures: Sequence[Measure]) -> tuple[float, float] | None:
    """Return where a joint is in an open and in a closed hand, None where it neither opens nor closes it.

    Args:
        robot: The robot.
        name: The joint.
        measures: What is smaller in a closed hand; the first that tells the ends apart counts.
    """
    column = robot.joints.index(name)
    lower, upper = float(robot.lower[column]), float(robot.upper[column])
    if not (np.isfinite(lower) and np.isfinite(upper) and upper > lower):
        return None
    for measure in measures:
        low, high = measure({name: lower}), measure({name: upper})
        if abs(low - high) > LEAST_DIFFERENCE * max(low, high):
            closed, opened = (lower, upper) if low < high else (upper, lower)
            if lower <= 0.0 <= upper and abs(closed) >= _STRETCHED * (upper - lower):
                opened = 0.0
            return opened, closed
    return None


def _within_itself(robot: Robot, palm: int, fingers: list[FingerJoint]) -> list[FingerJoint]:
    """Return the joints of one hand, closed only as far as its parts do not sink into each other.

    The fingers close first, and the thumb upon them.
    """
    collision = SelfCollision(robot.model)
    if not collision.is_possible:
        return fingers
    hand = below(robot.model, palm)
    kept: list[FingerJoint] = []
    for part in (FINGERS, THUMB):
        own = [finger for finger in fingers if finger.part == part]
        others = fingers if part == FINGERS else kept
        values = {f.joint: f.opened if part == FINGERS else f.closed for f in others}
        share = 0.0
        for tried in np.linspace(0.0, 1.0, _STEPS + 1):
            values |= {f.joint: f.opened + tried * (f.closed - f.opened) for f in own}
            if _sunk(robot, collision, values, hand) > TOUCH:
                break
            share = float(tried)
        kept += [replace(f, closed=f.opened + share * (f.closed - f.opened)) for f in own]
    return [finger for finger in kept if finger.closed != finger.opened]


def _sunk(robot: Robot, collision: SelfCollision, values: dict[str, float], hand: frozenset[int]) -> float:
    """Return how deep [m] parts of a hand sink into each other beyond what they do at home."""
    bodies, distances = collision.contacts(pose_with(robot, values))
    pairs = [(int(first), int(second)) for first, second in bodies]
    depths = [
        -float(distance)
        for pair, distance in zip(pairs, distances, strict=True)
        if hand.issuperset(pair) and pair not in robot.overlapping
    ]
    return max(depths, default=0.0)
