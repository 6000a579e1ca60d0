"""What each body of a robot is called in anatomy: ``hand_l``, ``shin_r``, ``chest``.

A card says which joints are the elbow and which the wrist; what lies between them is the forearm. A body that
plays no part keeps its own name.
"""

from __future__ import annotations

from understudy.robots.robot import Robot
from understudy.robots.roles import HEAD, NONE, TRUNK, find_roles
from understudy.robots.tree_sides import way

_STRETCHES = {
    "arm": (("wrist", "hand"), ("elbow", "forearm"), ("shoulder", "upper_arm")),
    "leg": (("ankle", "foot"), ("knee", "shin"), ("hip", "thigh")),
}
"""Limb → joints from its end inwards, each with what comes after it."""


def body_part_names(robot: Robot) -> dict[int, str]:
    """Return body → the part that it is of, for every body but the world."""
    roles = find_roles(robot).bodies
    return {body: _name(robot, body, roles.get(body, NONE)) for body in range(1, robot.model.nbody)}


def _name(robot: Robot, body: int, role: str) -> str:
    if role == HEAD:
        return HEAD
    if role == TRUNK:
        return _of_trunk(robot, body)
    limb, _, side = role.rpartition("_")
    if limb in _STRETCHES:
        return _of_limb(robot, body, limb, side)
    return robot.model.body(body).name


def _of_limb(robot: Robot, body: int, limb: str, side: str) -> str:
    """Return the stretch of a limb that a body is in, by the joints between it and the pelvis."""
    before = set(way(robot.model, _pelvis(robot), body)[:-1])
    for joint, part in _STRETCHES[limb]:
        landmark = robot.landmarks.get(f"{joint}_{side}")
        if landmark is not None and landmark.body in before:
            return f"{part}_{side}"
    return f"{limb}_{side}"


def _of_trunk(robot: Robot, body: int) -> str:
    """Return pelvis, belly, chest or, where the robot has no waist, trunk; what is welded goes along."""
    pelvis, chest = _pelvis(robot), robot.frames.get("chest")
    weld = robot.model.body_weldid
    if chest is None or weld[chest.body] == weld[pelvis]:
        return TRUNK
    if weld[body] == weld[chest.body]:
        return "chest"
    return "pelvis" if weld[body] == weld[pelvis] else "belly"


def _pelvis(robot: Robot) -> int:
    return robot.frames["pelvis"].body if "pelvis" in robot.frames else 1
