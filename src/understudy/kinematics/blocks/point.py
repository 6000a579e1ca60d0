"""The cost of points fixed to single bodies being where they are wanted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.body_parts import BodyPoint, index_array, number_array
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree


class PointBlock(NamedTuple):
    """P points over T frames."""

    body: np.ndarray  # (P,)
    local: np.ndarray  # (P, 3) [m]
    target: np.ndarray  # (T, P, 3) [m]
    weight: np.ndarray  # (T, P, 3) [1/m] per world axis
    reach: np.ndarray  # (P,) [m] distance from which on a point, of equal weights, pulls no harder

    timed = ("target", "weight")

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [tree.chain[body, : tree.chain_count[body]] for body in sorted(set(self.body.tolist()))]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (3P,): w ∘ (p − p*), shortened beyond the reach so that ½‖r‖² is Huber's cost."""
        place = pose.body_pos[self.body] + np.einsum("pij,pj->pi", pose.body_mat[self.body], self.local)
        residual = self.weight[frame] * (place - self.target[frame])
        far = np.maximum(np.linalg.norm(place - self.target[frame], axis=1), 1e-300)
        near = np.minimum(far, self.reach)
        return (residual * (np.sqrt(near * (2.0 * far - near)) / far)[:, None]).ravel()


def point_block(
    points: Sequence[BodyPoint],
    target: np.ndarray | None = None,
    weight: np.ndarray | None = None,
    reach: np.ndarray | None = None,
) -> PointBlock:
    """Return a block of points; see ``PointBlock`` for shapes. Without a target it asks for nothing."""
    count = len(points)
    target = np.zeros((1, count, 3)) if target is None else target
    return PointBlock(
        body=index_array([p.body for p in points]),
        local=number_array([p.local for p in points], (3,)),
        target=np.ascontiguousarray(target),
        weight=np.zeros(target.shape) if weight is None else np.ascontiguousarray(weight),
        reach=np.full(count, np.inf) if reach is None else reach,
    )


def join_points(first: PointBlock, second: PointBlock) -> PointBlock:
    """Return the points of both blocks, which have targets for the same frames, those of the first first."""
    joined = {
        name: np.concatenate([one, other], axis=1 if name in PointBlock.timed else 0)
        for name, one, other in zip(PointBlock._fields, first, second, strict=True)
    }
    return PointBlock(**joined)


@fused_inner_kernel
def add_points(
    pose: Pose,
    block: PointBlock,
    frame: int,
    reference: np.ndarray,
    stiffness: np.ndarray,
    wrench: np.ndarray,
) -> float:
    """Add r = w ∘ (p − p*) of points.

    Beyond its reach s a point at distance d costs w² s (d − ½ s) (Huber) instead of ½ w² d².
    """
    cost, beyond = 0.0, 0.0
    pos, mat, reach, locals_, target = pose.body_pos, pose.body_mat, block.reach, block.local, block.target
    for i in range(block.body.shape[0]):
        w0, w1, w2 = block.weight[frame, i, 0], block.weight[frame, i, 1], block.weight[frame, i, 2]
        if w0 == 0.0 and w1 == 0.0 and w2 == 0.0:
            continue
        body = block.body[i]
        l0, l1, l2 = locals_[i, 0], locals_[i, 1], locals_[i, 2]
        p0 = pos[body, 0] + mat[body, 0, 0] * l0 + mat[body, 0, 1] * l1 + mat[body, 0, 2] * l2
        p1 = pos[body, 1] + mat[body, 1, 0] * l0 + mat[body, 1, 1] * l1 + mat[body, 1, 2] * l2
        p2 = pos[body, 2] + mat[body, 2, 0] * l0 + mat[body, 2, 1] * l1 + mat[body, 2, 2] * l2
        e0, e1, e2 = p0 - target[frame, i, 0], p1 - target[frame, i, 1], p2 - target[frame, i, 2]
        if reach[i] < np.inf:
            distance = math.sqrt(e0 * e0 + e1 * e1 + e2 * e2)
            if distance > reach[i]:
                # What least squares with the reduced weight will miss of the cost.
                beyond += 0.5 * w0 * w0 * reach[i] * (distance - reach[i])
                share = math.sqrt(reach[i] / distance)
                w0, w1, w2 = w0 * share, w1 * share, w2 * share
        w0, w1, w2 = w0 * w0, w1 * w1, w2 * w2
        cost += 0.5 * (w0 * e0 * e0 + w1 * e1 * e1 + w2 * e2 * e2)
        x, y, z = p0 - reference[0], p1 - reference[1], p2 - reference[2]
        f0, f1, f2 = w0 * e0, w1 * e1, w2 * e2
        wrench[body, 0] += y * f2 - z * f1
        wrench[body, 1] += z * f0 - x * f2
        wrench[body, 2] += x * f1 - y * f0
        wrench[body, 3] += f0
        wrench[body, 4] += f1
        wrench[body, 5] += f2
        stiffness[body, 0, 0] += w1 * z * z + w2 * y * y
        stiffness[body, 1, 0] -= w2 * x * y
        stiffness[body, 1, 1] += w0 * z * z + w2 * x * x
        stiffness[body, 2, 0] -= w1 * x * z
        stiffness[body, 2, 1] -= w0 * y * z
        stiffness[body, 2, 2] += w0 * y * y + w1 * x * x
        stiffness[body, 3, 1] += w0 * z
        stiffness[body, 3, 2] -= w0 * y
        stiffness[body, 3, 3] += w0
        stiffness[body, 4, 0] -= w1 * z
        stiffness[body, 4, 2] += w1 * x
        stiffness[body, 4, 4] += w1
        stiffness[body, 5, 0] += w2 * y
        stiffness[body, 5, 1] -= w2 * x
        stiffness[body, 5, 5] += w2
    return beyond + cost
