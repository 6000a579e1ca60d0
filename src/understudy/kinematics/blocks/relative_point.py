"""The cost of the way from a point of one body to a point of another being other than wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.two_bodies import (
    Movers,
    accumulate,
    difference_columns,
    movers_of,
    place_point,
)
from understudy.kinematics.body_parts import BodyDirection, index_array, number_array
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree


class RelativePointBlock(NamedTuple):
    """N ways between two points over T frames: hands that meet, a robot's points on a person's."""

    body: np.ndarray  # (N, 2) bodies of start and end
    local: np.ndarray  # (N, 2, 3) [m]
    movers: Movers
    target: np.ndarray  # (T, N, 3) [m] end minus start in the world
    weight: np.ndarray  # (T, N, 3) [1/m] per world axis

    timed = ("target", "weight")

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [dofs[:count] for dofs, count in zip(self.movers.dofs, self.movers.number, strict=True)]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (3N,): w ∘ (end − start − wanted)."""
        ends = pose.body_pos[self.body] + np.einsum("neij,nej->nei", pose.body_mat[self.body], self.local)
        return (self.weight[frame] * (ends[:, 1] - ends[:, 0] - self.target[frame])).ravel()


def relative_point_block(
    tree: Tree,
    ways: Sequence[BodyDirection],
    target: np.ndarray | None = None,
    weight: np.ndarray | None = None,
) -> RelativePointBlock:
    """Return a block of ways from point to point; see ``RelativePointBlock`` for shapes."""
    target = np.zeros((1, len(ways), 3)) if target is None else target
    return RelativePointBlock(
        body=index_array([(w.start.body, w.end.body) for w in ways]).reshape(-1, 2),
        local=number_array([(w.start.local, w.end.local) for w in ways], (2, 3)),
        movers=movers_of(tree, [(w.start.body, w.end.body) for w in ways]),
        target=np.ascontiguousarray(target),
        weight=np.zeros(target.shape) if weight is None else np.ascontiguousarray(weight),
    )


@fused_inner_kernel
def add_relative_points(
    tree: Tree,
    pose: Pose,
    block: RelativePointBlock,
    frame: int,
    start: np.ndarray,
    end: np.ndarray,
    slope: np.ndarray,
    columns: np.ndarray,
    gradient: np.ndarray,
    hessian: np.ndarray,
) -> float:
    """Add r = w ∘ (end − start − wanted); ``start`` and ``end`` (3,) are buffers."""
    cost = 0.0
    target, weight, movers = block.target, block.weight, block.movers
    for n in range(block.body.shape[0]):
        w0, w1, w2 = weight[frame, n, 0], weight[frame, n, 1], weight[frame, n, 2]
        if w0 == 0.0 and w1 == 0.0 and w2 == 0.0:
            continue
        a, b = block.body[n, 0], block.body[n, 1]
        place_point(pose.body_pos[a], pose.body_mat[a], block.local[n, 0], start)
        place_point(pose.body_pos[b], pose.body_mat[b], block.local[n, 1], end)
        count = movers.number[n]
        difference_columns(
            tree.dof_turns, pose.dof_axis, pose.dof_anchor, count, movers.dofs[n], movers.side[n], start, end,
            columns,
        )  # fmt: skip
        for k in range(count):
            columns[k, 0] *= w0
            columns[k, 1] *= w1
            columns[k, 2] *= w2
        r0 = w0 * (end[0] - start[0] - target[frame, n, 0])
        r1 = w1 * (end[1] - start[1] - target[frame, n, 1])
        r2 = w2 * (end[2] - start[2] - target[frame, n, 2])
        cost += 0.5 * (r0 * r0 + r1 * r1 + r2 * r2)
        accumulate(count, movers.dofs[n], columns, r0, r1, r2, tree.variable, slope, gradient, hessian)
    return cost
