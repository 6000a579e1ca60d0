"""The cost of joints changing their pace, which damps noise without lagging: r = w (qₜ − 2 qₜ₋₁ + qₜ₋₂)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.tree import Tree


class AccelerationBlock(NamedTuple):
    """Weights of the second difference; per frame it is a posture, where the joints would go on to."""

    weight: np.ndarray  # (V,) [1/rad or 1/m], a weight of acceleration [s²/rad] times frames a second squared

    @property
    def stencil(self) -> np.ndarray:
        """Return the shares of frames t, t − 1, … in the residual of frame t."""
        return np.array([1.0, -2.0, 1.0])

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return nothing: within a frame, every residual is of one joint."""
        return []

    def residual_over_time(self, tree: Tree, q: np.ndarray) -> np.ndarray:
        """Return r (T − 2, J) of a clip (T, Q)."""
        own = free_scalars(tree)
        return self.weight[own] * np.diff(q[:, tree.dof_q[own]], n=2, axis=0)


def acceleration_block(tree: Tree, weight: np.ndarray | None = None) -> AccelerationBlock:
    """Return a block of weights (V,)."""
    return AccelerationBlock(np.zeros(len(tree.variable)) if weight is None else weight)
