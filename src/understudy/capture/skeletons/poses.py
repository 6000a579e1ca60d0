"""Poses of a skeleton before anyone knows its unit, its axes, or what its joints are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Poses:
    """Every point of a skeleton over time, in the file's unit and axes.

    Attributes:
        points: (T, K, 3) positions.
        rotations: (T, K, 4) orientations, unit quaternions wxyz.
    """

    points: np.ndarray
    rotations: np.ndarray

    def in_axes(self, order: Sequence[int], signs: Sequence[float] = (1.0, 1.0, 1.0)) -> Poses:
        """Return the poses in other axes of the same handedness.

        Args:
            order: Which of the axes here is each of the new ones.
            signs: Whether it points the same way, 1 or -1.
        """
        rotations = self.rotations[..., [0, *(1 + axis for axis in order)]] * np.array([1.0, *signs])
        return Poses(self.points[..., list(order)] * np.array(signs), rotations)

    def mirrored(self, axis: int) -> Poses:
        """Return the poses with one axis reversed, 0 for x and 1 for y.

        A turn about an axis v by an angle becomes one about the reflected v by the opposite angle, which
        leaves of the quaternion's vector the part along the reversed axis and reverses the others.
        """
        signs = np.where(np.arange(3) == axis, -1.0, 1.0)
        return Poses(self.points * signs, self.rotations * np.array([1.0, *-signs]))
