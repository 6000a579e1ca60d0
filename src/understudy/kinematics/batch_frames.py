"""Kernels of the batch driver: all frames' normal equations, and a step of all frames."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.costs import Costs, add_costs
from understudy.kinematics.forward import Pose, couple, new_pose, step
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work, new_asked, new_work


class FrameBuffers:
    """Buffers for frames of a clip that are looked at again and again, of one thread."""

    def __init__(self) -> None:
        """Nothing was looked at yet."""
        self._of: tuple[Tree, np.ndarray] | None = None
        self._made: tuple[Asked, Pose, Work] | None = None

    def of(self, tree: Tree, costs: Costs) -> tuple[Asked, Pose, Work]:
        """Return buffers, those of before where trees and pairs of bodies are the same."""
        known, made, pairs = self._of, self._made, costs.distance.body
        if made is None or known is None or known[0] is not tree or known[1] is not pairs:
            made = new_asked(tree), new_pose(tree), new_work(tree, *costs.distance.size)
            self._of, self._made = (tree, pairs), made
        return made


@fused_kernel
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


@fused_kernel
def step_frames(tree: Tree, q: np.ndarray, change: np.ndarray, slope: np.ndarray, out: np.ndarray) -> None:
    """Write poses (T, Q) moved by changes (T, V), coupled joints following; ``slope`` (V,) is a buffer."""
    for frame in range(q.shape[0]):
        step(tree, q[frame], change[frame], out[frame])
        couple(tree, out[frame], slope)
