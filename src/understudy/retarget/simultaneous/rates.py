"""Rows over time: how fast variables of a robot move and speed up, for costs and for limits."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.tree import FREE, Tree
from understudy.spatial import rotations as rot


def rates(tree: Tree, q: np.ndarray, fps: float) -> np.ndarray:
    """Return (T − 1, V) [rad/s or m/s] how fast degrees of freedom move between poses (T, Q)."""
    found = np.zeros((len(q) - 1, len(tree.variable)))
    scalar = np.flatnonzero(tree.dof_q >= 0)
    found[:, scalar] = np.diff(q[:, tree.dof_q[scalar]], axis=0)
    for joint in np.flatnonzero(tree.joint_type == FREE):
        at, dof = int(tree.joint_q[joint]), int(tree.joint_dof[joint])
        found[:, dof : dof + 3] = np.diff(q[:, at : at + 3], axis=0)
        turns = q[:, at + 3 : at + 7]
        turned = rot.multiply(rot.conjugate(turns[:-1]), turns[1:])
        found[:, dof + 3 : dof + 6] = rot.as_rotation_vector(turned)
    return fps * found


def add_pull(pull: np.ndarray, stencil: tuple[float, ...], places: np.ndarray, gradient: np.ndarray) -> None:
    """Add the derivative of a cost by rows Σ sₐ qₜ₊ₐ, which tie equal variables of frames in a row, in place.

    The derivative by every variable is taken to be that of a scalar joint.

    Args:
        pull: (R, J) the cost's derivative by each row.
        stencil: s, of two numbers for a velocity and three for an acceleration.
        places: (J,) the variables.
        gradient: (T, D), R + len(s) − 1 being T.
    """
    for a, share in enumerate(stencil):
        gradient[a : a + len(pull), places] += share * pull


def add_stiffness(
    stiffness: np.ndarray, stencil: tuple[float, ...], places: np.ndarray, diagonals: np.ndarray
) -> None:
    """Add the second derivative of such a cost, (R, J) by each row, to diagonals (T, 3, D), in place."""
    for a, first in enumerate(stencil):
        for b in range(a, len(stencil)):
            diagonals[a : a + len(stiffness), b - a, places] += first * stencil[b] * stiffness
