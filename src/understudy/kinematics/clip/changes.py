"""Changes between poses of a clip as tangent vectors, and changes of some frames spread over all."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.tree import BALL, FREE, Tree
from understudy.spatial import rotations as rot


def change_between(tree: Tree, before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Return the tangent vectors (T, V) that lead from poses (T, Q) to others."""
    change = np.zeros((len(before), len(tree.variable)))
    scalar = np.flatnonzero(tree.dof_q >= 0)
    change[:, scalar] = (after - before)[:, tree.dof_q[scalar]]
    for kind, at, dof in zip(tree.joint_type, tree.joint_q, tree.joint_dof, strict=True):
        if kind == FREE:
            change[:, dof : dof + 3] = (after - before)[:, at : at + 3]
        if kind in (FREE, BALL):
            at, dof = (at + 3, dof + 3) if kind == FREE else (at, dof)
            turn = rot.multiply(rot.conjugate(before[:, at : at + 4]), after[:, at : at + 4])
            change[:, dof : dof + 3] = rot.as_rotation_vector(turn)
    return change


def spread(change: np.ndarray, stride: int, frames: int) -> np.ndarray:
    """Return changes (T, V) of all frames from those of every so-manieth one, along cubic curves.

    Args:
        change: (N, V), of frames 0, stride, 2 stride …
        stride: From one to the next.
        frames: T.
    """
    count = len(change)
    at = np.minimum(np.arange(frames) / stride, count - 1.0)
    left = np.minimum(at.astype(np.int64), max(count - 2, 0))
    share = (at - left)[:, None]
    p0, p1, p2, p3 = (change[np.clip(left + i, 0, count - 1)] for i in (-1, 0, 1, 2))
    # Catmull–Rom: through all of them, with slopes by their neighbours.
    slope, other = 0.5 * (p2 - p0), 0.5 * (p3 - p1)
    square, cube = share**2, share**3
    return (
        (2.0 * cube - 3.0 * square + 1.0) * p1
        + (cube - 2.0 * square + share) * slope
        + (3.0 * square - 2.0 * cube) * p2
        + (cube - square) * other
    )
