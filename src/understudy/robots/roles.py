"""Which part of the body every body and joint of a robot plays, by its card alone, and which play none.

A card names landmarks and frames; the way from the pelvis to a leg's landmarks is that leg, from the chest to
an arm's that arm. What hangs on hands, feet and head (fingers, toes, eyes) goes with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import mujoco

from understudy.motion.landmarks import SIDES
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import body_before, joints_between

TRUNK, HEAD, NONE = "trunk", "head", ""
PARTS = ("leg_l", "leg_r", "arm_l", "arm_r", HEAD, TRUNK)
_OF_LEG = ("hip", "knee", "ankle", "heel", "toe", "toe_tip")
_OF_ARM = ("clavicle", "shoulder", "elbow", "wrist", "knuckle", "fingertip", "thumb_tip")
_OF_HEAD = ("neck", "head", "head_top", "nose", "eye_l", "eye_r", "ear_l", "ear_r")

_CHAIN = 3
"""Joints in a row without a part that make up a limb."""

_MANY = 0.2
"""Share of joints without a part that is too many."""


@dataclass(frozen=True, eq=False)
class Roles:
    """What the bodies and joints of a robot play.

    Attributes:
        bodies: Body → part, empty where it plays none.
        joints: Joint's name → part.
        longest_idle: Names of the longest row of joints that play none.
    """

    bodies: dict[int, str]
    joints: dict[str, str]
    longest_idle: tuple[str, ...]

    @property
    def idle(self) -> tuple[str, ...]:
        """The joints that play no part."""
        return tuple(name for name, part in self.joints.items() if part == NONE)

    @property
    def lacks_limb(self) -> bool:
        """Whether joints without a part are a limb, or too many."""
        return len(self.longest_idle) >= _CHAIN or len(self.idle) > _MANY * max(len(self.joints), 1)


@dataclass
class _Tree:
    """The bodies of a model as they are seen from the pelvis, in the order in which they are reached."""

    model: mujoco.MjModel
    pelvis: int
    inner: dict[int, int] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        neighbours: dict[int, list[int]] = {body: [] for body in range(self.model.nbody)}
        for body in range(1, self.model.nbody):
            parent = int(self.model.body_parentid[body])
            if parent > 0:
                neighbours[body].append(parent)
                neighbours[parent].append(body)
        waiting = [(self.pelvis, 0)]
        while waiting:
            body, before = waiting.pop(0)
            self.inner[body] = before
            self.order.append(body)
            waiting += [(other, body) for other in neighbours[body] if other not in (before, 0)]

    def way(self, body: int) -> Iterator[int]:
        """Yield a body and those between it and the pelvis, the pelvis left out."""
        while body not in (self.pelvis, 0):
            yield body
            body = self.inner[body]

    def edge(self, body: int) -> list[int]:
        """Return the joints between a body and the one before it."""
        return [] if body == self.pelvis else joints_between(self.model, self.inner[body], body)


def find_roles(robot: Robot) -> Roles:
    """Return what the bodies and joints of a robot play."""
    model, card = robot.model, robot.card
    tree = _Tree(model, robot.frames["pelvis"].body if "pelvis" in robot.frames else 1)
    chest = robot.frames["chest"].body if "chest" in robot.frames else tree.pelvis
    parts = {tree.pelvis: TRUNK} | {body: TRUNK for body in tree.way(chest)}
    ends: dict[int, str] = {}
    for part, landmarks, frames in _wanted():
        reached = [robot.frames[name].body for name in frames if name in robot.frames]
        if part.startswith("leg") and part[-1] in robot.soles:
            reached.append(robot.soles[part[-1]].body)
        for name in landmarks:
            if name in robot.landmarks:
                reached.append(robot.landmarks[name].body)
                reached += [_outer(model, tree, joint) for joint in card.landmarks[name].joints]
        for end in reached:
            for body in tree.way(end):
                parts.setdefault(body, part)
        if reached:
            last = max(reached, key=lambda body: len(list(tree.way(body))))
            ends[last] = part
    for body in tree.order:
        before = tree.inner[body]
        if body not in parts:
            goes_along = not tree.edge(body) or before in ends or parts.get(before) == HEAD
            parts[body] = parts.get(before, NONE) if goes_along else NONE
        if before in ends and parts[body] == ends[before]:
            ends.setdefault(body, ends[before])
    following = _following(model)
    joints = {
        model.joint(joint).name: parts[body]
        for body in tree.order
        for joint in tree.edge(body)
        if joint not in following
    }
    return Roles(parts, joints, _longest_idle(model, tree, parts))


def _wanted() -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each part with the landmarks and the frames on it."""
    for side in SIDES:
        yield f"leg_{side}", [f"{name}_{side}" for name in _OF_LEG], [f"foot_{side}"]
        yield f"arm_{side}", [f"{name}_{side}" for name in _OF_ARM], [f"hand_{side}"]
    yield HEAD, list(_OF_HEAD), ["head"]


def _outer(model: mujoco.MjModel, tree: _Tree, name: str) -> int:
    """Return the body on the outer side of a joint."""
    joint = int(model.joint(name).id)
    lower = int(model.jnt_bodyid[joint])
    return int(model.body_parentid[lower]) if body_before(model, joint, tree.pelvis) == lower else lower


def _following(model: mujoco.MjModel) -> set[int]:
    """Return the joints that another one drives."""
    ties = model.eq_type == int(mujoco.mjtEq.mjEQ_JOINT)
    return {int(joint) for joint in model.eq_obj1id[ties]}


def _longest_idle(model: mujoco.MjModel, tree: _Tree, parts: dict[int, str]) -> tuple[str, ...]:
    """Return the names of the longest row of joints that play no part."""
    rows: dict[int, tuple[str, ...]] = {}
    for body in tree.order:
        own = tuple(model.joint(joint).name for joint in tree.edge(body))
        rows[body] = rows.get(tree.inner[body], ()) + own if parts[body] == NONE else ()
    return max(rows.values(), key=len, default=())
