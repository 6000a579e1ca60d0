"""Velocities of what is given frame by frame, by central differences that integrate back to it."""

from __future__ import annotations

import numpy as np

from understudy.spatial import rotations as rot


def velocities(values: np.ndarray, fps: float) -> np.ndarray:
    """Return (T, ...) the change a second of values (T, ...), of second order at both ends, too.

    Args:
        values: One row a frame.
        fps: Frames a second [1/s].
    """
    if len(values) < 3:
        return _of_few(values, fps)
    return np.gradient(values, 1.0 / fps, axis=0, edge_order=2)


def angular_velocities(quaternions: np.ndarray, fps: float) -> np.ndarray:
    """Return (T, ..., 3) [rad/s] the angular velocities in the world of rotations (T, ..., 4) wxyz.

    Args:
        quaternions: One row a frame.
        fps: Frames a second [1/s].
    """

    def turn(start: np.ndarray, end: np.ndarray) -> np.ndarray:
        return rot.as_rotation_vector(rot.multiply(end, rot.conjugate(start)))

    count = len(quaternions)
    found = np.zeros((*quaternions.shape[:-1], 3))
    if count == 2:
        found[:] = fps * turn(quaternions[0], quaternions[1])
    if count > 2:
        found[1:-1] = 0.5 * fps * turn(quaternions[:-2], quaternions[2:])
        # A parabola through the first three frames, and through the last three.
        first, last = quaternions[0], quaternions[-1]
        found[0] = 0.5 * fps * (4.0 * turn(first, quaternions[1]) - turn(first, quaternions[2]))
        found[-1] = 0.5 * fps * (turn(last, quaternions[-3]) - 4.0 * turn(last, quaternions[-2]))
    return found


def _of_few(values: np.ndarray, fps: float) -> np.ndarray:
    """Return the velocities of one or two frames, which determine none or one."""
    return np.zeros(values.shape) if len(values) < 2 else np.repeat(fps * np.diff(values, axis=0), 2, axis=0)
