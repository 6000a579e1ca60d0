"""The cost of the centre of mass being away from where it is wanted, such as over the feet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.two_bodies import accumulate
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree


class CentreOfMassBlock(NamedTuple):
    """The whole body's centre of mass over T frames, or nothing where there are no rows."""

    dofs: np.ndarray  # (V,) all degrees of freedom; none where the block is unused
    target: np.ndarray  # (T, 3) [m]
    weight: np.ndarray  # (T, 3) [1/m] per world axis

    timed = ("target", "weight")

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return all degrees of freedom: each of them moves the centre of mass."""
        return [self.dofs] if len(self.dofs) else []

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (3,): w ∘ (c − c*), or nothing (0,) where the block is unused."""
        if not len(self.dofs):
            return np.zeros(0)
        centres = pose.body_pos + np.einsum("bij,bj->bi", pose.body_mat, tree.body_com)
        centre = tree.body_mass[1:] @ centres[1:] / tree.body_mass[1:].sum()
        return self.weight[frame] * (centre - self.target[frame])


def centre_of_mass_block(
    tree: Tree, target: np.ndarray | None = None, weight: np.ndarray | None = None
) -> CentreOfMassBlock:
    """Return a block that brings the centre of mass to targets (T, 3) [m] by weights (T, 3) [1/m]."""
    if target is None or weight is None:
        return CentreOfMassBlock(np.zeros(0, dtype=np.uint32), np.zeros((0, 3)), np.zeros((0, 3)))
    dofs = np.arange(len(tree.variable), dtype=np.uint32)
    return CentreOfMassBlock(dofs, np.ascontiguousarray(target), np.ascontiguousarray(weight))


@fused_inner_kernel
def add_centre_of_mass(
    tree: Tree,
    pose: Pose,
    block: CentreOfMassBlock,
    frame: int,
    moment: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add r = w ∘ (c − c*) of the centre of mass c; ``moment`` (B, 4) and ``columns`` (V, 3) are buffers.

    A degree of freedom moves the part of the body behind it as one piece, of mass m at cₘ: its column is
    m / M (axis × (cₘ − anchor)), so that one sweep from the tips to the root gives all columns.
    """
    weight, target, parent = block.weight, block.target, tree.body_parent
    for body in range(parent.shape[0]):
        mass = tree.body_mass[body] if body > 0 else 0.0
        for i in range(3):
            place = pose.body_pos[body, i]
            for j in range(3):
                place += pose.body_mat[body, i, j] * tree.body_com[body, j]
            moment[body, i] = mass * place
        moment[body, 3] = mass
    for body in range(parent.shape[0] - 1, 0, -1):
        for i in range(4):
            moment[parent[body], i] += moment[body, i]
    total = moment[0, 3]
    r0 = weight[frame, 0] * (moment[0, 0] / total - target[frame, 0])
    r1 = weight[frame, 1] * (moment[0, 1] / total - target[frame, 1])
    r2 = weight[frame, 2] * (moment[0, 2] / total - target[frame, 2])
    for dof in range(tree.variable.shape[0]):
        body = tree.dof_body[dof]
        mass = moment[body, 3]
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            if tree.dof_turns[dof] == 1:
                arm_j = moment[body, j] - mass * pose.dof_anchor[dof, j]
                arm_k = moment[body, k] - mass * pose.dof_anchor[dof, k]
                moved = pose.dof_axis[dof, j] * arm_k - pose.dof_axis[dof, k] * arm_j
            else:
                moved = mass * pose.dof_axis[dof, i]
            columns[dof, i] = weight[frame, i] * moved / total
    accumulate(block.dofs.shape[0], block.dofs, columns, r0, r1, r2, tree.variable, slope, gradient, hessian)
    return 0.5 * (r0 * r0 + r1 * r1 + r2 * r2)
