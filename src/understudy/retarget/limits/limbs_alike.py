"""Both segments of a limb weighed alike where limits of motion or parts in the way take something from it.

An arm that has joints enough points both its segments as the person's whatever they weigh, and where it is
out of reach the upper one takes precedence. A joint that is too slow leaves a limb an error δ between its
segments, which they share: as seen from the torso it is off by √(a² + b²), a + b = δ, the least of which is
both alike. Weights of 1.5 and 1 make that 7 % more. So there both segments weigh the mean of their squares,
led over from their own weights as such a stretch begins, and back to them as it ends. A limb that was off
before, by what its joints cannot reach, goes on as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kinematics.limb_branches import Limb, directions_between, limb_costs, limbs_of
from understudy.kinematics.problem import Problem
from understudy.spatial import rotations as rot


def limbs_alike(problem: Problem, share: np.ndarray, free: np.ndarray, reach: np.ndarray) -> Problem:
    """Return the problem with both segments of limbs within reach weighed alike in some frames of the clip.

    Args:
        problem: The problem.
        share: (T,) 0 to 1, by how much.
        free: (T, Q) poses without limits of motion and with parts that pass through each other.
        reach: (2,) errors [rad] in them up to which a limb is within reach, and from which on it is not.
    """
    frames, limbs = np.flatnonzero(share), limbs_of(problem)
    if not len(frames) or not limbs:
        return problem
    block, segments = problem.costs.direction, np.stack([limb.segments for limb in limbs])
    weight = block.weight.copy()
    own = weight[frames[:, None, None], segments] ** 2
    # Where one segment is not known, the other one stands for itself.
    alike = np.where((own > 0.0).all(axis=2), share[frames, None], 0.0)
    near, far = reach
    alike *= np.clip((far - _errors(problem, limbs, free, frames)) / (far - near), 0.0, 1.0)
    own += alike[..., None] * (own.mean(axis=2, keepdims=True) - own)
    weight[frames[:, None, None], segments] = np.sqrt(own)
    return problem.asking(direction=block._replace(weight=weight))


def _errors(problem: Problem, limbs: Sequence[Limb], q: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Return by how much (N, L) [rad] limbs are off in some frames (N,) of poses (T, Q)."""
    block, segments = problem.costs.direction, np.concatenate([limb.segments for limb in limbs])
    found = directions_between(problem.tree, block.body[segments], block.local[segments], q[frames])
    angles = rot.angle_between(found, block.target[frames[:, None], segments])
    return np.hypot(angles[:, ::2], angles[:, 1::2])


def limbs_cost_more(problem: Problem, than: Problem, q: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Return by how much (N,) limbs of poses (T, Q) cost more by one problem than by another.

    Args:
        problem: The one, which differs from the other in what limbs weigh.
        than: The other one.
        q: Poses.
        frames: (N,) of which of them.
    """
    limbs = limbs_of(problem)
    own, other = (limb_costs(asked, q, frames, limbs).sum(axis=1) for asked in (problem, than))
    return own - other
