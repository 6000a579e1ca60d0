"""A robot's trunk under its torso joints, and what its arms and neck have to make up for.

Anatomical angles of arms and neck count from the axes of shoulders and spine. A robot's shoulder counts from
its chest. Both are the same in a body whose torso turns between the hips; where the joint is higher, or
there are two, the chest tilts more than the spine. Once the torso's joints are known, so is the difference,
and the same arm is read against the robot's chest instead.
"""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.anatomy.names import TORSO
from understudy.anatomy.trunk import TorsoShape
from understudy.robots.card import AngleSpec
from understudy.robots.chain import relative_pose
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

SPINE_END = "mid_shoulders"
"""Where a spine ends that every robot with arms has, and by which directions are compared (Fiala 5.1)."""


def has_torso(robot: Robot, table: Mapping[str, AngleSpec]) -> bool:
    """Return whether any joint of the robot plays an angle of the torso."""
    return any(angle in table for angle in TORSO)


def torso_shape(robot: Robot, table: Mapping[str, AngleSpec]) -> TorsoShape:
    """Return where the joint of a robot's torso is, seen from hips and shoulders in the home pose.

    It is taken at the joint that bends forwards; joints that share a bend count by their share. Robots
    without hips, shoulders or such a joint have the thesis's.
    """
    spec = table.get("torso_pitch")
    hips, end = robot.middles.get("mid_hips"), robot.middles.get(SPINE_END)
    if spec is None or hips is None or end is None:
        return TorsoShape()
    data = home_data(robot.model, robot.home)
    driver = robot.model.joint(spec.joint).id
    anchors, shares = [data.xanchor[driver]], [spec.share]
    for equality in range(robot.model.neq):
        is_joint = robot.model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT
        if is_joint and int(robot.model.eq_obj2id[equality]) == driver:
            anchors.append(data.xanchor[int(robot.model.eq_obj1id[equality])])
            shares.append(spec.share * float(robot.model.eq_data[equality][1]))
    joint = np.average(anchors, axis=0, weights=shares)
    below, above = joint - point_in_world(data, hips), point_in_world(data, end) - joint
    length = float(np.hypot(above[0], above[2]))
    if length <= float(np.hypot(below[0], below[2])):
        return TorsoShape()
    return TorsoShape(below[0] / length, below[2] / length, float(np.arctan2(above[0], above[2])))


def chest_from_torso(robot: Robot, torso_joints: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """Return (T, 3, 3) rotations from the axes of the robot's shoulders and spine to its chest's frame.

    Args:
        robot: The robot.
        torso_joints: Joint of the torso, coupled ones too → (T,) [rad].

    Returns:
        None for a robot without hips, shoulders or frames of pelvis and chest, whose trunk says nothing.
    """
    pelvis, chest = robot.frames.get("pelvis"), robot.frames.get("chest")
    shoulders = (robot.landmarks.get("shoulder_l"), robot.landmarks.get("shoulder_r"))
    points = (robot.middles.get("mid_hips"), *shoulders)
    end = robot.middles.get(SPINE_END)
    if pelvis is None or chest is None or end is None or None in points:
        return None

    def in_pelvis(attachment: Attachment) -> np.ndarray:
        position, orientation = relative_pose(robot, pelvis.body, attachment.body, torso_joints)
        return position + rot.rotate(orientation, attachment.point)

    hips, left, right = (in_pelvis(point) for point in points if point is not None)
    axes = rot.as_matrix(rot.from_axes(None, left - right, in_pelvis(end) - hips))
    _, orientation = relative_pose(robot, pelvis.body, chest.body, torso_joints)
    frame = rot.as_matrix(rot.multiply(orientation, chest.offset))
    return np.einsum("...ji,...jk->...ik", frame, axes)
