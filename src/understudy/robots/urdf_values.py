"""Numbers and poses as URDF writes them: metres, and fixed-axis roll, pitch and yaw in radians."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

import mujoco
import numpy as np

_UPRIGHT = 1e-12
"""Cosine of pitch under which roll and yaw turn about one axis, so that all of it counts as roll."""


def numbers(values: np.ndarray | float) -> str:
    """Return numbers as the shortest text that reads back as the same bits; no negative zeros."""
    return " ".join(repr(float(value) + 0.0) for value in np.ravel(values))


def rotation_of(quaternion: np.ndarray) -> np.ndarray:
    """Return the matrix (3, 3) of a quaternion wxyz by MuJoCo's own conversion."""
    matrix = np.zeros(9)
    mujoco.mju_quat2Mat(matrix, np.asarray(quaternion, dtype=np.float64))
    return matrix.reshape(3, 3)


def roll_pitch_yaw(matrix: np.ndarray) -> np.ndarray:
    """Return (3,) [rad] with R = Rz(yaw) Ry(pitch) Rx(roll), exact to rounding also where pitch is ±90°."""
    cosine = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    pitch = np.arctan2(-matrix[2, 0], cosine)
    if cosine < _UPRIGHT:
        return np.array([np.arctan2(-matrix[1, 2], matrix[1, 1]), pitch, 0.0])
    yaw = np.arctan2(matrix[1, 0], matrix[0, 0])
    # Roll is what is left once yaw is undone, which stays exact where pitch is nearly upright.
    undone = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]]) @ matrix[:2]
    return np.array([np.arctan2(-undone[1, 2], undone[1, 1]), pitch, yaw])


def add_origin(element: Element, position: np.ndarray, matrix: np.ndarray) -> None:
    """Add the pose of something in its link, left out where it is the link's own."""
    angles = roll_pitch_yaw(matrix)
    if np.any(position) or np.any(angles):
        SubElement(element, "origin", xyz=numbers(position), rpy=numbers(angles))
