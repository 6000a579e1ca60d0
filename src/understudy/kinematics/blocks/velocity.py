"""The cost of joints moving, which keeps idle ones from wandering: r = w (qₜ − qₜ₋₁)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.tree import Tree


class VelocityBlock(NamedTuple):
    """Weights of the change between two frames; per frame it is a posture, the last one."""

    weight: np.ndarray  # (V,) [1/rad or 1/m], which is a weight of velocity [s/rad] times frames a second

    @property
    def stencil(self) -> np.ndarray:
        """Return the shares of frames t, t − 1, … in the residual of frame t."""
        return np.array([1.0, -1.0])

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return nothing: within a frame, every residual is of one joint."""
        return []

    def residual_over_time(self, tree: Tree, q: np.ndarray) -> np.ndarray:
        """Return r (T − 1, J) of a clip (T, Q)."""
        own = free_scalars(tree)
        return self.weight[own] * np.diff(q[:, tree.dof_q[own]], axis=0)


def velocity_block(tree: Tree, weight: np.ndarray | None = None) -> VelocityBlock:
    """Return a block of weights (V,)."""
    return VelocityBlock(np.zeros(len(tree.variable)) if weight is None else weight)
