"""The cost of points of the surface being in steps and ramps that stand on the floor."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.floor import FLOOR_SLACK, FLOOR_SOFTNESS, FloorBlock
from understudy.kinematics.blocks.soft_wall import soft_wall, soft_wall_costs
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree

FACES = 5
"""A patch's top and four sides, see ``motion.terrain.Patch.planes``."""


class TerrainBlock(NamedTuple):
    """N surface points of G bodies, those of the floor's block, and M patches; the same in every frame."""

    body: np.ndarray  # (G,) bodies that may touch the ground
    reach: np.ndarray  # (G,) [m] no point of the body is farther from its origin
    start: np.ndarray  # (G + 1,) where each body's points start
    local: np.ndarray  # (N, 3) [m]
    radius: np.ndarray  # (N,) [m]
    planes: np.ndarray  # (M, 5, 4) outward normals and offsets [m] of the patches' faces
    weight: np.ndarray  # (1,) [1/m]

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [tree.chain[body, : tree.chain_count[body]] for body in self.body.tolist()]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (M N,), 0 for points that are not near a patch."""
        bodies = np.repeat(self.body, np.diff(self.start))
        points = pose.body_pos[bodies] + np.einsum("nij,nj->ni", pose.body_mat[bodies], self.local)
        signed = np.einsum("mfi,ni->mnf", self.planes[..., :3], points) - self.planes[:, None, :, 3]
        gap = signed.max(axis=2, initial=-np.inf) - self.radius + FLOOR_SLACK
        return self.weight[0] * np.sqrt(2.0 * soft_wall_costs(gap, FLOOR_SOFTNESS)).ravel()


def terrain_block(floor: FloorBlock, planes: np.ndarray | None = None, weight: float = 0.0) -> TerrainBlock:
    """Return a block that keeps the points of a floor's block out of patches.

    Args:
        floor: The points.
        planes: (M, 5, 4) faces of the patches; none by default.
        weight: [1/m].
    """
    faces = np.zeros((0, FACES, 4)) if planes is None else np.ascontiguousarray(planes)
    return TerrainBlock(
        floor.body, floor.reach, floor.start, floor.local, floor.radius, faces, np.array([weight])
    )


@fused_inner_kernel
def _nearest_face(planes: np.ndarray, patch: int, x: float, y: float, z: float) -> tuple[float, int]:
    """Return how far [m] a point is outside a patch, below 0 inside, and the face that tells it."""
    outside, nearest = -np.inf, 0
    for face in range(planes.shape[1]):
        distance = (
            planes[patch, face, 0] * x + planes[patch, face, 1] * y + planes[patch, face, 2] * z
        ) - planes[patch, face, 3]
        if distance > outside:
            outside, nearest = distance, face
    return outside, nearest


@fused_inner_kernel
def add_terrain(
    pose: Pose,
    block: TerrainBlock,
    reference: np.ndarray,
    row: np.ndarray,
    stiffness: np.ndarray,
    wrench: np.ndarray,
) -> float:
    """Add the residuals that keep points out of patches, weight w [1/m].

    A point is pushed out through the nearest face of a patch, as by the floor: n·p − c − radius + slack is
        its gap to a soft wall. Its derivative by a twist about the reference is (p × n, n).
    """
    cost, weight = 0.0, block.weight[0] * block.weight[0]
    if weight == 0.0:
        return cost
    pos, mat, local, planes = pose.body_pos, pose.body_mat, block.local, block.planes
    for patch in range(planes.shape[0]):
        for group in range(block.body.shape[0]):
            body = block.body[group]
            outside, _ = _nearest_face(planes, patch, pos[body, 0], pos[body, 1], pos[body, 2])
            if outside > block.reach[group] + FLOOR_SOFTNESS:
                continue
            for i in range(block.start[group], block.start[group + 1]):
                l0, l1, l2 = local[i, 0], local[i, 1], local[i, 2]
                x = pos[body, 0] + mat[body, 0, 0] * l0 + mat[body, 0, 1] * l1 + mat[body, 0, 2] * l2
                y = pos[body, 1] + mat[body, 1, 0] * l0 + mat[body, 1, 1] * l1 + mat[body, 1, 2] * l2
                z = pos[body, 2] + mat[body, 2, 0] * l0 + mat[body, 2, 1] * l1 + mat[body, 2, 2] * l2
                outside, face = _nearest_face(planes, patch, x, y, z)
                gap = outside - block.radius[i] + FLOOR_SLACK
                if gap >= FLOOR_SOFTNESS:
                    continue
                own, slope, curvature = soft_wall(gap, FLOOR_SOFTNESS)
                cost += weight * own
                n0, n1, n2 = planes[patch, face, 0], planes[patch, face, 1], planes[patch, face, 2]
                x, y, z = x - reference[0], y - reference[1], z - reference[2]
                row[0], row[1], row[2] = y * n2 - z * n1, z * n0 - x * n2, x * n1 - y * n0
                row[3], row[4], row[5] = n0, n1, n2
                for a in range(6):
                    wrench[body, a] += weight * slope * row[a]
                    for b in range(a + 1):
                        stiffness[body, a, b] += weight * curvature * row[a] * row[b]
    return cost
