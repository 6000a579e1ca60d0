"""The cost of body parts being turned as wanted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.body_parts import BodyFrame, index_array, number_array
from understudy.kinematics.forward import Pose
from understudy.kinematics.tree import Tree


class OrientationBlock(NamedTuple):
    """F frames fixed to bodies over T frames of time."""

    body: np.ndarray  # (F,)
    offset: np.ndarray  # (F, 3, 3)
    target: np.ndarray  # (T, F, 3, 3)
    weight: np.ndarray  # (T, F) [1/rad]

    timed = ("target", "weight")

    def coupled(self, tree: Tree) -> list[np.ndarray]:
        """Return the degrees of freedom that each residual ties together."""
        return [tree.chain[body, : tree.chain_count[body]] for body in sorted(set(self.body.tolist()))]

    def residual(self, tree: Tree, pose: Pose, q: np.ndarray, frame: int) -> np.ndarray:
        """Return r (3F,): w log(R*ᵀ R), rotation vectors [rad]."""
        # Only tests ask for bare residuals, so that nobody else waits for this import.
        from scipy.spatial.transform import Rotation

        turned = pose.body_mat[self.body] @ self.offset
        error = np.swapaxes(self.target[frame], 1, 2) @ turned
        vectors = Rotation.from_matrix(error).as_rotvec() if len(error) else np.zeros((0, 3))
        return (self.weight[frame][:, None] * vectors).ravel()


def orientation_block(
    frames: Sequence[BodyFrame], target: np.ndarray | None = None, weight: np.ndarray | None = None
) -> OrientationBlock:
    """Return a block of orientations; see ``OrientationBlock`` for shapes."""
    target = np.tile(np.eye(3), (1, len(frames), 1, 1)) if target is None else target
    return OrientationBlock(
        body=index_array([f.body for f in frames]),
        offset=number_array([f.offset for f in frames], (3, 3)),
        target=np.ascontiguousarray(target),
        weight=np.zeros(target.shape[:2]) if weight is None else np.ascontiguousarray(weight),
    )


@fused_inner_kernel
def add_orientations(
    pose: Pose,
    block: OrientationBlock,
    frame: int,
    rotation: np.ndarray,
    error: np.ndarray,
    phi: np.ndarray,
    stiffness: np.ndarray,
    wrench: np.ndarray,
) -> float:
    """Add r = w log(R*ᵀ R) of orientations; ``rotation``, ``error`` (3, 3) and ``phi`` (3,) are buffers.

    The derivative of the logarithm is the inverse right Jacobian of SO(3),
    I + ½[φ]ₓ + (1 − (θ/2) cot(θ/2)) / θ² [φ]ₓ², which leaves φ itself unchanged: Jᵀφ = φ.
    """
    cost = 0.0
    mat, offset, target = pose.body_mat, block.offset, block.target
    for i in range(block.body.shape[0]):
        w = block.weight[frame, i] * block.weight[frame, i]
        if w == 0.0:
            continue
        body = block.body[i]
        for r in range(3):
            for c in range(3):
                rotation[r, c] = (
                    mat[body, r, 0] * offset[i, 0, c]
                    + mat[body, r, 1] * offset[i, 1, c]
                    + mat[body, r, 2] * offset[i, 2, c]
                )
        for r in range(3):
            for c in range(3):
                error[r, c] = (
                    target[frame, i, 0, r] * rotation[0, c]
                    + target[frame, i, 1, r] * rotation[1, c]
                    + target[frame, i, 2, r] * rotation[2, c]
                )
        theta = rotation_logarithm(error, phi)
        cost += 0.5 * w * theta * theta
        # In the world's axes, ψ = R φ, JᵀJ = k I + (1 − k) ψψᵀ / θ² with k = ((θ/2) / sin(θ/2))².
        half = 0.5 * theta
        sinc = 1.0 - half * half / 6.0 if theta < 1e-4 else math.sin(half) / half
        across = 1.0 / (sinc * sinc)
        along = -1.0 / 12.0 if theta < 1e-4 else (1.0 - across) / (theta * theta)
        for r in range(3):
            psi_r = rotation[r, 0] * phi[0] + rotation[r, 1] * phi[1] + rotation[r, 2] * phi[2]
            wrench[body, r] += w * psi_r
            for c in range(r + 1):
                psi_c = rotation[c, 0] * phi[0] + rotation[c, 1] * phi[1] + rotation[c, 2] * phi[2]
                stiffness[body, r, c] += w * ((across if r == c else 0.0) + along * psi_r * psi_c)
    return cost


@fused_inner_kernel
def rotation_logarithm(matrix: np.ndarray, out: np.ndarray) -> float:
    """Write the rotation vector (3,) [rad] of a matrix (3, 3) and return its length, at most π."""
    m00, m11, m22 = matrix[0, 0], matrix[1, 1], matrix[2, 2]
    trace = m00 + m11 + m22
    if trace >= max(m00, m11, m22):
        w = 1.0 + trace
        x, y, z = matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]
    elif m00 >= m11 and m00 >= m22:
        w, x = matrix[2, 1] - matrix[1, 2], 1.0 + m00 - m11 - m22
        y, z = matrix[1, 0] + matrix[0, 1], matrix[0, 2] + matrix[2, 0]
    elif m11 >= m22:
        w, y = matrix[0, 2] - matrix[2, 0], 1.0 - m00 + m11 - m22
        x, z = matrix[1, 0] + matrix[0, 1], matrix[2, 1] + matrix[1, 2]
    else:
        w, z = matrix[1, 0] - matrix[0, 1], 1.0 - m00 - m11 + m22
        x, y = matrix[0, 2] + matrix[2, 0], matrix[2, 1] + matrix[1, 2]
    if w < 0.0:
        w, x, y, z = -w, -x, -y, -z
    sine = math.sqrt(x * x + y * y + z * z)
    angle = 2.0 * math.atan2(sine, w)
    scale = 2.0 / w if sine < 1e-12 * w else angle / sine
    out[0], out[1], out[2] = scale * x, scale * y, scale * z
    return angle
