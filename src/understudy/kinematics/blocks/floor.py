"""The cost of points of the surface being under the floor z = 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.soft_wall import soft_wall, soft_wall_costs
from understudy.kinematics.body_parts import BodyPoint, index_array, number_array
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree

FLOOR_SLACK = 0.004
"""Depth [m] at which the floor pushes back in earnest; keeps it from lifting soles that stand."""

FLOOR_SOFTNESS = 0.003
"""Height [m] above that depth from which on it is felt."""


class FloorBlock(NamedTuple):
    """N surface points of G bodies; the floor is the same in every frame."""

    body: np.ndarray  # (G,) bodies that may touch the floor
    reach: np.ndarray  # (G,) [m] no point of the body is farther from its origin
    start: np.ndarray  # (G + 1,) where each body's points start
    local: np.ndarray  # (N, 3) [m]
    radius: np.ndarray  # (N,) [m]
    weight: np.ndarray  # (1,) [1/m]

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [tree.chain[body, : tree.chain_count[body]] for body in self.body.tolist()]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (N,), 0 for points that are not near the floor."""
        bodies = np.repeat(self.body, np.diff(self.start))
        z = pose.body_pos[bodies, 2] + np.einsum("nj,nj->n", pose.body_mat[bodies, 2], self.local)
        height = z - self.radius + FLOOR_SLACK
        return self.weight[0] * np.sqrt(2.0 * soft_wall_costs(height, FLOOR_SOFTNESS))


def floor_block(points: Sequence[BodyPoint] = (), weight: float = 0.0) -> FloorBlock:
    """Return a block of surface points [m, with radii] that stay above the floor, by weight [1/m]."""
    points = sorted(points, key=lambda point: point.body)
    touching = sorted({point.body for point in points})
    reaches = [max(_reach(p) for p in points if p.body == body) for body in touching]
    return FloorBlock(
        body=index_array(touching),
        reach=number_array(reaches, ()),
        start=index_array([sum(p.body < body for p in points) for body in touching] + [len(points)]),
        local=number_array([p.local for p in points], (3,)),
        radius=number_array([p.radius for p in points], ()),
        weight=np.array([weight]),
    )


def _reach(point: BodyPoint) -> float:
    return float(np.linalg.norm(point.local)) + point.radius


@fused_inner_kernel
def add_floor(
    pose: Pose, block: FloorBlock, reference: np.ndarray, stiffness: np.ndarray, wrench: np.ndarray
) -> float:
    """Add the floor's residuals, which keep points above z = 0, weight w [1/m].

    The gap to the soft wall that it is (see ``soft_wall``) is z − radius + slack. Gauss–Newton's matrix would
    lack a part of this cost's curvature, which is added.
    """
    cost, weight = 0.0, block.weight[0]
    if weight == 0.0:
        return cost
    pos, mat, local = pose.body_pos, pose.body_mat, block.local
    for group in range(block.body.shape[0]):
        body = block.body[group]
        if pos[body, 2] > block.reach[group] + FLOOR_SOFTNESS:
            continue
        for i in range(block.start[group], block.start[group + 1]):
            l0, l1, l2 = local[i, 0], local[i, 1], local[i, 2]
            z = pos[body, 2] + mat[body, 2, 0] * l0 + mat[body, 2, 1] * l1 + mat[body, 2, 2] * l2
            height = z - block.radius[i] + FLOOR_SLACK
            if height >= FLOOR_SOFTNESS:
                continue
            x = pos[body, 0] + mat[body, 0, 0] * l0 + mat[body, 0, 1] * l1 + mat[body, 0, 2] * l2
            y = pos[body, 1] + mat[body, 1, 0] * l0 + mat[body, 1, 1] * l1 + mat[body, 1, 2] * l2
            x, y = x - reference[0], y - reference[1]
            own, slope, curvature = soft_wall(height, FLOOR_SOFTNESS)
            cost += weight * weight * own
            force, stiff = weight * weight * slope, weight * weight * curvature
            wrench[body, 0] += y * force
            wrench[body, 1] -= x * force
            wrench[body, 5] += force
            stiffness[body, 0, 0] += stiff * y * y
            stiffness[body, 1, 0] -= stiff * x * y
            stiffness[body, 1, 1] += stiff * x * x
            stiffness[body, 5, 0] += stiff * y
            stiffness[body, 5, 1] -= stiff * x
            stiffness[body, 5, 5] += stiff
    return cost
