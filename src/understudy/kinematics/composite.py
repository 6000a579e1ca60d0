"""From stiffness and wrench of bodies to the normal equations, as composite inertias give a mass matrix.

What a degree of freedom feels is the sum over all bodies that it moves, so one sweep from the tips to
the root and one product with each ancestor's twist give JᵀJ and Jᵀr of any number of costs.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.forward import Pose
from understudy.kinematics.normal_equations import add_product
from understudy.kinematics.tree import Tree


@fused_inner_kernel
def write_twists(tree: Tree, pose: Pose, reference: np.ndarray, slope: np.ndarray, twist: np.ndarray) -> None:
    """Write the twist (V, 6) of every degree of freedom, by unit of the variable that drives it.

    Args:
        tree: The tree.
        pose: Its pose.
        reference: (3,) [m] the point at which twists and wrenches are taken.
        slope: (V,) how fast each degree of freedom moves with the variable that drives it.
        twist: (V, 6) receives rotation and translation.
    """
    axes, anchors = pose.dof_axis, pose.dof_anchor
    for dof in range(twist.shape[0]):
        a0, a1, a2 = slope[dof] * axes[dof, 0], slope[dof] * axes[dof, 1], slope[dof] * axes[dof, 2]
        if tree.dof_turns[dof] == 1:
            x = reference[0] - anchors[dof, 0]
            y = reference[1] - anchors[dof, 1]
            z = reference[2] - anchors[dof, 2]
            twist[dof, 0], twist[dof, 1], twist[dof, 2] = a0, a1, a2
            twist[dof, 3], twist[dof, 4], twist[dof, 5] = a1 * z - a2 * y, a2 * x - a0 * z, a0 * y - a1 * x
        else:
            twist[dof, 0], twist[dof, 1], twist[dof, 2] = 0.0, 0.0, 0.0
            twist[dof, 3], twist[dof, 4], twist[dof, 5] = a0, a1, a2


@fused_inner_kernel
def add_bodies(
    tree: Tree,
    stiffness: np.ndarray,
    wrench: np.ndarray,
    twist: np.ndarray,
    whole: bool,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    """Add all bodies' costs to the normal equations.

    Args:
        tree: The tree.
        stiffness: (B, 6, 6) lower triangles; summed over subtrees in place.
        wrench: (B, 6); summed over subtrees in place.
        twist: (V, 6) of the degrees of freedom.
        whole: Whether stiffness counts; else only the gradient is added to.
        gradient: (V,) receives Jᵀr.
        hessian: (V, V) receives the lower triangle of JᵀJ.
    """
    parent, variable, chain = tree.body_parent, tree.variable, tree.chain
    for body in range(parent.shape[0] - 1, 0, -1):
        up = parent[body]
        if up == 0:
            continue
        for i in range(6):
            wrench[up, i] += wrench[body, i]
        if whole:
            for i in range(6):
                for j in range(i + 1):
                    stiffness[up, i, j] += stiffness[body, i, j]
    for dof in range(variable.shape[0]):
        va = variable[dof]
        if va < 0:
            continue
        t0, t1, t2 = twist[dof, 0], twist[dof, 1], twist[dof, 2]
        t3, t4, t5 = twist[dof, 3], twist[dof, 4], twist[dof, 5]
        body = tree.dof_body[dof]
        w = wrench[body]
        gradient[va] += t0 * w[0] + t1 * w[1] + t2 * w[2] + t3 * w[3] + t4 * w[4] + t5 * w[5]
        if not whole:
            continue
        k = stiffness[body]
        f0 = k[0, 0] * t0 + k[1, 0] * t1 + k[2, 0] * t2 + k[3, 0] * t3 + k[4, 0] * t4 + k[5, 0] * t5
        f1 = k[1, 0] * t0 + k[1, 1] * t1 + k[2, 1] * t2 + k[3, 1] * t3 + k[4, 1] * t4 + k[5, 1] * t5
        f2 = k[2, 0] * t0 + k[2, 1] * t1 + k[2, 2] * t2 + k[3, 2] * t3 + k[4, 2] * t4 + k[5, 2] * t5
        f3 = k[3, 0] * t0 + k[3, 1] * t1 + k[3, 2] * t2 + k[3, 3] * t3 + k[4, 3] * t4 + k[5, 3] * t5
        f4 = k[4, 0] * t0 + k[4, 1] * t1 + k[4, 2] * t2 + k[4, 3] * t3 + k[4, 4] * t4 + k[5, 4] * t5
        f5 = k[5, 0] * t0 + k[5, 1] * t1 + k[5, 2] * t2 + k[5, 3] * t3 + k[5, 4] * t4 + k[5, 5] * t5
        for n in range(tree.chain_count[body]):
            other = chain[body, n]
            if other > dof:
                break
            vb = variable[other]
            value = (
                twist[other, 0] * f0
                + twist[other, 1] * f1
                + twist[other, 2] * f2
                + twist[other, 3] * f3
                + twist[other, 4] * f4
                + twist[other, 5] * f5
            )
            if other == dof:
                hessian[va, va] += value
            else:
                add_product(va, vb, value, hessian)
