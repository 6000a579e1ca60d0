"""What a robot sensed while it performed a motion, and where on its body the sensors are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.motion import Rollout
from understudy.robots.eye_cameras import eye_cameras
from understudy.robots.imu_place import imu_place
from understudy.robots.robot import Robot

IMU = "imu"
EYES = "eyes"


@dataclass(frozen=True, eq=False)
class Mount:
    """A sensor's frame on a body.

    Attributes:
        body: Index of the body in the model.
        point: (3,) where it is in the body's frame [m].
        turn: Orientation (wxyz) in the body's frame: x along an eye's gaze, y left, z up.
    """

    body: int
    point: np.ndarray
    turn: np.ndarray


@dataclass(frozen=True, eq=False)
class Sensed:
    """A rollout with its sensors.

    Attributes:
        rollout: The rollout.
        mounts: ``imu``, ``eyes/left`` … → where it is, of senses that were on.
    """

    rollout: Rollout
    mounts: Mapping[str, Mount]


def sensed_by(robot: Robot, rollout: Rollout) -> Sensed:
    """Return what a robot sensed in a rollout, with the places of its sensors."""
    mounts = {}
    if any(name.startswith(f"{IMU}/") for name in rollout.senses):
        frame, point = imu_place(robot)
        mounts[IMU] = Mount(frame.body, point, frame.offset)
    if any(name.startswith(f"{EYES}/") for name in rollout.pictures):
        mounts |= {
            f"{EYES}/{name}": Mount(eye.body, eye.point, eye.offset)
            for name, eye in eye_cameras(robot).items()
        }
    return Sensed(rollout, mounts)
