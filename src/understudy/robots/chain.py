"""Where a body is, seen from another one, when only a few joints between them move: over many frames."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.robots.robot import Robot
from understudy.robots.tree_sides import path_to_world
from understudy.spatial import rotations as rot


def relative_pose(
    robot: Robot, start: int, end: int, coordinates: Mapping[str, np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return position (T, 3) [m] and orientation (T, 4) wxyz of body ``end`` in the frame of ``start``.

    Args:
        robot: The robot.
        start: Any body.
        end: The body looked for.
        coordinates: Joint → (T,) [rad or m] or one number; joints left out are in their home pose.
    """
    above = path_to_world(robot.model, start)
    meeting = next(body for body in above if body in path_to_world(robot.model, end))
    position, orientation = _carried_pose(robot, meeting, end, coordinates)
    if meeting == start:
        return position, orientation
    start_position, start_orientation = _carried_pose(robot, meeting, start, coordinates)
    back = rot.conjugate(start_orientation)
    return rot.rotate(back, position - start_position), rot.multiply(back, orientation)


def _carried_pose(
    robot: Robot, start: int, end: int, coordinates: Mapping[str, np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the pose of a body in the frame of one that carries it, at any distance."""
    model = robot.model
    path = path_to_world(model, end)
    path = path[: path.index(start)][::-1]
    position, orientation = np.zeros(3), np.array(rot.IDENTITY)
    for body in path:
        position = position + rot.rotate(orientation, np.array(model.body_pos[body]))
        orientation = rot.multiply(orientation, np.array(model.body_quat[body]))
        first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        for joint in range(first, first + count):
            address = int(model.jnt_qposadr[joint])
            value = np.asarray(coordinates.get(model.joint(joint).name, robot.home[address]))
            turn = value - model.qpos0[address]
            axis = np.array(model.jnt_axis[joint])
            if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE:
                position = position + rot.rotate(orientation, turn[..., None] * axis)
                continue
            # The joint's own point stays where it is while the body turns about it.
            anchor = np.array(model.jnt_pos[joint])
            pivot = position + rot.rotate(orientation, anchor)
            orientation = rot.multiply(orientation, rot.from_axis_angle(axis, turn))
            position = pivot - rot.rotate(orientation, anchor)
    return position, orientation


def follow_couplings(robot: Robot, joints: np.ndarray) -> np.ndarray:
    """Return joint coordinates (T, J) in which coupled joints follow those that drive them."""
    model = robot.model
    column = {name: index for index, name in enumerate(robot.joints)}
    result = np.array(joints)
    for equality in range(model.neq):
        if model.eq_type[equality] != mujoco.mjtEq.mjEQ_JOINT or not model.eq_active0[equality]:
            continue
        follower, driver = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
        # MuJoCo's polynomial is in the driver's way from its reference, and gives the follower's.
        zero = float(model.qpos0[model.jnt_qposadr[follower]])
        way = np.zeros(len(joints))
        if driver >= 0:
            way = joints[:, column[model.joint(driver).name]] - model.qpos0[model.jnt_qposadr[driver]]
        powers = np.polynomial.polynomial.polyval(way, model.eq_data[equality][:5])
        result[:, column[model.joint(follower).name]] = zero + powers
    return result
