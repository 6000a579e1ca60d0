"""Hips and shoulders whose joints come in the order yaw, roll, pitch instead of pitch, roll, yaw.

Anatomical angles are those of the second order. Many walking robots have the first at their hips; the same
turn then has other angles, which its matrix gives in closed form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from understudy.anatomy import AnatomicalAngles
from understudy.anatomy.limbs import SIGN
from understudy.motion.landmarks import SIDES
from understudy.robots.card import AngleSpec
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import body_before, distance, is_turned
from understudy.spatial import rotations as rot

_FORWARD, _LEFT, _UP = np.eye(3)


def in_joint_order(
    angles: AnatomicalAngles, robot: Robot, table: Mapping[str, AngleSpec]
) -> AnatomicalAngles:
    """Return angles in which limbs of the robot that turn by yaw first have those of their own order."""
    values = np.array(angles.values)
    for limb in ("shoulder", "hip"):
        for side in SIDES:
            names = [f"{limb}_{kind}_{side}" for kind in ("pitch", "roll", "yaw")]
            if all(name in table and name in angles.names for name in names):
                order = _outwards(robot, [table[name].joint for name in names])
                joints = [order.index(table[name].joint) for name in names]
                if joints[2] < joints[1] < joints[0]:
                    columns = [angles.names.index(name) for name in names]
                    pitch, roll, yaw = values[:, columns].T
                    values[:, columns] = yaw_first(pitch, roll, yaw, side)
    return replace(angles, values=np.unwrap(values, axis=0))


def _outwards(robot: Robot, joints: list[str]) -> list[str]:
    """Return joints in the order in which they are met from the pelvis, whatever the model is rooted in."""
    pelvis = robot.frames["pelvis"].body if "pelvis" in robot.frames else 1
    model = robot.model

    def met(name: str) -> tuple[int, int]:
        joint = model.joint(name)
        turned = is_turned(model, int(joint.id), pelvis)
        # Joints of one body come in their own order, or in the other one where they are met from behind.
        near = body_before(model, int(joint.id), pelvis)
        return distance(model, near, pelvis), -int(joint.id) if turned else int(joint.id)

    return sorted(joints, key=met)


def yaw_first(pitch: np.ndarray, roll: np.ndarray, yaw: np.ndarray, side: str) -> np.ndarray:
    """Return (T, 3) [rad] pitch, roll and yaw that make the same turn in the order yaw, roll, pitch.

    R_left(-pitch) R_forward(±roll) R_up(∓yaw) = R_up(∓yaw') R_forward(±roll') R_left(-pitch').

    Args:
        pitch: (T,) [rad] of the order pitch, roll, yaw.
        roll: (T,) [rad].
        yaw: (T,) [rad].
        side: ``l`` or ``r``.
    """
    sign = SIGN[side]
    turn = rot.multiply(
        rot.multiply(rot.from_axis_angle(-_LEFT, pitch), rot.from_axis_angle(sign * _FORWARD, roll)),
        rot.from_axis_angle(-sign * _UP, yaw),
    )
    matrix = rot.as_matrix(turn)
    return np.stack(
        [
            np.arctan2(matrix[:, 2, 0], matrix[:, 2, 2]),
            sign * np.arctan2(matrix[:, 2, 1], np.hypot(matrix[:, 2, 0], matrix[:, 2, 2])),
            sign * np.arctan2(matrix[:, 0, 1], matrix[:, 1, 1]),
        ],
        axis=1,
    )
