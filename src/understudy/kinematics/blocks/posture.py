"""The cost of joints being away from a posture, which decides what other costs leave open."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree


class PostureBlock(NamedTuple):
    """One posture for all frames; only scalar joints that are not coupled to another one count."""

    target: np.ndarray  # (Q,) coordinates
    weight: np.ndarray  # (V,) [1/rad or 1/m]

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return nothing: every residual is of one joint."""
        return []

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (J,): w (q − q*) of the joints that count."""
        own = free_scalars(tree)
        return self.weight[own] * (q - self.target)[tree.dof_q[own]]


def posture_block(
    tree: Tree, target: np.ndarray | None = None, weight: np.ndarray | None = None
) -> PostureBlock:
    """Return a block that holds joints near a posture (Q,) by weights (V,) [1/rad or 1/m]."""
    size = len(tree.variable)
    return PostureBlock(
        target=np.array(tree.q_zero if target is None else target),
        weight=np.zeros(size) if weight is None else weight,
    )


def free_scalars(tree: Tree) -> np.ndarray:
    """Return the degrees of freedom of scalar joints that are not coupled to another one."""
    return np.flatnonzero((tree.dof_q >= 0) & (tree.variable == np.arange(len(tree.variable))))


@fused_inner_kernel
def add_posture(
    dof_q: np.ndarray,
    variable: np.ndarray,
    q: np.ndarray,
    wanted: np.ndarray,
    weight: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add r = w (q − q*) of scalar joints, wanted coordinates (Q,), weights (V,) [1/rad or 1/m]."""
    cost = 0.0
    for dof in range(variable.shape[0]):
        at = dof_q[dof]
        w = weight[dof]
        if at < 0 or w == 0.0 or variable[dof] != dof:
            continue
        residual = w * (q[at] - wanted[at])
        cost += 0.5 * residual * residual
        gradient[dof] += w * residual
        hessian[dof, dof] += w * w
    return cost
