"""Robots grown to a person's size: ``mimo@6months`` is MIMo with the limbs, trunk and head of that age.

Every segment of the model is scaled as a whole, offsets, shapes and all, by the length that people of the age
have there over the robot's own: each segment of the limbs, trunk, head, hands and feet by its own factor.
Masses go with the volume, moments of inertia with length squared besides, torques with mass and length.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import mujoco
import numpy as np

from understudy.anthropometry.growth import stature_at
from understudy.anthropometry.proportions import sizes_at
from understudy.errors import RobotError
from understudy.motion.landmarks import SIDES
from understudy.motion.touches import HEAD, TRUNK
from understudy.robots.card import Card, GainSpec, LandmarkSpec, Vector
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.touching_parts import body_parts

MARK = "@"
_UNITS = {"weeks": 7.0 / 365.25, "months": 1.0 / 12.0, "years": 1.0}
_AGE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})?)(weeks|months|years)")
_EARS_APART = 1.8
"""Distance of the ears in radii of the head, as in ``anatomy.part_shapes``."""

_BENDS = {"arm": ("elbow", "upper_arm", "forearm"), "leg": ("knee", "thigh", "shin")}
"""Part → the joint between its two segments."""

_SMALLEST, _LARGEST = 0.2, 5.0
"""Factors beyond which a robot is no longer itself."""


def age_of(name: str) -> tuple[str, float]:
    """Return the robot and the age [years] that a name such as ``mimo@6months`` stands for.

    Raises:
        RobotError: Where what follows the mark is no age.
    """
    robot, _, text = name.partition(MARK)
    found = _AGE.fullmatch(text)
    age = float(found[1]) * _UNITS[found[2]] if found else float("nan")
    if not 0.0 <= age <= 120.0:
        raise RobotError(
            f"robot '{name}': '{text}' is no age, expected one such as {robot}{MARK}6months, "
            f"{robot}{MARK}18weeks or {robot}{MARK}1.5years"
        )
    return robot, age


def grown_card(robot: Robot, name: str, age: float) -> Card:
    """Return the card of a robot grown to the size of people of an age.

    Args:
        robot: The robot as it is.
        name: What the grown one is called.
        age: [years].

    Raises:
        RobotError: For a robot with meshes, or without a part that tells how large it is.
    """
    if (robot.model.geom_type == int(mujoco.mjtGeom.mjGEOM_MESH)).any():
        raise RobotError(f"robot '{robot.name}' is made of meshes, expected one of plain shapes to grow")
    names = {robot.model.body(body).name: factor for body, factor in body_factors(robot, age).items()}
    card = robot.card

    def moved(body: str, point: Vector) -> Vector:
        x, y, z = point
        return names[body] * x, names[body] * y, names[body] * z

    def landmark(spec: LandmarkSpec) -> LandmarkSpec:
        return replace(spec, point=moved(spec.body, spec.point)) if spec.body else spec

    mean = float(np.mean(list(names.values())))
    return replace(
        card,
        name=name,
        title=f"{card.title}, grown to {name.partition(MARK)[2]}",
        grown=names,
        landmarks={key: landmark(spec) for key, spec in card.landmarks.items()},
        soles={
            side: replace(sole, points=tuple(moved(sole.body, point) for point in sole.points))
            for side, sole in card.soles.items()
        },
        eyes={
            key: replace(eye, point=moved(eye.body, eye.point)) if eye.body else eye
            for key, eye in card.eyes.items()
        },
        gains={key: _stronger(gain, mean) for key, gain in card.gains.items()},
    )


def body_factors(robot: Robot, age: float) -> dict[int, float]:
    """Return body → how many times as large it is at an age [years]; what has no measure, as the trunk."""
    sizes = sizes_at(age, stature_at(age))
    parts = body_parts(robot).of_body
    trunk = sizes.hip_drop + sizes.lumbar + sizes.thorax - sizes.shoulder_drop
    ratio = trunk / max(robot.segment_length("trunk"), 1e-9)
    if not _SMALLEST <= ratio <= _LARGEST:
        raise RobotError(
            f"robot '{robot.name}' has no trunk like a person's between hips and shoulders, expected one"
        )
    measures = {TRUNK: (trunk, robot.segment_length("trunk"))}
    measures[HEAD] = _EARS_APART * sizes.head_radius, _apart(robot, "ear_l", "ear_r")
    for side in SIDES:
        foot = sizes.heel_back + sizes.ball_forward
        measures[f"foot_{side}"] = foot, _apart(robot, f"heel_{side}", f"toe_{side}")
        lengths = {"upper_arm": sizes.upper_arm, "forearm": sizes.forearm, "hand": sizes.palm}
        lengths |= {"thigh": sizes.thigh, "shin": sizes.shin}
        for segment, length in lengths.items():
            measures[f"{segment}_{side}"] = length, robot.segment_length(f"{segment}_{side}")
    ratios = {
        name: float(np.clip(length / own, _SMALLEST, _LARGEST)) if own > 0.0 else ratio
        for name, (length, own) in measures.items()
    }
    return {body: ratios[_segment(robot, body, part)] for body, part in parts.items() if part}


def _segment(robot: Robot, body: int, part: str) -> str:
    """Return the segment that a body of a part belongs to."""
    kind, side = part[:-2], part[-1]
    if kind not in _BENDS:
        return part
    joint, upper, lower = _BENDS[kind]
    outer = robot.landmarks[f"{joint}_{side}"].body
    while outer > 0 and outer != body:
        outer = int(robot.model.body_parentid[outer])
    return f"{upper if outer == body else lower}_{side}"


def grow(spec: mujoco.MjSpec, factors: Mapping[str, float]) -> None:
    """Scale the bodies of a model, each by its own factor, in place.

    Args:
        spec: The model.
        factors: Body → how many times as large it becomes; the others stay.
    """
    for body in spec.bodies:
        own = factors.get(body.name, 1.0)
        parent = body.parent.name if body.parent is not None else ""
        body.pos = factors.get(parent, own) * np.array(body.pos)
        if body.explicitinertial:
            body.ipos = own * np.array(body.ipos)
            body.mass = own**3 * body.mass
            body.inertia = own**5 * np.array(body.inertia)
            body.fullinertia = own**5 * np.array(body.fullinertia)
        for geom in body.geoms:
            geom.pos, geom.size = own * np.array(geom.pos), own * np.array(geom.size)
            geom.fromto = own * np.array(geom.fromto)
            geom.mass = own**3 * geom.mass
        for joint in body.joints:
            joint.pos = own * np.array(joint.pos)
            joint.armature = own**5 * joint.armature
        for site in body.sites:
            site.pos, site.size = own * np.array(site.pos), own * np.array(site.size)
        for camera in body.cameras:
            camera.pos = own * np.array(camera.pos)


def _apart(robot: Robot, one: str, other: str) -> float:
    """Return how far apart [m] two landmarks are at home, 0 where the robot lacks one of them."""
    if one not in robot.landmarks or other not in robot.landmarks:
        return 0.0
    data = home_data(robot.model, robot.home)
    ends = [point_in_world(data, robot.landmarks[name]) for name in (one, other)]
    return float(np.linalg.norm(ends[1] - ends[0]))


def _stronger(gain: GainSpec, factor: float) -> GainSpec:
    """Return a servo as strong as mass and length ask for."""

    def scaled(value: float | None) -> float | None:
        return None if value is None else factor**4 * value

    return GainSpec(scaled(gain.stiffness), scaled(gain.damping), scaled(gain.torque))
