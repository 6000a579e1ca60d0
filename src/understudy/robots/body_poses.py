"""Where all bodies of a model are in every frame of a motion, by MuJoCo's forward kinematics."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot

_REPORTED = 256
"""Frames after which progress is told again."""


class BodyPoses(NamedTuple):
    """Poses of B bodies, the world first, over T frames.

    Attributes:
        positions: (T, B, 3) [m].
        matrices: (T, B, 3, 3).
        quaternions: (T, B, 4) wxyz.
    """

    positions: np.ndarray
    matrices: np.ndarray
    quaternions: np.ndarray


def body_poses(
    model: mujoco.MjModel, q: np.ndarray, progress: Callable[[int, int], None] | None = None
) -> BodyPoses:
    """Return the poses of all bodies of a model.

    Args:
        model: The model.
        q: (T, nq) coordinates.
        progress: Told frames done and frames in all.
    """
    data, count = mujoco.MjData(model), model.nbody
    positions, matrices = np.empty((len(q), count, 3)), np.empty((len(q), count, 9))
    quaternions = np.empty((len(q), count, 4))
    # An attribute of MuJoCo's data is looked up anew each time, which takes as long as copying it.
    coordinates, places, turns, quats = data.qpos, data.xpos, data.xmat, data.xquat
    for t in range(len(q)):
        coordinates[:] = q[t]
        mujoco.mj_kinematics(model, data)
        positions[t], matrices[t], quaternions[t] = places, turns, quats
        if progress is not None and t % _REPORTED == 0:
            progress(t, len(q))
    return BodyPoses(positions, matrices.reshape(len(q), count, 3, 3), quaternions)


def model_coordinates(robot: Robot, motion: RobotMotion) -> np.ndarray:
    """Return a motion's coordinates (T, nq) in the order of the robot's model.

    Joints are matched by name; those that the motion does not hold stay at home.

    Raises:
        InvalidMotionError: Where the motion's base or a joint of it is not the robot's.
    """
    if motion.has_free_base != robot.has_free_base:
        expected = "free" if robot.has_free_base else "fixed"
        raise InvalidMotionError(f"robot '{robot.name}' has a {expected} base, its motion has not")
    for name in motion.joints:
        if name not in robot.joints:
            raise InvalidMotionError(
                f"motion of '{motion.robot}': {unknown_name('joint', name, robot.joints)}"
            )
    root = ROOT_SIZE if robot.has_free_base else 0
    addresses = [int(robot.model.joint(name).qposadr[0]) for name in motion.joints]
    q = np.tile(robot.home, (motion.frame_count, 1))
    q[:, :root] = motion.q[:, :root]
    q[:, addresses] = motion.joint_positions
    return q
