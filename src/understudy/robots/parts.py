"""Where a robot's parts are: points, frames, soles, eyes and skin fixed to the bodies of its model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

CAMERA_FROM_EYE = np.array([0.5, -0.5, 0.5, 0.5])
"""Orientation (wxyz) of an eye (x forward, y left, z up) in MuJoCo's camera (x right, y up, z back)."""


@dataclass(frozen=True)
class Attachment:
    """A point fixed to a body: its index and the point in the body's frame [m]."""

    body: int
    point: np.ndarray


@dataclass(frozen=True)
class FrameAttachment:
    """A canonical body part on a body: world orientation = body orientation ⊗ ``offset`` (wxyz)."""

    body: int
    offset: np.ndarray


@dataclass(frozen=True)
class Sole:
    """A sole's body and its corners (4, 3) [m]: heel left, heel right, toe left, toe right."""

    body: int
    points: np.ndarray

    @property
    def heel(self) -> np.ndarray:
        """Middle of the rear edge [m]."""
        return self.points[:2].mean(axis=0)

    @property
    def toe(self) -> np.ndarray:
        """Middle of the front edge [m]."""
        return self.points[2:].mean(axis=0)


@dataclass(frozen=True, eq=False)
class Eye:
    """An eye, which is a camera of the robot's model.

    Attributes:
        camera: Name of the camera; ``model.camera(name)`` and MuJoCo's renderer take it.
        body: Body that carries it.
        point: (3,) where it is in the body's frame [m].
        offset: Orientation (wxyz): the eye's frame, x along its gaze, y left, z up = body ⊗ ``offset``.
        fov: Vertical field of view [rad].
    """

    camera: str
    body: int
    point: np.ndarray
    offset: np.ndarray
    fov: float


@dataclass(frozen=True)
class SkinPatch:
    """A patch of skin on one body.

    Attributes:
        body: The body.
        geoms: Indices of the geoms of that body whose surface is covered.
        spacing: Distance between neighbouring taxels [m].
    """

    body: int
    geoms: tuple[int, ...]
    spacing: float


def has_waist(frames: Mapping[str, FrameAttachment]) -> bool:
    """Return whether a robot's pelvis turns against its chest, so that its root stands for a pelvis.

    Args:
        frames: The robot's body parts, ``Robot.frames``.
    """
    pelvis, chest = frames.get("pelvis"), frames.get("chest")
    return pelvis is not None and (chest is None or pelvis.body != chest.body)


def point_in_world(data: mujoco.MjData, attachment: Attachment) -> np.ndarray:
    """Return the world position (3,) [m] of a point fixed to a body, after forward kinematics."""
    return data.xpos[attachment.body] + data.xmat[attachment.body].reshape(3, 3) @ attachment.point


def home_data(model: mujoco.MjModel, home: np.ndarray) -> mujoco.MjData:
    """Return MuJoCo data with forward kinematics of a pose."""
    data = mujoco.MjData(model)
    data.qpos[:] = home
    mujoco.mj_kinematics(model, data)
    return data
