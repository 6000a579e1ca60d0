"""The joints of a robot's fingers: where each is when the hand is open, and when it is closed.

What hangs on a hand behind its wrist are digits. Every joint of them is tried at both ends of its range: a
hand is closed where its digits are near the palm and near each other, which holds for fingers and grippers
alike. A joint that makes no difference spreads the fingers and stays at home. A card's table ``[fingers]``
says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import mujoco
import numpy as np

from understudy.anatomy.fingers import FINGERS, THUMB
from understudy.motion.landmarks import SIDES
from understudy.robots.chain import follow_couplings
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
    digits = _digits(model, palm)
    tips = _tips(robot, digits)
    thumb = _thumb(robot, palm, digits)
    for index, digit in enumerate(digits):
        for name in _joint_names(model, digit):
            if name in robot.joints and _moves_by_itself(model, name):
                ends = _stated(robot, name) or _ends(robot, name, palm, tips, index)
                # A motor may sit at the thumb and pull the whole hand.
                alone = digit is thumb and _followers(model, name) <= set(_joint_names(model, digit))
                if ends is not None:
                    yield FingerJoint(name, side, THUMB if alone else FINGERS, *ends)


def _stated(robot: Robot, name: str) -> tuple[float, float] | None:
    """Return what the card says of a finger joint, open and closed."""
    specs = matching(robot.card.fingers, name)
    return (specs[-1].opened, specs[-1].closed) if specs else None


def _digits(model: mujoco.MjModel, palm: int) -> list[list[int]]:
    """Return the bodies of every digit on a palm, from its root; bodies without joints belong to the palm."""
    rigid, digits, home = {palm}, [], {}
    for body in range(palm + 1, model.nbody):
        parent = int(model.body_parentid[body])
        if parent in home:
            home[body] = home[parent]
            digits[home[body]].append(body)
        elif parent in rigid:
            if model.body_jntnum[body]:
                home[body] = len(digits)
                digits.append([body])
            else:
                rigid.add(body)
    return digits


def _joint_names(model: mujoco.MjModel, bodies: list[int]) -> list[str]:
    return [
        model.joint(joint).name
        for body in bodies
        for joint in range(
            int(model.body_jntadr[body]), int(model.body_jntadr[body]) + int(model.body_jntnum[body])
        )
    ]


def _followers(model: mujoco.MjModel, name: str) -> set[str]:
    """Return the joints that follow a joint."""
    ties = (model.eq_type == int(mujoco.mjtEq.mjEQ_JOINT)) & model.eq_active0.astype(bool)
    driven = model.eq_obj1id[ties & (model.eq_obj2id == model.joint(name).id)]
    return {model.joint(int(joint)).name for joint in driven}


def _moves_by_itself(model: mujoco.MjModel, name: str) -> bool:
    ties = (model.eq_type == int(mujoco.mjtEq.mjEQ_JOINT)) & model.eq_active0.astype(bool)
    return model.joint(name).id not in model.eq_obj1id[ties]


def _tips(robot: Robot, digits: list[list[int]]) -> list[tuple[int, np.ndarray]]:
    """Return of every digit the body and point (3,) [m] that is farthest from its root at home."""
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_kinematics(robot.model, data)
    mujoco.mj_comPos(robot.model, data)
    shapes = {shape.body: shape.centres for shape in robot.surface}
    tips = []
    for bodies in digits:
        root = data.xpos[bodies[0]]
        points = []
        for body in bodies:
            local = shapes.get(body, robot.model.body_ipos[body][None])
            world = data.xpos[body] + local @ data.xmat[body].reshape(3, 3).T
            points += [(float(np.linalg.norm(w - root)), body, p) for w, p in zip(world, local, strict=True)]
        _, body, point = max(points, key=lambda item: item[0])
        tips.append((body, np.array(point)))
    return tips


def _thumb(robot: Robot, palm: int, digits: list[list[int]]) -> list[int] | None:
    """Return the digit that is the thumb: the one so called, else of several the one nearest to the wrist."""
    named = [digit for digit in digits if any("thumb" in n.lower() for n in _joint_names(robot.model, digit))]
    if named:
        return named[0]
    if len(digits) < 3:
        return None
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_kinematics(robot.model, data)
    away = [float(np.linalg.norm(data.xpos[digit[0]] - data.xpos[palm])) for digit in digits]
    nearest = int(np.argmin(away))
    others = np.delete(away, nearest)
    return digits[nearest] if away[nearest] < 0.8 * float(others.min()) else None


def _ends(
    robot: Robot, name: str, palm: int, tips: list[tuple[int, np.ndarray]], digit: int
) -> tuple[float, float] | None:
    """Return where a joint is in an open and in a closed hand, None where it neither opens nor closes it."""
    column = robot.joints.index(name)
    lower, upper = float(robot.lower[column]), float(robot.upper[column])
    if not (np.isfinite(lower) and np.isfinite(upper) and upper > lower):
        return None
    low, high = (_digit_distance(robot, {name: value}, palm, tips, digit) for value in (lower, upper))
    if abs(low - high) < LEAST_DIFFERENCE * max(low, high):
        return None
    closed, opened = (lower, upper) if low < high else (upper, lower)
    if lower <= 0.0 <= upper and abs(closed) >= _STRETCHED * (upper - lower):
        opened = 0.0
    return opened, closed


def _digit_distance(
    robot: Robot, values: dict[str, float], palm: int, tips: list[tuple[int, np.ndarray]], digit: int
) -> float:
    """Return how far [m] a digit's tip is from the palm and, where there are others, from their tips."""
    data = mujoco.MjData(robot.model)
    data.qpos[:] = _pose(robot, values)
    mujoco.mj_kinematics(robot.model, data)
    mujoco.mj_comPos(robot.model, data)
    points = np.array([data.xpos[body] + data.xmat[body].reshape(3, 3) @ point for body, point in tips])
    distance = float(np.linalg.norm(points[digit] - data.xipos[palm]))
    others = np.delete(points, digit, axis=0)
    if len(others):
        distance += float(np.linalg.norm(others - points[digit], axis=1).mean())
    return distance


def _pose(robot: Robot, values: dict[str, float]) -> np.ndarray:
    """Return the home pose (nq,) with some joints elsewhere, and those that follow them with them."""
    q = np.array(robot.home)
    joints = q[-len(robot.joints) :]
    for name, value in values.items():
        joints[robot.joints.index(name)] = value
    q[-len(robot.joints) :] = follow_couplings(robot, joints[None])[0]
    return q


def _within_itself(robot: Robot, palm: int, fingers: list[FingerJoint]) -> list[FingerJoint]:
    """Return the joints of one hand, closed only as far as its parts do not sink into each other.

    The fingers close first, and the thumb upon them.
    """
    collision = SelfCollision(robot.model)
    if not collision.is_possible:
        return fingers
    hand = _below(robot.model, palm)
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
    bodies, distances = collision.contacts(_pose(robot, values))
    pairs = [(int(first), int(second)) for first, second in bodies]
    depths = [
        -float(distance)
        for pair, distance in zip(pairs, distances, strict=True)
        if hand.issuperset(pair) and pair not in robot.overlapping
    ]
    return max(depths, default=0.0)


def _below(model: mujoco.MjModel, body: int) -> frozenset[int]:
    """Return a body and all that hang from it."""
    found = {body}
    for other in range(body + 1, model.nbody):
        if int(model.body_parentid[other]) in found:
            found.add(other)
    return frozenset(found)
