"""Kernels of the batch driver: all frames' normal equations, and a step of all frames."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import lean_kernel
from understudy.kinematics.costs import Costs, add_costs
from understudy.kinematics.forward import Pose, couple, step
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work


@lean_kernel
def write_frames(
    tree: Tree,
    costs: Costs,
    first: int,
    stop: int,
    asked: Asked,
    pose: Pose,
    work: Work,
    whole: bool,
    q: np.ndarray,
    cost: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    """Write cost (T,), gradient (T, V) and the whole Gauss–Newton matrix (T, V, V) of frames of a clip.

    Costs between frames are left out. Unless ``whole`` the matrix is of no use, and may be of one frame.
    """
    for frame in range(first, stop):
        cost[frame] = add_costs(
            tree, costs, frame, asked, pose, work, q[frame], whole, gradient[frame],
            hessian[frame if whole else 0],
        )  # fmt: skip
        for v in range(gradient.shape[1] if whole else 0):
            for u in range(v):
                hessian[frame, u, v] = hessian[frame, v, u]


@lean_kernel
def step_frames(tree: Tree, q: np.ndarray, change: np.ndarray, slope: np.ndarray, out: np.ndarray) -> None:
    """Write poses (T, Q) moved by changes (T, V), coupled joints following; ``slope`` (V,) is a buffer."""
    for frame in range(q.shape[0]):
        step(tree, q[frame], change[frame], out[frame])
        couple(tree, out[frame], slope)
