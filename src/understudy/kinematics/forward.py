"""Forward kinematics and Jacobians as compiled kernels, equal to MuJoCo's to 1e-9.

The kernels are flat on purpose: a compiled call that passes a whole tree along costs more than the
arithmetic of a joint (27 µs against 2.4 µs a pose of a 29-joint robot when this was measured).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_kernel, fused_making_kernel
from understudy.kinematics.tree import FREE, HINGE, SLIDE, Tree


class Pose(NamedTuple):
    """Where everything is: buffers that :func:`forward` fills."""

    body_pos: np.ndarray  # (B, 3) [m] in the world
    body_mat: np.ndarray  # (B, 3, 3)
    dof_axis: np.ndarray  # (V, 3) unit axis in the world
    dof_anchor: np.ndarray  # (V, 3) [m] a point on a rotation's axis


def new_pose(tree: Tree) -> Pose:
    """Return empty buffers for one pose of a tree."""
    bodies, dofs = len(tree.body_parent), len(tree.dof_turns)
    pose = Pose(np.zeros((bodies, 3)), np.zeros((bodies, 3, 3)), np.zeros((dofs, 3)), np.zeros((dofs, 3)))
    pose.body_mat[0] = np.eye(3)
    return pose


@fused_kernel
def forward(tree: Tree, q: np.ndarray, pose: Pose) -> None:
    """Fill ``pose`` from coordinates ``q`` (Q,), in which coupled joints are already set."""
    pos, mat, axes, anchors = pose.body_pos, pose.body_mat, pose.dof_axis, pose.dof_anchor
    parents, local_pos, local_mat = tree.body_parent, tree.body_pos, tree.body_mat
    joint_type, joint_pos, joint_axis = tree.joint_type, tree.joint_pos, tree.joint_axis
    for body in range(1, parents.shape[0]):
        parent = parents[body]
        # Most bodies are not turned against their parents at home, and most hinges turn about x, y or z.
        turned = local_mat[body, 0, 0] != 1.0 or local_mat[body, 1, 1] != 1.0 or local_mat[body, 2, 2] != 1.0
        for i in range(3):
            m0, m1, m2 = mat[parent, i, 0], mat[parent, i, 1], mat[parent, i, 2]
            pos[body, i] = pos[parent, i] + (
                m0 * local_pos[body, 0] + m1 * local_pos[body, 1] + m2 * local_pos[body, 2]
            )
            if not turned:
                mat[body, i, 0], mat[body, i, 1], mat[body, i, 2] = m0, m1, m2
                continue
            for j in range(3):
                mat[body, i, j] = (
                    m0 * local_mat[body, 0, j] + m1 * local_mat[body, 1, j] + m2 * local_mat[body, 2, j]
                )
        first = tree.body_joint_start[body]
        for joint in range(first, first + tree.body_joint_count[body]):
            kind, at, dof = joint_type[joint], tree.joint_q[joint], tree.joint_dof[joint]
            ax, ay, az = joint_axis[joint, 0], joint_axis[joint, 1], joint_axis[joint, 2]
            if kind == SLIDE:
                distance = q[at] - tree.q_zero[at]
                for i in range(3):
                    axis = mat[body, i, 0] * ax + mat[body, i, 1] * ay + mat[body, i, 2] * az
                    axes[dof, i] = axis
                    pos[body, i] += distance * axis
                    anchors[dof, i] = pos[body, i]
                continue
            ox, oy, oz = joint_pos[joint, 0], joint_pos[joint, 1], joint_pos[joint, 2]
            along = 0 if ay == 0.0 and az == 0.0 else 1 if ax == 0.0 and az == 0.0 else 2
            if kind == HINGE and (along < 2 or (ax == 0.0 and ay == 0.0)):
                sign, second, third = ax + ay + az, (along + 1) % 3, (along + 2) % 3
                angle = q[at] - tree.q_zero[at]
                cosine, sine = math.cos(angle), sign * math.sin(angle)
                for i in range(3):
                    m0, m1, m2 = mat[body, i, 0], mat[body, i, 1], mat[body, i, 2]
                    axes[dof, i] = sign * mat[body, i, along]
                    j, k = mat[body, i, second], mat[body, i, third]
                    mat[body, i, second], mat[body, i, third] = cosine * j + sine * k, cosine * k - sine * j
                    anchor = pos[body, i] + m0 * ox + m1 * oy + m2 * oz
                    anchors[dof, i] = anchor
                    n0, n1, n2 = mat[body, i, 0], mat[body, i, 1], mat[body, i, 2]
                    pos[body, i] = anchor - (n0 * ox + n1 * oy + n2 * oz)
                continue
            if kind == HINGE:
                half = 0.5 * (q[at] - tree.q_zero[at])
                sine = math.sin(half)
                w, x, y, z = math.cos(half), sine * ax, sine * ay, sine * az
            else:
                start = at + 3 if kind == FREE else at
                w, x, y, z = q[start], q[start + 1], q[start + 2], q[start + 3]
                scale = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
                w, x, y, z = w * scale, x * scale, y * scale, z * scale
            r00, r01, r02 = 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)
            r10, r11, r12 = 2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)
            r20, r21, r22 = 2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)
            if kind == FREE:
                # A free joint states the body's pose in the world, whatever it was before.
                for i in range(3):
                    pos[body, i] = q[at + i]
                    for j in range(3):
                        mat[body, i, j] = 1.0 if i == j else 0.0
                        axes[dof + i, j] = 1.0 if i == j else 0.0
                        anchors[dof + i, j] = q[at + j]
                dof += 3
                ox, oy, oz = 0.0, 0.0, 0.0
            for i in range(3):
                m0, m1, m2 = mat[body, i, 0], mat[body, i, 1], mat[body, i, 2]
                n0 = m0 * r00 + m1 * r10 + m2 * r20
                n1 = m0 * r01 + m1 * r11 + m2 * r21
                n2 = m0 * r02 + m1 * r12 + m2 * r22
                anchor = pos[body, i] + m0 * ox + m1 * oy + m2 * oz
                pos[body, i] = anchor - (n0 * ox + n1 * oy + n2 * oz)
                mat[body, i, 0], mat[body, i, 1], mat[body, i, 2] = n0, n1, n2
                anchors[dof, i] = anchor
                if kind == HINGE:
                    axes[dof, i] = m0 * ax + m1 * ay + m2 * az
                else:
                    anchors[dof + 1, i], anchors[dof + 2, i] = anchor, anchor
                    axes[dof, i], axes[dof + 1, i], axes[dof + 2, i] = n0, n1, n2


@fused_kernel
def couple(tree: Tree, q: np.ndarray, slope: np.ndarray) -> None:
    """Set coupled joints' coordinates from their drivers', in place.

    Args:
        tree: The tree.
        q: (Q,) coordinates.
        slope: (V,) receives how fast each coordinate changes with its driver's: 1 for free ones.
    """
    for dof in range(tree.variable.shape[0]):
        driver = tree.variable[dof]
        slope[dof] = 1.0
        if driver == dof:
            continue
        c0, c1, c2 = tree.coupling[dof, 0], tree.coupling[dof, 1], tree.coupling[dof, 2]
        c3, c4 = tree.coupling[dof, 3], tree.coupling[dof, 4]
        x = q[tree.dof_q[driver]] - tree.q_zero[tree.dof_q[driver]] if driver >= 0 else 0.0
        value = c0 + x * (c1 + x * (c2 + x * (c3 + x * c4)))
        q[tree.dof_q[dof]] = tree.q_zero[tree.dof_q[dof]] + value
        slope[dof] = c1 + x * (2.0 * c2 + x * (3.0 * c3 + x * 4.0 * c4)) if driver >= 0 else 0.0


def couple_frames(tree: Tree, q: np.ndarray) -> None:
    """Set coupled joints' coordinates in frames (T, Q) from their drivers', in place."""
    for dof, driver in enumerate(tree.variable.tolist()):
        if driver not in (-1, dof):
            x = q[:, tree.dof_q[driver]] - tree.q_zero[tree.dof_q[driver]]
            value = np.polynomial.polynomial.polyval(x, tree.coupling[dof])
            q[:, tree.dof_q[dof]] = tree.q_zero[tree.dof_q[dof]] + value


@fused_kernel
def step(tree: Tree, q: np.ndarray, change: np.ndarray, out: np.ndarray) -> None:
    """Write ``q`` (Q,) moved by a tangent vector ``change`` (V,), as MuJoCo integrates positions."""
    for i in range(q.shape[0]):
        out[i] = q[i]
    for joint in range(tree.joint_type.shape[0]):
        kind, at, dof = tree.joint_type[joint], tree.joint_q[joint], tree.joint_dof[joint]
        if kind >= SLIDE:
            out[at] += change[dof]
            continue
        if kind == FREE:
            for i in range(3):
                out[at + i] += change[dof + i]
            at, dof = at + 3, dof + 3
        x, y, z = change[dof], change[dof + 1], change[dof + 2]
        angle = math.sqrt(x * x + y * y + z * z)
        scale = 0.5 - angle * angle / 48.0 if angle < 1e-6 else math.sin(0.5 * angle) / angle
        bw, bx, by, bz = math.cos(0.5 * angle), scale * x, scale * y, scale * z
        aw, ax, ay, az = q[at], q[at + 1], q[at + 2], q[at + 3]
        w = aw * bw - ax * bx - ay * by - az * bz
        x = aw * bx + ax * bw + ay * bz - az * by
        y = aw * by - ax * bz + ay * bw + az * bx
        z = aw * bz + ax * by - ay * bx + az * bw
        norm = 1.0 / math.sqrt(w * w + x * x + y * y + z * z)
        out[at], out[at + 1], out[at + 2], out[at + 3] = w * norm, x * norm, y * norm, z * norm


@fused_making_kernel
def body_jacobian(
    tree: Tree, pose: Pose, body: int, local: np.ndarray, linear: np.ndarray, angular: np.ndarray
) -> None:
    """Write the Jacobians (3, V) of a body's point and of its rotation over all degrees of freedom."""
    point = pose.body_pos[body] + pose.body_mat[body] @ local
    linear[:, :] = 0.0
    angular[:, :] = 0.0
    for k in range(tree.chain_count[body]):
        dof = tree.chain[body, k]
        axis = pose.dof_axis[dof]
        if tree.dof_turns[dof] == 1:
            linear[:, dof] = np.cross(axis, point - pose.dof_anchor[dof])
            angular[:, dof] = axis
        else:
            linear[:, dof] = axis


@fused_making_kernel
def centre_of_mass(tree: Tree, pose: Pose, com: np.ndarray, jacobian: np.ndarray) -> None:
    """Write the centre of mass (3,) [m] and its Jacobian (3, V) over all degrees of freedom."""
    total = tree.body_mass.sum()
    com[:] = 0.0
    jacobian[:, :] = 0.0
    for body in range(1, tree.body_parent.shape[0]):
        share = tree.body_mass[body] / total
        point = pose.body_pos[body] + pose.body_mat[body] @ tree.body_com[body]
        com += share * point
        for k in range(tree.chain_count[body]):
            dof = tree.chain[body, k]
            axis = pose.dof_axis[dof]
            if tree.dof_turns[dof] == 1:
                jacobian[:, dof] += share * np.cross(axis, point - pose.dof_anchor[dof])
            else:
                jacobian[:, dof] += share * axis
