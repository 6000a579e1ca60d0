"""The digits of a hand: which bodies they are made of, where their tips are, and how far these are apart."""

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np

from understudy.robots.chain import follow_couplings
from understudy.robots.robot import Robot

Measure = Callable[[dict[str, float]], float]
"""Takes joints that are not at home and returns a length [m]."""

_JAWS = 2
_FEWEST_WITH_THUMB = 3
_NEARER = 0.8
"""A thumb begins at less than this share of the distance from the wrist at which other digits do."""


class Hand:
    """Distances [m] in a hand, by the joints that are moved from home."""

    def __init__(self, robot: Robot, palm: int, tips: list[tuple[int, np.ndarray]]) -> None:
        """Remember the robot, the body of its palm, and the body and point (3,) [m] of every tip."""
        self.robot, self.palm, self.tips = robot, palm, tips
        self.data = mujoco.MjData(robot.model)

    @property
    def is_gripper(self) -> bool:
        """Whether it has two jaws."""
        return len(self.tips) == _JAWS

    def reach(self, digit: int) -> Measure:
        """Return how far a digit's tip is from the palm."""

        def measure(values: dict[str, float]) -> float:
            points, palm = self._points(values)
            return float(np.linalg.norm(points[digit] - palm))

        return measure

    def grip(self, digit: int) -> Measure:
        """Return how far a digit's tip is from the others'; of a thumb, also from the palm."""

        def measure(values: dict[str, float]) -> float:
            points, palm = self._points(values)
            others = np.delete(points, digit, axis=0)
            between = float(np.linalg.norm(others - points[digit], axis=1).mean()) if len(others) else 0.0
            return between if self.is_gripper else between + float(np.linalg.norm(points[digit] - palm))

        return measure

    def size(self, values: dict[str, float]) -> float:
        """Return how far all tips are from the palm and from each other."""
        points, palm = self._points(values)
        between = np.linalg.norm(points[:, None] - points[None], axis=2)
        apart = between[np.triu_indices(len(points), 1)]
        return float(np.linalg.norm(points - palm, axis=1).mean()) + float(
            apart.mean() if len(apart) else 0.0
        )

    def _points(self, values: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
        """Return the tips (D, 3) and the middle of the palm (3,) in the world."""
        data = self.data
        data.qpos[:] = pose_with(self.robot, values)
        mujoco.mj_kinematics(self.robot.model, data)
        mujoco.mj_comPos(self.robot.model, data)
        tips = [data.xpos[body] + data.xmat[body].reshape(3, 3) @ point for body, point in self.tips]
        return np.array(tips), np.array(data.xipos[self.palm])


def digits_of(model: mujoco.MjModel, palm: int) -> list[list[int]]:
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


def joint_names(model: mujoco.MjModel, bodies: list[int]) -> list[str]:
    """Return the names of the joints that bodies have."""
    return [
        model.joint(joint).name
        for body in bodies
        for joint in range(
            int(model.body_jntadr[body]), int(model.body_jntadr[body]) + int(model.body_jntnum[body])
        )
    ]


def followers(model: mujoco.MjModel, name: str) -> set[str]:
    """Return the joints that follow a joint."""
    ties = (model.eq_type == int(mujoco.mjtEq.mjEQ_JOINT)) & model.eq_active0.astype(bool)
    driven = model.eq_obj1id[ties & (model.eq_obj2id == model.joint(name).id)]
    return {model.joint(int(joint)).name for joint in driven}


def moves_by_itself(model: mujoco.MjModel, name: str) -> bool:
    """Return whether a joint follows no other."""
    ties = (model.eq_type == int(mujoco.mjtEq.mjEQ_JOINT)) & model.eq_active0.astype(bool)
    return model.joint(name).id not in model.eq_obj1id[ties]


def tips_of(robot: Robot, digits: list[list[int]]) -> list[tuple[int, np.ndarray]]:
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
            local = shapes[body] if body in shapes else np.array(robot.model.body_ipos[body])[None]
            world = data.xpos[body] + local @ data.xmat[body].reshape(3, 3).T
            points += [(float(np.linalg.norm(w - root)), body, p) for w, p in zip(world, local, strict=True)]
        _, body, point = max(points, key=lambda item: item[0])
        tips.append((body, np.array(point)))
    return tips


def thumb_of(robot: Robot, palm: int, digits: list[list[int]]) -> list[int] | None:
    """Return the digit that is the thumb: the one so called, else of several the one nearest to the wrist."""
    named = [digit for digit in digits if any("thumb" in n.lower() for n in joint_names(robot.model, digit))]
    if named:
        return named[0]
    if len(digits) < _FEWEST_WITH_THUMB:
        return None
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    mujoco.mj_kinematics(robot.model, data)
    away = [float(np.linalg.norm(data.xpos[digit[0]] - data.xpos[palm])) for digit in digits]
    nearest = int(np.argmin(away))
    others = np.delete(away, nearest)
    return digits[nearest] if away[nearest] < _NEARER * float(others.min()) else None


def pose_with(robot: Robot, values: dict[str, float]) -> np.ndarray:
    """Return the home pose (nq,) with some joints elsewhere, and those that follow them with them."""
    q = np.array(robot.home)
    joints = q[-len(robot.joints) :]
    for name, value in values.items():
        joints[robot.joints.index(name)] = value
    q[-len(robot.joints) :] = follow_couplings(robot, joints[None])[0]
    return q


def below(model: mujoco.MjModel, body: int) -> frozenset[int]:
    """Return a body and all that hang from it."""
    found = {body}
    for other in range(body + 1, model.nbody):
        if int(model.body_parentid[other]) in found:
            found.add(other)
    return frozenset(found)
