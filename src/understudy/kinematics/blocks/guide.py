"""The cost of joints being away from a guide, a pose of each frame, and how far they may leave it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree


class GuideBlock(NamedTuple):
    """A pose for each of T frames, or nothing where there are no rows; counts as ``PostureBlock`` does."""

    target: np.ndarray  # (T, Q) coordinates
    weight: np.ndarray  # (T, V) [1/rad or 1/m]
    drag: np.ndarray  # (T, V) [1/rad or 1/m] of being as far from it as in the frame before
    room: np.ndarray  # (T, V) how far a joint may be from it [rad or m]
    braking: np.ndarray  # (V,) by how much a step away from it is braked a frame [rad or m]

    timed = ("target", "weight", "drag", "room")

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return nothing: every residual is of one joint."""
        return []

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (J,): w (q − q*) of the joints that count, or nothing (0,) where the block is unused."""
        own = free_scalars(tree)
        if not len(self.target):
            return np.zeros(0)
        return self.weight[frame, own] * (q - self.target[frame])[tree.dof_q[own]]


def guide_block(
    tree: Tree,
    target: np.ndarray | None = None,
    weight: np.ndarray | None = None,
    drag: np.ndarray | None = None,
    room: np.ndarray | None = None,
    braking: np.ndarray | None = None,
) -> GuideBlock:
    """Return a block that draws joints to poses (T, Q) by weights (T, V)."""
    size = len(tree.variable)
    target = np.zeros((0, len(tree.q_zero))) if target is None else target
    shape = (len(target), size)
    return GuideBlock(
        target=np.ascontiguousarray(target),
        weight=np.zeros(shape) if weight is None else np.ascontiguousarray(weight),
        drag=np.zeros(shape) if drag is None else np.ascontiguousarray(drag),
        room=np.full(shape, np.inf) if room is None else np.ascontiguousarray(room),
        braking=np.full(size, np.inf) if braking is None else braking,
    )
