"""Centre of mass and angular momentum of a clip, and how they change with the joints.

The angular momentum between two frames is taken from where bodies are and how they are turned in both, so
that it needs no velocities of joints; its derivatives are the centroidal momentum matrix (Orin 2013).
"""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.forward import Pose, couple, forward, new_pose
from understudy.kinematics.tree import Tree


class MassSweep(NamedTuple):
    """Masses of a tree over T frames."""

    centre: np.ndarray  # (T, 3) [m] centre of mass
    by_centre: np.ndarray  # (T, V, 3) its derivatives
    by_spin: np.ndarray  # (T, V, 3) [kg m²] angular momentum about it by unit of a variable's rate
    body_centre: np.ndarray  # (T, B, 3) [m] centres of mass of the bodies
    body_mat: np.ndarray  # (T, B, 3, 3)


def body_inertias(model: mujoco.MjModel) -> np.ndarray:
    """Return (B, 3, 3) [kg m²] inertias of bodies about their centres of mass, in the bodies' frames."""
    turns = np.zeros((model.nbody, 9))
    for body in range(model.nbody):
        mujoco.mju_quat2Mat(turns[body], model.body_iquat[body])
    turn = turns.reshape(-1, 3, 3)
    return np.einsum("bij,bj,bkj->bik", turn, model.body_inertia, turn)


def sweep_masses(tree: Tree, inertia: np.ndarray, q: np.ndarray) -> MassSweep:
    """Return masses in poses (T, Q), of bodies with inertias (B, 3, 3) [kg m²]."""
    frames, size, bodies = len(q), len(tree.variable), len(tree.body_parent)
    found = MassSweep(
        np.zeros((frames, 3)),
        np.zeros((frames, size, 3)),
        np.zeros((frames, size, 3)),
        np.zeros((frames, bodies, 3)),
        np.zeros((frames, bodies, 3, 3)),
    )
    work = np.zeros((bodies, 4)), np.zeros((bodies, 3, 3))
    _sweep(tree, inertia, np.array(q, order="C"), new_pose(tree), np.ones(size), *work, found)
    return found


def spin_between(sweep: MassSweep, mass: np.ndarray, inertia: np.ndarray, fps: float) -> np.ndarray:
    """Return (T − 1, 3) [kg m²/s] the angular momentum about the centre of mass between two frames.

    Args:
        sweep: The clip.
        mass: (B,) [kg] of the bodies.
        inertia: (B, 3, 3) [kg m²] in their frames.
        fps: Frames a second [1/s].
    """
    found = np.zeros((max(len(sweep.centre) - 1, 0), 3))
    _write_spin(sweep, mass, inertia, fps, np.zeros((4, 3)), found)
    return found


@fused_kernel
def _write_spin(
    sweep: MassSweep, mass: np.ndarray, inertia: np.ndarray, fps: float, work: np.ndarray, found: np.ndarray
) -> None:
    """Add what :func:`spin_between` returns to ``found`` (T − 1, 3); ``work`` (4, 3) is a buffer.

    Of a body at a and b from the centre of mass in two frames, ½ (a + b) × (b − a) is a × b. It turns by half
    of Σ a × b of the axes of its frame, which inertia is taken in: there it is the same in both.
    """
    before, after, rate, local = work[0], work[1], work[2], work[3]
    for t in range(found.shape[0]):
        for body in range(mass.shape[0]):
            first, second, total = sweep.body_mat[t, body], sweep.body_mat[t + 1, body], found[t]
            for i in range(3):
                before[i] = sweep.body_centre[t, body, i] - sweep.centre[t, i]
                after[i] = sweep.body_centre[t + 1, body, i] - sweep.centre[t + 1, i]
            for i in range(3):
                j, k = (i + 1) % 3, (i + 2) % 3
                total[i] += mass[body] * fps * (before[j] * after[k] - before[k] * after[j])
                rate[i] = 0.0
                for axis in range(3):
                    rate[i] += first[j, axis] * second[k, axis] - first[k, axis] * second[j, axis]
                rate[i] *= 0.5 * fps
            for i in range(3):
                local[i] = 0.0
                for j in range(3):
                    local[i] += 0.5 * (first[j, i] + second[j, i]) * rate[j]
            for i in range(3):
                own = inertia[body, i, 0] * local[0]
                own += inertia[body, i, 1] * local[1] + inertia[body, i, 2] * local[2]
                for j in range(3):
                    total[j] += 0.5 * (first[j, i] + second[j, i]) * own


@fused_kernel
def _sweep(
    tree: Tree,
    inertia: np.ndarray,
    q: np.ndarray,
    pose: Pose,
    slope: np.ndarray,
    moment: np.ndarray,
    about: np.ndarray,
    found: MassSweep,
) -> None:
    """Write what :func:`sweep_masses` returns.

    ``moment`` (B, 4) and ``about`` (B, 3, 3) are buffers: mass times place and mass, and inertia about the
    world's origin, of what a body carries.
    """
    parent, mass = tree.body_parent, tree.body_mass
    for frame in range(q.shape[0]):
        couple(tree, q[frame], slope)
        forward(tree, q[frame], pose)
        for body in range(parent.shape[0]):
            mat, place = pose.body_mat[body], found.body_centre[frame, body]
            for i in range(3):
                place[i] = pose.body_pos[body, i]
                for j in range(3):
                    place[i] += mat[i, j] * tree.body_com[body, j]
                    found.body_mat[frame, body, i, j] = mat[i, j]
            m = mass[body] if body > 0 else 0.0
            square = place[0] * place[0] + place[1] * place[1] + place[2] * place[2]
            for i in range(3):
                moment[body, i] = m * place[i]
                for j in range(3):
                    value = -m * place[i] * place[j]
                    if i == j:
                        value += m * square
                    for k in range(3):
                        for n in range(3):
                            value += mat[i, k] * inertia[body, k, n] * mat[j, n]
                    about[body, i, j] = value
            moment[body, 3] = m
        for body in range(parent.shape[0] - 1, 0, -1):
            up = parent[body]
            for i in range(3):
                moment[up, i] += moment[body, i]
                for j in range(3):
                    about[up, i, j] += about[body, i, j]
            moment[up, 3] += moment[body, 3]
        total = moment[0, 3]
        centre = found.centre[frame]
        for i in range(3):
            centre[i] = moment[0, i] / total
        for dof in range(tree.variable.shape[0]):
            v = tree.variable[dof]
            if v < 0:
                continue
            body = tree.dof_body[dof]
            axis, anchor, m = pose.dof_axis[dof], pose.dof_anchor[dof], moment[body, 3]
            for i in range(3):
                j, k = (i + 1) % 3, (i + 2) % 3
                if tree.dof_turns[dof] == 1:
                    arm_j, arm_k = moment[body, j] - m * anchor[j], moment[body, k] - m * anchor[k]
                    push = axis[j] * arm_k - axis[k] * arm_j
                    # Angular momentum about the origin: I a − m (c × (a × anchor)), the axis not through it.
                    spun = (
                        about[body, i, 0] * axis[0]
                        + about[body, i, 1] * axis[1]
                        + about[body, i, 2] * axis[2]
                    )
                    side_k = axis[i] * anchor[j] - axis[j] * anchor[i]
                    side_j = axis[k] * anchor[i] - axis[i] * anchor[k]
                    spun -= moment[body, j] * side_k - moment[body, k] * side_j
                else:
                    push = m * axis[i]
                    spun = moment[body, j] * axis[k] - moment[body, k] * axis[j]
                found.by_centre[frame, v, i] += slope[dof] * push / total
                found.by_spin[frame, v, i] += slope[dof] * spun
        # From about the origin to about the centre of mass: L_c = L_o − c × p.
        for v in range(tree.variable.shape[0]):
            p = found.by_centre[frame, v]
            for i in range(3):
                j, k = (i + 1) % 3, (i + 2) % 3
                found.by_spin[frame, v, i] -= total * (centre[j] * p[k] - centre[k] * p[j])
