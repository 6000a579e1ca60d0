"""The two shapes that a drawn person is made of, each with a place at every frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import mujoco
import numpy as np

from understudy.view.shapes import Colour, add_capsule, add_ellipsoid

MIDDLE_COLOUR: Colour = (0.60, 0.64, 0.70)
SIDE_COLOURS: dict[str, Colour] = {"l": (0.10, 0.50, 0.76), "r": (0.95, 0.45, 0.12)}
"""Left limbs are blue, right limbs orange."""


class BodyPart(Protocol):
    """Anything that a person is made of."""

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add the part at a frame, unless it is not known there."""
        ...


@dataclass(frozen=True)
class Bone:
    """A capsule between two landmarks.

    Attributes:
        start_w: (T, 3) one end [m].
        end_w: (T, 3) the other [m].
        known: (T,) where both are known.
        radius: [m].
        colour: Its colour.
    """

    start_w: np.ndarray
    end_w: np.ndarray
    known: np.ndarray
    radius: float
    colour: Colour

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add the bone at a frame, unless it is not known there."""
        if self.known[frame]:
            add_capsule(scene, self.start_w[frame], self.end_w[frame], self.radius, self.colour)


@dataclass(frozen=True)
class Egg:
    """An ellipsoid.

    Attributes:
        centre_w: (T, 3) its middle [m].
        axes_w: (T, 3, 3) its axes as columns: forward, left, up.
        known: (T,) where both are known.
        radii: (3,) half depth, width and height [m].
        colour: Its colour.
    """

    centre_w: np.ndarray
    axes_w: np.ndarray
    known: np.ndarray
    radii: np.ndarray
    colour: Colour

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add the egg at a frame, unless it is not known there."""
        if self.known[frame]:
            add_ellipsoid(scene, self.centre_w[frame], self.axes_w[frame], self.radii, self.colour)
