"""Which way is up and which way is forward in a capture, where its format leaves that open."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.posture import Landmarks, facing, middle, stands
from understudy.spatial import rotations as rot

_NEAR_AXIS = np.deg2rad(35.0)
_CONCENTRATED = 0.5
"""Length of the mean of unit vectors that mostly point one way."""

AXES: dict[str, np.ndarray] = {
    name: sign * axis
    for sign, prefix in ((1.0, ""), (-1.0, "-"))
    for name, axis in (
        (f"{prefix}y", np.array([0.0, 1.0, 0.0])),
        (f"{prefix}z", np.array([0.0, 0.0, 1.0])),
        (f"{prefix}x", np.array([1.0, 0.0, 0.0])),
    )
}
"""The six directions that may be up in a file, the most usual first."""

_BLOCK_FRAMES = 4096
"""Frames that are turned at a time; they stay in the processor's cache."""

USUAL_UP = "y"
"""Up in most files of formats that leave it open."""

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

    def turn_rotations(self, rotations: np.ndarray) -> np.ndarray:
        """Return orientations ``(..., 4)`` in the world, of frames whose own axes are turned as well.

        A skeleton that is not turned in the file thus is not turned in the world either.
        """
        # With q the turn of the axes, q ⊗ r ⊗ q* keeps the angle of r and turns its axis as it turns points.
        turned = np.array(rotations)
        turned[..., 1:] = self.turn_points(rotations[..., 1:])
        return turned

    def turn_in_place(self, points: np.ndarray, rotations: np.ndarray, metres: float) -> None:
        """Turn arrays (T, K, 3) and (T, K, 4) without a copy; points are scaled by ``metres`` per unit."""
        for start in range(0, len(points), _BLOCK_FRAMES):
            block = slice(start, start + _BLOCK_FRAMES)
            points[block] = metres * self.turn_points(points[block])
            rotations[block, :, 1:] = self.turn_points(rotations[block, :, 1:])

    @property
    def _matrix(self) -> np.ndarray:
        # Rounding keeps turns by quarters exact, so that no digit of a file is lost.
        return np.round(rot.as_matrix(self.rotation), 15)


def standing_axis(pose: Landmarks) -> str | None:
    """Return the axis of the file along which one pose stands, or None where it does not stand."""
    return next((name for name, axis in AXES.items() if stands(pose, axis)), None)


def body_axis(motion: Landmarks) -> str | None:
    """Return the axis nearest to the mean direction from ankles to shoulders of (T, 3) landmarks.

    None where that direction is not within 35° of an axis, or changes as when a person tumbles about.
    """
    directions = rot.normalise(middle(motion, "shoulder") - middle(motion, "ankle"))
    mean = directions.mean(axis=0)
    if np.linalg.norm(mean) < _CONCENTRATED:
        return None
    angles = {name: float(rot.angle_between(mean, axis)) for name, axis in AXES.items()}
    nearest = min(angles, key=lambda name: angles[name])
    return nearest if angles[nearest] <= _NEAR_AXIS else None


def world_axes(up: str, reference: Landmarks | None = None, is_aligned: bool = True) -> WorldAxes:
    """Return the turn that brings up to z and the reference pose to face x.

    Args:
        up: The file's axis that points up.
        reference: Landmarks (3,) of a standing pose in the file's axes, or None.
        is_aligned: Whether the pose's root frame lies along the file's axes. The pose then faces one of
            them: what its landmarks say beyond that is the skeleton's left-right asymmetry.
    """
    up_axis = AXES[up]
    faced = facing(reference, up_axis) if reference is not None else None
    if faced is None:
        faced = AXES[USUAL_FORWARD[up[-1]]]
    level = {name: axis for name, axis in AXES.items() if abs(axis @ up_axis) < 0.5}
    nearest = max(level, key=lambda name: float(level[name] @ faced))
    forward = level[nearest] if is_aligned else faced
    rows = np.stack([forward, np.cross(up_axis, forward), up_axis])
    return WorldAxes(up, nearest, rot.from_matrix(rows))
