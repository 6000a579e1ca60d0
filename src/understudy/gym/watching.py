"""A camera that goes with the robot, for people who watch it learn."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot
from understudy.simulate.extent import body_length
from understudy.simulate.room import add_room
from understudy.simulate.scene import PREFIX
from understudy.simulate.staging import Stage
from understudy.spatial import rotations as rot

CAMERA = f"{PREFIX}watcher"

_FIELD = 40.0
"""Vertical field of view [°]."""

_AWAY = 2.0
"""How far away it is, in lengths of the robot."""

_STANDING, _LYING = np.array([0.85, 0.55, 0.25]), np.array([0.45, 0.55, 1.0])
"""Where it is from the robot: before it and to its left; for one that lies, over it."""


def add_camera(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Put the camera onto the robot's root, and a room around it."""
    root = robot.model.body(int(robot.model.jnt_bodyid[0])).name
    spec.body(root).add_camera(
        name=CAMERA, mode=mujoco.mjtCamLight.mjCAMLIGHT_TRACKCOM, fovy=_FIELD, pos=(1.0, 0.0, 0.0)
    )
    if spec.texture(f"{PREFIX}tiles") is None:
        add_room(spec)


def place_camera(stage: Stage) -> None:
    """Let the camera look at the robot from aside, or from above where it lies."""
    model, away = stage.plant.model, _direction(stage)
    camera = int(model.camera(CAMERA).id)
    model.cam_poscom0[camera] = _AWAY * body_length(stage.plant.robot) * away
    model.cam_mat0[camera] = _looking(-away).reshape(-1)


class Watcher:
    """Draws what the camera sees."""

    def __init__(self, stage: Stage, size: tuple[int, int]) -> None:
        """Take a stage.

        Args:
            stage: The stage, its camera placed.
            size: Width and height of pictures [pixels].

        Raises:
            RenderError: Where nothing can be drawn here.
        """
        # OpenGL is imported when somebody watches.
        from understudy.drawing.camera_view import CameraView

        self._camera = int(stage.plant.model.camera(CAMERA).id)
        self._view = CameraView(stage.plant.model, size)

    def picture(self, data: mujoco.MjData) -> np.ndarray:
        """Return what is seen of a state, (H, W, 3) uint8."""
        self._view.look(data, self._camera)
        return np.ascontiguousarray(self._view.colours())

    def close(self) -> None:
        """Give the OpenGL context back."""
        self._view.close()


def _direction(stage: Stage) -> np.ndarray:
    """Return the unit vector (3,) from the robot to the camera, for the way it faces in the first frame."""
    away = rot.normalise(_LYING if stage.setting.base == "lying" else _STANDING)
    robot = stage.plant.robot
    if not robot.has_free_base or stage.setting.base == "lying":
        return away
    turn = rot.multiply(stage.reference.q[0, 3:ROOT_SIZE], rot.conjugate(robot.home[3:ROOT_SIZE]))
    ahead = rot.rotate(turn, np.array([1.0, 0.0, 0.0]))
    heading = float(np.arctan2(ahead[1], ahead[0]))
    return rot.rotate(rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), heading), away)


def _looking(gaze: np.ndarray) -> np.ndarray:
    """Return the orientation (3, 3) of a camera (x right, y up, z back) that looks along a direction."""
    right = rot.normalise(np.cross(gaze, np.array([0.0, 0.0, 1.0])))
    return np.stack([right, np.cross(right, gaze), -gaze], axis=1)
