"""The cost of markers on bodies whose lengths, and whose markers' places on them, are unknown as well.

For given lengths a marker is a point; the per-frame solver takes it as one. Over a whole clip all frames
share the lengths and offsets, and their derivatives are needed too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_making_kernel
from understudy.kinematics.body_parts import index_array
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.shape import Shape, carried_points
from understudy.kinematics.tree import Tree


class MarkerBlock(NamedTuple):
    """P markers over T frames on a body of N lengths, of which M move bodies against their parents."""

    body: np.ndarray  # (P,)
    local: np.ndarray  # (P, 3) [m]
    target: np.ndarray  # (T, P, 3) [m]
    weight: (
        np.ndarray
    )  # (T, P) [1/m] by which everything about a marker is multiplied; 0 where it was not seen
    move_length: np.ndarray  # (M,) the length that makes a move
    move_body: np.ndarray  # (M,) the body that it moves against its parent
    move_slope: np.ndarray  # (M, 3) how far, in the parent's frame, per metre of length
    carried: np.ndarray  # (P, M) whether a move carries a marker along
    point_slope: np.ndarray  # (N, P, 3) how a marker moves on its body with a length

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (3P,): w (p − p*), in the frame of each marker's body."""
        mats = pose.body_mat[self.body]
        off = pose.body_pos[self.body] + np.einsum("pij,pj->pi", mats, self.local) - self.target[frame]
        return (self.weight[frame][:, None] * np.einsum("pji,pj->pi", mats, off)).ravel()


def marker_block(shape: Shape, target: np.ndarray, weight: np.ndarray) -> MarkerBlock:
    """Return a block of a shape's points measured at ``target`` (T, P, 3) [m], weights (T, P) [1/m]."""
    move_length, move_body, move_slope = shape.moves()
    return MarkerBlock(
        body=index_array([point.body for point in shape.points]),
        local=shape.locals(),
        target=np.where(weight[..., None] > 0.0, target, 0.0),
        weight=np.ascontiguousarray(weight),
        move_length=move_length,
        move_body=move_body,
        move_slope=move_slope,
        carried=carried_points(shape.tree, move_body.tolist(), shape.points),
        point_slope=shape.point_slope,
    )


def marker_jacobians(
    tree: Tree, block: MarkerBlock, q: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return residuals of markers and their derivatives in poses (T, Q), in the frames of their bodies.

    There a change of the marker's own place on the body has the identity as derivative, but for the weight.

    Returns:
        Residuals (T, 3P) and derivatives by variables (T, V, 3P) and by lengths (T, N, 3P).
    """
    frames, points = block.weight.shape
    error = np.zeros((frames, 3 * points))
    by_joints = np.zeros((frames, len(tree.variable), 3 * points))
    by_lengths = np.zeros((frames, len(block.point_slope), 3 * points))
    _write_jacobians(tree, block, q.copy(), new_pose(tree), error, by_joints, by_lengths)
    return error, by_joints, by_lengths


@fused_making_kernel
def _write_jacobians(
    tree: Tree,
    block: MarkerBlock,
    q: np.ndarray,
    pose: Pose,
    error: np.ndarray,
    by_joints: np.ndarray,
    by_lengths: np.ndarray,
) -> None:
    """Write what :func:`marker_jacobians` returns; ``by_joints`` is zero before."""
    slope, arm = np.ones(tree.variable.shape[0]), np.empty(3)
    world, turned = np.empty(3), np.empty(3)
    for frame in range(q.shape[0]):
        couple(tree, q[frame], slope)
        forward(tree, q[frame], pose)
        for i in range(block.body.shape[0]):
            body, w = block.body[i], block.weight[frame, i]
            mat = pose.body_mat[body]
            for k in range(3):
                arm[k] = pose.body_pos[body, k]
                for j in range(3):
                    arm[k] += mat[k, j] * block.local[i, j]
                turned[k] = arm[k] - block.target[frame, i, k]
            for k in range(3):
                row = 3 * i + k
                error[frame, row] = w * (
                    mat[0, k] * turned[0] + mat[1, k] * turned[1] + mat[2, k] * turned[2]
                )
                for n in range(by_lengths.shape[1]):
                    by_lengths[frame, n, row] = w * block.point_slope[n, i, k]
            for n in range(tree.chain_count[body]):
                dof = tree.chain[body, n]
                variable = tree.variable[dof]
                if variable < 0:
                    continue
                axis, anchor = pose.dof_axis[dof], pose.dof_anchor[dof]
                if tree.dof_turns[dof] == 1:
                    x, y, z = arm[0] - anchor[0], arm[1] - anchor[1], arm[2] - anchor[2]
                    world[0] = axis[1] * z - axis[2] * y
                    world[1] = axis[2] * x - axis[0] * z
                    world[2] = axis[0] * y - axis[1] * x
                else:
                    world[0], world[1], world[2] = axis[0], axis[1], axis[2]
                for k in range(3):
                    by_joints[frame, variable, 3 * i + k] += (w * slope[dof]) * (
                        mat[0, k] * world[0] + mat[1, k] * world[1] + mat[2, k] * world[2]
                    )
            for m in range(block.move_length.shape[0]):
                if not block.carried[i, m]:
                    continue
                parent = pose.body_mat[tree.body_parent[block.move_body[m]]]
                for k in range(3):
                    world[k] = 0.0
                    for j in range(3):
                        world[k] += parent[k, j] * block.move_slope[m, j]
                for k in range(3):
                    by_lengths[frame, block.move_length[m], 3 * i + k] += w * (
                        mat[0, k] * world[0] + mat[1, k] * world[1] + mat[2, k] * world[2]
                    )
