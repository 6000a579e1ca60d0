"""Shapes that make up a person's looks: capsules and ellipsoids on points of the body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

Colour = tuple[float, float, float]
Vector = tuple[float, float, float]


@dataclass(frozen=True)
class Capsule:
    """A capsule.

    Attributes:
        point: The point of the body in whose frame it is.
        start, end: Ends of its axis [m].
        radius: [m].
        colour: Red, green and blue, each 0 to 1.
    """

    point: str
    start: Vector
    end: Vector
    radius: float
    colour: Colour


@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid.

    Attributes:
        point: The point of the body in whose frame it is.
        centre: [m].
        semi_axes: Half lengths along x, y and z of its own frame [m].
        colour: Red, green and blue, each 0 to 1.
        quaternion: Its orientation wxyz.
    """

    point: str
    centre: Vector
    semi_axes: Vector
    colour: Colour
    quaternion: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)


Shape = Capsule | Ellipsoid


def vector(values: np.ndarray) -> Vector:
    """Return three numbers of an array as a tuple."""
    x, y, z = values.tolist()
    return x, y, z
