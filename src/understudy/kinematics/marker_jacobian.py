"""How points on a tree move with its joints and with its lengths, in the frames of the points' bodies."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import kernel
from understudy.kinematics.forward import Pose, couple, forward
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import Tree


@kernel
def marker_jacobians(
    tree: Tree,
    tasks: Tasks,
    move_length: np.ndarray,
    move_body: np.ndarray,
    move_slope: np.ndarray,
    carried: np.ndarray,
    point_slope: np.ndarray,
    q: np.ndarray,
    place: np.ndarray,
    weight: np.ndarray,
    pose: Pose,
    error: np.ndarray,
    by_joints: np.ndarray,
    by_lengths: np.ndarray,
) -> None:
    """Write weighted errors of points and their derivatives, turned into the frame of each point's body.

    There a change of the point's own place on the body has the identity as derivative, but for the weight.

    Args:
        tree: The tree.
        tasks: The P points.
        move_length: (M,) the length that makes a move.
        move_body: (M,) the body that it moves against its parent.
        move_slope: (M, 3) how far, in the parent's frame, per metre of length.
        carried: (P, M) whether a move carries a point along.
        point_slope: (N, P, 3) how a point moves on its body with a length.
        q: (T, Q) poses.
        place: (T, P, 3) [m] where the points were measured.
        weight: (T, P) by which everything about a point is multiplied.
        pose: Buffer.
        error: (T, 3P) receives point minus measured place.
        by_joints: (T, V, 3P), zero before, receives derivatives by the variables.
        by_lengths: (T, N, 3P) receives derivatives by the lengths.
    """
    slope, arm = np.ones(tree.variable.shape[0]), np.empty(3)
    world, turned = np.empty(3), np.empty(3)
    for frame in range(q.shape[0]):
        couple(tree, q[frame], slope)
        forward(tree, q[frame], pose)
        for i in range(tasks.point_body.shape[0]):
            body, w = tasks.point_body[i], weight[frame, i]
            mat = pose.body_mat[body]
            for k in range(3):
                arm[k] = pose.body_pos[body, k]
                for j in range(3):
                    arm[k] += mat[k, j] * tasks.point_local[i, j]
                turned[k] = arm[k] - place[frame, i, k]
            for k in range(3):
                row = 3 * i + k
                error[frame, row] = w * (
                    mat[0, k] * turned[0] + mat[1, k] * turned[1] + mat[2, k] * turned[2]
                )
                for n in range(by_lengths.shape[1]):
                    by_lengths[frame, n, row] = w * point_slope[n, i, k]
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
            for m in range(move_length.shape[0]):
                if not carried[i, m]:
                    continue
                parent = pose.body_mat[tree.body_parent[move_body[m]]]
                for k in range(3):
                    world[k] = 0.0
                    for j in range(3):
                        world[k] += parent[k, j] * move_slope[m, j]
                for k in range(3):
                    by_lengths[frame, move_length[m], 3 * i + k] += w * (
                        mat[0, k] * world[0] + mat[1, k] * world[1] + mat[2, k] * world[2]
                    )
