"""A robot as a performer: its own model, in the poses of its motion, with the shapes meant to be seen."""

from __future__ import annotations

import copy

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError, RobotError, unknown_name
from understudy.motion.robot_motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.robots import Robot
from understudy.robots.chain import relative_pose
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.shown_shapes import LAST_SHOWN_GROUP, hidden_shapes
from understudy.spatial import rotations as rot
from understudy.view.framing import framed_points, framed_shapes
from understudy.view.performer import Stature
from understudy.view.scene import HIDDEN_GROUP

_ROOT_BODY = 1
"""MuJoCo's index of the first body after the world."""


class RobotFigure:
    """A robot that performs a motion."""

    def __init__(self, robot: Robot, motion: RobotMotion, label: str) -> None:
        """Prepare the model and check that the motion is this robot's."""
        if motion.has_free_base != robot.has_free_base:
            expected, found = (
                "free" if base else "fixed" for base in (robot.has_free_base, motion.has_free_base)
            )
            raise InvalidMotionError(f"robot '{robot.name}' has a {expected} base, its motion a {found} one")
        self.label = label
        self.model = without_hidden_shapes(robot.model)
        self.fps = motion.fps
        self.terrain = motion.terrain
        self._framed = framed_shapes(self.model, home_data(self.model, robot.home))
        self.stature = _stature(robot, self.model, self._framed)
        self.path_w = _path(robot, motion)
        self.fixed_heading = None if robot.has_free_base else 0.0
        self._data = mujoco.MjData(self.model)
        self._data.qpos[:] = robot.home
        self._addresses = _addresses(robot, motion)
        self._q = motion.q

    def pose(self, frame: int) -> mujoco.MjData:
        """Return the model's pose at a frame; the result is reused by the next call."""
        self._data.qpos[self._addresses] = self._q[frame]
        mujoco.mj_kinematics(self.model, self._data)
        mujoco.mj_comPos(self.model, self._data)
        mujoco.mj_camlight(self.model, self._data)
        return self._data

    def points_w(self, frame: int) -> np.ndarray:
        """Return the corners (P, 3) [m] of the boxes around the shapes that make up the robot at a frame."""
        return framed_points(self.model, self.pose(frame), self._framed)

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add nothing: the model holds the whole robot."""


def without_hidden_shapes(model: mujoco.MjModel) -> mujoco.MjModel:
    """Return a copy of a model in which every shape that is not meant to be seen is hidden."""
    model = copy.copy(model)
    model.geom_group[hidden_shapes(model)] = HIDDEN_GROUP
    return model


def _stature(robot: Robot, model: mujoco.MjModel, framed: np.ndarray) -> Stature:
    """Return the vertical reach of the shapes that make up the robot in the home pose."""
    if not (model.geom_group <= LAST_SHOWN_GROUP).any():
        raise RobotError(f"robot '{robot.name}' has no shape that could be drawn")
    heights = framed_points(model, home_data(model, robot.home), framed)[:, 2]
    lowest, highest = heights.min(), heights.max()
    return Stature(float(highest - lowest), float(0.5 * (highest + lowest)))


def _path(robot: Robot, motion: RobotMotion) -> np.ndarray:
    """Return where the middle of the hips, or else the root, is (T, 3) [m]."""
    hips = robot.middles.get("mid_hips")
    if not robot.has_free_base:
        data = home_data(robot.model, robot.home)
        hips_w = data.xpos[_ROOT_BODY].copy() if hips is None else point_in_world(data, hips)
        return np.tile(hips_w, (motion.frame_count, 1))
    if hips is None:
        return motion.q[:, :3]
    joints = dict(zip(motion.joints, motion.joint_positions.T, strict=True))
    position, orientation = relative_pose(robot, _ROOT_BODY, hips.body, joints)
    offset = position + rot.rotate(orientation, hips.point)
    return motion.q[:, :3] + rot.rotate(motion.q[:, 3:ROOT_SIZE], offset)


def _addresses(robot: Robot, motion: RobotMotion) -> np.ndarray:
    """Return for each column of the motion's ``q`` its place in the model's coordinates."""
    for name in motion.joints:
        if name not in robot.joints:
            raise InvalidMotionError(
                f"motion of '{motion.robot}': {unknown_name('joint', name, robot.joints)}"
            )
    joints = [int(robot.model.joint(name).qposadr[0]) for name in motion.joints]
    return np.array([*range(ROOT_SIZE if motion.has_free_base else 0), *joints], dtype=int)
