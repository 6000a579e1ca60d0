"""Points of a shape at any lengths, with what does not change with lengths prepared once."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.point_equations import add_point_equations
from understudy.kinematics.point_jacobians import (
    PointJacobians,
    ShapePoints,
    point_jacobians,
    shape_points,
    shaped_places,
)
from understudy.kinematics.shape import Shape
from understudy.kinematics.tree import Tree


class ShapedPoints:
    """Points of a shape.

    Args:
        shape: The shape; its lengths are those from which others count.
    """

    def __init__(
        self, shape: Shape, starts: np.ndarray | None = None, ends: np.ndarray | None = None
    ) -> None:
        """Prepare what lengths do not change: which points, or ways, they carry, and which way."""
        self.shape, self.points = shape, shape_points(shape, starts, ends)
        self._seen: tuple[bytes, tuple[Tree, ShapePoints]] | None = None

    def _at(self, lengths: np.ndarray) -> tuple[Tree, ShapePoints]:
        """Return tree and points at lengths (N,) [m]; the last ones are remembered."""
        key = lengths.tobytes()
        if self._seen is None or self._seen[0] != key:
            self._seen = key, self._made(lengths)
        return self._seen[1]

    def _made(self, lengths: np.ndarray) -> tuple[Tree, ShapePoints]:
        shape, change = self.shape, lengths - self.shape.values
        bodies = shape.tree.body_pos + np.tensordot(change, shape.body_slope, axes=1)
        places = self.points.local + np.tensordot(change, self.points.point_slope, axes=1)
        return shape.tree._replace(body_pos=bodies), self.points._replace(local=places)

    def at(self, lengths: np.ndarray, q: np.ndarray, weight: np.ndarray, by_lengths: bool) -> PointJacobians:
        """Return the points at lengths (N,) [m], with derivatives in poses (T, Q) times weights (T, P)."""
        return point_jacobians(*self._at(lengths), q, weight, by_lengths)

    def places(self, lengths: np.ndarray, q: np.ndarray) -> np.ndarray:
        """Return (T, 3P) [m] the points at lengths (N,) [m] in poses (T, Q)."""
        return shaped_places(*self._at(lengths), q)

    def add_equations(
        self,
        lengths: np.ndarray,
        q: np.ndarray,
        weight: np.ndarray,
        wanted: np.ndarray,
        root_scale: float,
        gradient: np.ndarray,
        hessian: np.ndarray,
    ) -> None:
        """Add derivatives of what points at lengths (N,) [m] cost, see ``add_point_equations``."""
        add_point_equations(*self._at(lengths), q, weight, wanted, root_scale, gradient, hessian)
