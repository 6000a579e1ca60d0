"""Costs between frames: what velocity and acceleration add to the normal equations of a whole clip.

Each residual is w Σ sₐ qₜ₋ₐ of one joint, s being the block's stencil. Between two frames only equal joints
meet, so that the matrix is banded in time, with diagonals outside the frames' own blocks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.blocks.acceleration import AccelerationBlock
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.blocks.velocity import VelocityBlock
from understudy.kinematics.tree import Tree

TimedBlock = VelocityBlock | AccelerationBlock


class TimeCoupling:
    """Blocks of differences in time on a tree.

    Args:
        tree: The tree.
        blocks: The blocks; those without a weight are left out.
    """

    def __init__(self, tree: Tree, blocks: Sequence[TimedBlock]) -> None:
        """Find the joints that count."""
        own = free_scalars(tree)
        self.blocks = [block for block in blocks if block.weight[own].any()]
        weights = [block.weight[own] != 0.0 for block in self.blocks]
        self.dofs = own[np.any(weights, axis=0)] if weights else np.zeros(0, dtype=np.int64)
        self.columns = tree.dof_q[self.dofs]

    @property
    def frames_apart(self) -> int:
        """How many frames apart two frames may be that meet in a residual."""
        return max((len(block.stencil) - 1 for block in self.blocks), default=0)

    def cost(self, q: np.ndarray) -> float:
        """Return half the sum of squares of all residuals in poses (T, Q)."""
        return 0.5 * sum(float((self._residual(block, q) ** 2).sum()) for block in self.blocks)

    def gradient(self, q: np.ndarray) -> np.ndarray:
        """Return (T, D) the cost's derivative by the joints that count."""
        slope = np.zeros((len(q), len(self.dofs)))
        for block in self.blocks:
            pull = self._residual(block, q) * block.weight[self.dofs]
            reach = len(block.stencil) - 1
            for back, share in enumerate(block.stencil):
                slope[reach - back : len(q) - back] += share * pull
        return slope

    def diagonals(self, frames: int) -> np.ndarray:
        """Return (T, A + 1, D) the matrix between frame t and frame t + a, for every joint that counts."""
        bands = np.zeros((frames, self.frames_apart + 1, len(self.dofs)))
        for block in self.blocks:
            square = block.weight[self.dofs] ** 2
            reach = len(block.stencil) - 1
            for late, share in enumerate(block.stencil):
                for early in range(late, len(block.stencil)):
                    # Residual t holds frames t − early and t − late, which are early − late apart.
                    first = reach - early
                    bands[first : frames - early, early - late] += share * block.stencil[early] * square
        return bands

    def _residual(self, block: TimedBlock, q: np.ndarray) -> np.ndarray:
        values, reach = q[:, self.columns], len(block.stencil) - 1
        if len(q) <= reach:
            return np.zeros((0, len(self.dofs)))
        terms = [s * values[reach - back : len(q) - back] for back, s in enumerate(block.stencil)]
        return block.weight[self.dofs] * np.sum(terms, axis=0)
