"""Which way is up and which way is forward in a capture, where its format leaves that open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.capture.placing.posture import AXES, Landmarks, facing, level, nearest_axis
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

_BLOCK_FRAMES = 4096
"""Frames that are turned at a time; they stay in the processor's cache."""

USUAL_FORWARD = {"x": "y", "y": "z", "z": "x"}
"""Forward where nothing tells, by the axis that is up."""


@dataclass(frozen=True, eq=False)
class WorldAxes:
    """How a file's axes lie in our world.

    Attributes:
        up: Name of the file's axis that points up, for example ``"y"`` or ``"-z"``.
        forward: Name of the file's axis that is nearest to forward.
        rotation: (4,) unit quaternion wxyz that carries the file's vectors to the world's (z up, x forward).
    """

    up: str
    forward: str
    rotation: np.ndarray

    def turn_points(self, points: np.ndarray) -> np.ndarray:
        """Return points ``(..., 3)`` of the file in the world's axes."""
        return points @ self._matrix.T

    def turn_rotations_in_place(self, rotations: np.ndarray) -> None:
        """Turn orientations (T, K, 4) of frames whose own axes are turned as well, without a copy.

        A skeleton that is not turned in the file thus is not turned in the world either.
        """
        # With q the turn of the axes, q ⊗ r ⊗ q* keeps the angle of r and turns its axis as it turns points.
        for start in range(0, len(rotations), _BLOCK_FRAMES):
            block = slice(start, start + _BLOCK_FRAMES)
            rotations[block, :, 1:] = self.turn_points(rotations[block, :, 1:])

    def turn_in_place(self, points: np.ndarray, metres: float) -> None:
        """Turn points (T, K, 3) without a copy and scale them by ``metres`` per unit."""
        for start in range(0, len(points), _BLOCK_FRAMES):
            block = slice(start, start + _BLOCK_FRAMES)
            points[block] = metres * self.turn_points(points[block])

    @cached_property
    def _matrix(self) -> np.ndarray:
        # Rounding keeps turns by quarters exact, so that no digit of a file is lost.
        return np.round(rot.as_matrix(self.rotation), 15)


def opposite(axis: str) -> str:
    """Return the name of the axis that points the other way."""
    return axis[1:] if axis.startswith("-") else f"-{axis}"


def axes_of(up: str, forward: np.ndarray) -> WorldAxes:
    """Return the turn that brings up to z and a forward vector (3,), made level, to x."""
    axis = AXES[up]
    x = rot.normalise(level(forward, axis))
    # A turn by itself takes NumPy longer than a kernel takes for a clip.
    return WorldAxes(up, nearest_axis(x), rot.from_matrix(np.stack([x, cross(axis, x), axis])[None])[0])


def standing_axes(up: str, pose: Landmarks, is_aligned: bool) -> WorldAxes:
    """Return the turn that brings up to z and a standing pose to face x.

    Args:
        up: The file's axis that points up.
        pose: Landmarks (3,) in the file's axes.
        is_aligned: Whether the pose's root frame lies along the file's axes. The pose then faces one of
            them: what its landmarks say beyond that is the skeleton's left-right asymmetry.
    """
    faced = facing(pose, AXES[up])
    if faced is None:
        return axes_of(up, AXES[USUAL_FORWARD[up[-1]]])
    return axes_of(up, AXES[nearest_axis(faced)] if is_aligned else faced)


def axes_after_turn(axes: WorldAxes, up: str) -> WorldAxes:
    """Return the axes of frames in which another axis is up, turned by the shortest way from given ones.

    A body that was only laid from one axis to the other, as a change from y up to z up does, faces as before.
    """
    start, end = AXES[axes.up], AXES[up]
    if up == opposite(axes.up):
        # Any way is as short; about its left axis a body turns head over heels.
        turn = rot.from_axis_angle(rot.rotate(rot.conjugate(axes.rotation), np.array([0.0, 1.0, 0.0])), np.pi)
    else:
        turn = rot.shortest_arc(start, end)
    rotation = rot.normalise(rot.multiply(axes.rotation, rot.conjugate(turn)))
    forward = rot.rotate(rot.conjugate(rotation), np.array([1.0, 0.0, 0.0]))
    return WorldAxes(up, nearest_axis(forward), rotation)
