"""Points of a shape at any lengths, with what does not change with lengths prepared once."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.point_jacobians import PointJacobians, point_jacobians, shape_points
from understudy.kinematics.shape import Shape


class ShapedPoints:
    """Points of a shape.

    Args:
        shape: The shape; its lengths are those from which others count.
    """

    def __init__(self, shape: Shape) -> None:
        """Prepare what lengths do not change: which points they carry, and which way."""
        self.shape, self.points = shape, shape_points(shape)

    def at(self, lengths: np.ndarray, q: np.ndarray) -> PointJacobians:
        """Return the points at lengths (N,) [m], with derivatives in poses (T, Q)."""
        shape, change = self.shape, lengths - self.shape.values
        bodies = shape.tree.body_pos + np.tensordot(change, shape.body_slope, axes=1)
        places = self.points.local + np.tensordot(change, shape.point_slope, axes=1)
        return point_jacobians(shape.tree._replace(body_pos=bodies), self.points._replace(local=places), q)
