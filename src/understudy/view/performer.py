"""What a lane of a picture shows: the source person or a robot, seen alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import mujoco
import numpy as np

from understudy.motion.terrain import Terrain


@dataclass(frozen=True)
class Stature:
    """How tall a performer is, so that its lane can be filled.

    Attributes:
        height: From its lowest to its highest point when it stands [m].
        middle: Half-way between the two, above the floor [m].
    """

    height: float
    middle: float


class Performer(Protocol):
    """A figure with a pose at every frame and a path through the world."""

    @property
    def label(self) -> str:
        """What is written under its lane."""
        ...

    @property
    def model(self) -> mujoco.MjModel:
        """What MuJoCo draws by itself."""
        ...

    @property
    def stature(self) -> Stature:
        """How tall it is."""
        ...

    @property
    def path_w(self) -> np.ndarray:
        """(T, 3) where the middle of its hips is [m]."""
        ...

    @property
    def terrain(self) -> Terrain:
        """Steps and ramps that it walks on."""
        ...

    @property
    def fps(self) -> float:
        """Frames a second [1/s]."""
        ...

    @property
    def fixed_heading(self) -> float | None:
        """Heading [rad] that it never leaves because its base is fixed, or None."""
        ...

    def pose(self, frame: int) -> mujoco.MjData:
        """Return the model's pose at a frame."""
        ...

    def points_w(self, frame: int) -> np.ndarray:
        """Return points (P, 3) [m] between which all of it is at a frame."""
        ...

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add what the model does not hold to the scene."""
        ...
