"""Where a body is, seen from another one, when only a few joints between them move: over many frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def couplings(model: mujoco.MjModel) -> Iterator[tuple[int, int, np.ndarray]]:
    """Yield the follower, the driver (−1 for none) and the polynomial's five figures of every coupling.

    MuJoCo's polynomial is in the driver's way from its reference, and gives the follower's.
    """
    for equality in range(model.neq):
        if model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT and model.eq_active0[equality]:
            ends = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
            yield *ends, model.eq_data[equality][:5]


def follow_couplings(robot: Robot, joints: np.ndarray) -> np.ndarray:
    """Return joint coordinates (T, J) in which coupled joints follow those that drive them."""
    model = robot.model
    column = {name: index for index, name in enumerate(robot.joints)}
    result = np.array(joints)
    for follower, driver, figures in couplings(model):
        zero = float(model.qpos0[model.jnt_qposadr[follower]])
        powers = np.polynomial.polynomial.polyval(_way(robot, joints, driver), figures)
        result[:, column[model.joint(follower).name]] = zero + powers
    return result


def driving_torques(robot: Robot, joints: np.ndarray, torques: np.ndarray) -> np.ndarray:
    """Return torques (T, J) in which drivers bear what coupled joints need, and those themselves nothing.

    By virtual work a follower's torque counts at its driver times the slope of their coupling.

    Args:
        robot: The robot.
        joints: (T, J) coordinates [rad or m].
        torques: (T, J) [N m or N] of joints as if each had a motor of its own.
    """
    model = robot.model
    column = {name: index for index, name in enumerate(robot.joints)}
    result = np.array(torques)
    for follower, driver, figures in couplings(model):
        index = column[model.joint(follower).name]
        if driver >= 0:
            slopes = np.polynomial.polynomial.polyder(figures)
            slope = np.polynomial.polynomial.polyval(_way(robot, joints, driver), slopes)
            result[:, column[model.joint(driver).name]] += slope * result[:, index]
        result[:, index] = 0.0
    return result


def _way(robot: Robot, joints: np.ndarray, driver: int) -> np.ndarray:
    """Return (T,) how far a driver is from its reference; 0 where there is none."""
    if driver < 0:
        return np.zeros(len(joints))
    model = robot.model
    column = robot.joints.index(model.joint(driver).name)
    return joints[:, column] - model.qpos0[model.jnt_qposadr[driver]]
