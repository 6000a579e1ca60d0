"""Where the camera stands: every performer fills its lane alike and is seen from the same direction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import mujoco
import numpy as np


@dataclass(frozen=True)
class Camera:
    """A camera that looks at a point.

    Attributes:
        target_w: (3,) the point in the middle of the picture [m].
        distance: From the camera to that point [m].
        azimuth: Direction of view about the vertical [rad]; 0 looks along x, π/2 along y.
        elevation: Direction of view above the horizon [rad]; negative looks down.
    """

    FIELD_OF_VIEW: ClassVar[float] = 30.0
    """Vertical opening angle [degrees], as MuJoCo takes it; narrow, so that near limbs are not swollen."""

    target_w: np.ndarray
    distance: float
    azimuth: float
    elevation: float

    def forward_w(self) -> np.ndarray:
        """Return the unit direction of view (3,)."""
        _, ahead_w = self.horizontal_axes_w()
        return np.cos(self.elevation) * ahead_w + np.array([0.0, 0.0, np.sin(self.elevation)])

    def horizontal_axes_w(self) -> tuple[np.ndarray, np.ndarray]:
        """Return unit directions (3,) on the floor: the picture's right, and away from the camera."""
        cosine, sine = np.cos(self.azimuth), np.sin(self.azimuth)
        return np.array([sine, -cosine, 0.0]), np.array([cosine, sine, 0.0])

    def position_w(self) -> np.ndarray:
        """Return where the camera stands (3,) [m]."""
        return self.target_w - self.distance * self.forward_w()

    def from_farther(self, times: float) -> Camera:
        """Return a camera that looks at the same point from so many times as far away."""
        return replace(self, distance=times * self.distance)

    def as_mujoco(self) -> mujoco.MjvCamera:
        """Return MuJoCo's free camera with the same view."""
        camera = mujoco.MjvCamera()
        camera.type = mujoco.mjtCamera.mjCAMERA_FREE
        camera.lookat = self.target_w
        camera.distance = self.distance
        camera.azimuth = np.rad2deg(self.azimuth)
        camera.elevation = np.rad2deg(self.elevation)
        return camera
