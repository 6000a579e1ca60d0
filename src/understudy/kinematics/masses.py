"""Inertias of a body's links, and its centre of mass over a clip."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.tree import Tree


def body_inertias(model: mujoco.MjModel) -> np.ndarray:
    """Return (B, 3, 3) [kg m²] inertias of bodies about their centres of mass, in the bodies' frames."""
    turns = np.zeros((model.nbody, 9))
    for body in range(model.nbody):
        mujoco.mju_quat2Mat(turns[body], model.body_iquat[body])
    turn = turns.reshape(-1, 3, 3)
    return np.einsum("bij,bj,bkj->bik", turn, model.body_inertia, turn)


def centres_of_mass(tree: Tree, q: np.ndarray) -> np.ndarray:
    """Return (T, 3) [m] the centre of mass in poses (T, Q)."""
    found = np.zeros((len(q), 3))
    _write_centres(tree, np.array(q, order="C"), new_pose(tree), np.ones(len(tree.variable)), found)
    return found


@fused_kernel
def _write_centres(tree: Tree, q: np.ndarray, pose: Pose, slope: np.ndarray, out: np.ndarray) -> None:
    for frame in range(q.shape[0]):
        couple(tree, q[frame], slope)
        forward(tree, q[frame], pose)
        total = 0.0
        for body in range(1, tree.body_parent.shape[0]):
            mass = tree.body_mass[body]
            total += mass
            for i in range(3):
                place = pose.body_pos[body, i]
                for j in range(3):
                    place += pose.body_mat[body, i, j] * tree.body_com[body, j]
                out[frame, i] += mass * place
        for i in range(3):
            out[frame, i] /= total
