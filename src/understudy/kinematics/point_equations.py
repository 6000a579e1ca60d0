"""Normal equations of points that are to be in places, in many poses, without their derivatives.

A point that pulls at its body is a mass there in another guise: JᵀJ of many points is the mass matrix of a
tree that carries them, and is found as such from sums over subtrees (see ``composite``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.composite import add_bodies, write_twists
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.point_jacobians import ShapePoints
from understudy.kinematics.tree import Tree

ROOT_MOVES = 3
"""Variables, the first ones, that move a free root."""


class _Buffers(NamedTuple):
    pose: Pose
    slope: np.ndarray  # (V,)
    twist: np.ndarray  # (V, 6)
    stiffness: np.ndarray  # (B, 6, 6)
    wrench: np.ndarray  # (B, 6)


def add_point_equations(
    tree: Tree,
    points: ShapePoints,
    q: np.ndarray,
    weight: np.ndarray,
    wanted: np.ndarray,
    root_scale: float,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    """Add derivatives of the cost ½ Σ |w (p − wanted)|² of points or ways p in T poses.

    Args:
        tree: The tree.
        points: The points.
        q: (T, Q) poses.
        weight: (T, P) w, 0 where a point does not count.
        wanted: (T, 3P) [m], anything where a point does not count.
        root_scale: How far points move as the root is moved by one metre.
        gradient: (T, V) receives first derivatives.
        hessian: (T, V, V) receives Gauss and Newton's second ones; symmetric before and after.
    """
    size, bodies = len(tree.variable), len(tree.body_parent)
    buffers = _Buffers(
        new_pose(tree), np.ones(size), np.empty((size, 6)), np.empty((bodies, 6, 6)), np.empty((bodies, 6))
    )
    _add_frames(tree, points, np.array(q, order="C"), weight, wanted, root_scale, buffers, gradient, hessian)


@fused_kernel
def _add_frames(
    tree: Tree,
    points: ShapePoints,
    q: np.ndarray,
    weight: np.ndarray,
    wanted: np.ndarray,
    root_scale: float,
    buffers: _Buffers,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    pose, slope, twist, stiffness, wrench = buffers
    for frame in range(q.shape[0]):
        couple(tree, q[frame], slope)
        forward(tree, q[frame], pose)
        # Nothing is far from the root, so that little is lost where arms of levers are taken from there.
        reference = pose.body_pos[1]
        write_twists(tree, pose, reference, slope, twist)
        for dof in range(ROOT_MOVES if root_scale != 1.0 else 0):
            for i in range(6):
                twist[dof, i] *= root_scale
        for body in range(wrench.shape[0]):
            for i in range(6):
                wrench[body, i] = 0.0
                for j in range(i + 1):
                    stiffness[body, i, j] = 0.0
        for p in range(points.body.shape[0]):
            if weight[frame, p] != 0.0:
                _add_point(points, p, pose, reference, weight[frame, p], wanted[frame], stiffness, wrench)
        add_bodies(tree, stiffness, wrench, twist, True, gradient[frame], hessian[frame])
        for v in range(hessian.shape[1]):
            for u in range(v):
                hessian[frame, u, v] = hessian[frame, v, u]


@fused_inner_kernel
def _add_point(
    points: ShapePoints,
    p: int,
    pose: Pose,
    reference: np.ndarray,
    weight: float,
    wanted: np.ndarray,
    stiffness: np.ndarray,
    wrench: np.ndarray,
) -> None:
    """Add a point's part to its body's stiffness (B, 6, 6), lower triangles, and wrench (B, 6)."""
    body, is_way, local = points.body[p], points.is_way[p], points.local[p]
    mat, square = pose.body_mat[body], weight * weight
    x = mat[0, 0] * local[0] + mat[0, 1] * local[1] + mat[0, 2] * local[2]
    y = mat[1, 0] * local[0] + mat[1, 1] * local[1] + mat[1, 2] * local[2]
    z = mat[2, 0] * local[0] + mat[2, 1] * local[1] + mat[2, 2] * local[2]
    if is_way:
        fx, fy, fz = x - wanted[3 * p], y - wanted[3 * p + 1], z - wanted[3 * p + 2]
    else:
        x, y, z = x + pose.body_pos[body, 0], y + pose.body_pos[body, 1], z + pose.body_pos[body, 2]
        fx, fy, fz = x - wanted[3 * p], y - wanted[3 * p + 1], z - wanted[3 * p + 2]
        x, y, z = x - reference[0], y - reference[1], z - reference[2]
    fx, fy, fz = square * fx, square * fy, square * fz
    k, w = stiffness[body], wrench[body]
    w[0] += y * fz - z * fy
    w[1] += z * fx - x * fz
    w[2] += x * fy - y * fx
    k[0, 0] += square * (y * y + z * z)
    k[1, 1] += square * (x * x + z * z)
    k[2, 2] += square * (x * x + y * y)
    k[1, 0] -= square * x * y
    k[2, 0] -= square * x * z
    k[2, 1] -= square * y * z
    if is_way:
        return
    w[3] += fx
    w[4] += fy
    w[5] += fz
    k[3, 3] += square
    k[4, 4] += square
    k[5, 5] += square
    k[3, 1] += square * z
    k[3, 2] -= square * y
    k[4, 0] -= square * z
    k[4, 2] += square * x
    k[5, 0] += square * y
    k[5, 1] -= square * x
