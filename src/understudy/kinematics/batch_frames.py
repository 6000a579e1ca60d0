"""Kernels of the batch driver: all frames' normal equations, and a step of all frames."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.costs import Costs, add_costs
from understudy.kinematics.forward import Pose, couple, new_pose, step
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work, new_asked, new_work


class FrameMemory(NamedTuple):
    """What is remembered of every frame's distances from one look at it to the next, see ``blocks.contact``.

    From look to look a frame moves less than from frame to frame. It changes no result, only the time.
    """

    looked: np.ndarray  # (T, Q) the last pose
    moved: np.ndarray  # (T, M) [m] how far bodies were moved so far
    due_row: np.ndarray  # (T, P) [m] how far they were apart, and what both had moved by then


def no_memory() -> FrameMemory:
    """Return that nothing is to be remembered."""
    return FrameMemory(*(np.zeros((0, 0)) for _ in FrameMemory._fields))


class FrameBuffers:
    """Buffers for frames of a clip that are looked at again and again, of one thread."""

    def __init__(self) -> None:
        """Nothing was looked at yet."""
        self._of: tuple[Tree, np.ndarray, int] | None = None
        self._made: tuple[Asked, Pose, Work, FrameMemory] | None = None

    def of(self, tree: Tree, costs: Costs, frames: int) -> tuple[Asked, Pose, Work, FrameMemory]:
        """Return buffers for so many frames, those of before where trees and pairs of bodies are the same."""
        known, made, pairs = self._of, self._made, costs.distance.body
        is_same = known is not None and known[0] is tree and known[1] is pairs and known[2] == frames
        if made is None or not is_same:
            work = new_work(tree, *costs.distance.size)
            contact = work.contact
            memory = FrameMemory(
                *(np.tile(each, (frames, 1)) for each in (contact.looked, contact.moved, contact.due_row))
            )
            made = new_asked(tree), new_pose(tree), work, memory if len(pairs) else no_memory()
            self._of, self._made = (tree, pairs, frames), made
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
    memory: FrameMemory,
    whole: bool,
    q: np.ndarray,
    cost: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> None:
    """Write cost (T,), gradient (T, V) and the whole Gauss–Newton matrix (T, V, V) of frames of a clip.

    Costs between frames are left out. Unless ``whole`` the matrix is of no use, and may be of one frame.
    """
    has_memory, contact = memory.looked.shape[0] > 0, work.contact
    for frame in range(first, stop):
        if has_memory:
            _copy(memory.looked[frame], contact.looked)
            _copy(memory.moved[frame], contact.moved)
            _copy(memory.due_row[frame], contact.due_row)
        cost[frame] = add_costs(
            tree, costs, frame, asked, pose, work, q[frame], whole, gradient[frame],
            hessian[frame if whole else 0],
        )  # fmt: skip
        if has_memory:
            _copy(contact.looked, memory.looked[frame])
            _copy(contact.moved, memory.moved[frame])
            _copy(contact.due_row, memory.due_row[frame])
        for v in range(gradient.shape[1] if whole else 0):
            for u in range(v):
                hessian[frame, u, v] = hessian[frame, v, u]


@fused_inner_kernel
def _copy(source: np.ndarray, target: np.ndarray) -> None:
    for i in range(source.shape[0]):
        target[i] = source[i]


@fused_kernel
def step_frames(tree: Tree, q: np.ndarray, change: np.ndarray, slope: np.ndarray, out: np.ndarray) -> None:
    """Write poses (T, Q) moved by changes (T, V), coupled joints following; ``slope`` (V,) is a buffer."""
    for frame in range(q.shape[0]):
        step(tree, q[frame], change[frame], out[frame])
        couple(tree, out[frame], slope)
