"""The body's own directions in the zero pose of its model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class BodyAxes:
    """Unit vectors (3,) in the zero pose: forward, left and up of the body, at right angles."""

    forward_w: np.ndarray
    left_w: np.ndarray
    up_w: np.ndarray

    @classmethod
    def from_forward_up(cls, forward_w: np.ndarray, up_w: np.ndarray) -> BodyAxes:
        """Make axes from two unit vectors at right angles; left is up × forward."""
        return cls(forward_w, np.cross(up_w, forward_w), up_w)

    @property
    def matrix(self) -> np.ndarray:
        """(3, 3) rotation from the zero pose's world to canonical axes; its rows are the directions."""
        return np.stack([self.forward_w, self.left_w, self.up_w])
