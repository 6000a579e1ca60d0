"""Both segments of a limb weighed alike where its joints are too slow.

An arm that has joints enough points both its segments as the person's whatever they weigh, and where it is
out of reach the upper one takes precedence. A joint that is too slow leaves a limb an error δ between its
segments, which they share: as seen from the torso it is off by √(a² + b²), a + b = δ, the least of which is
both alike. Weights of 1.5 and 1 make that 7 % more. So in stretches that are solved for what limits of
motion cost both segments weigh the mean of their squares, led over from their own weights as the stretch
begins, and back to them as it ends.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from understudy.kinematics.blocks.direction import DirectionBlock
from understudy.kinematics.limb_branches import limbs_of
from understudy.kinematics.problem import Problem

Stretch = tuple[int, np.ndarray]
"""First frame of a stretch, and in which share (S,) of it, 0 to 1, both segments of a limb weigh alike."""


def limbs_alike(problem: Problem, stretches: Iterable[Stretch]) -> DirectionBlock:
    """Return the problem's directions, those of limbs weighed alike in stretches of the clip."""
    block = problem.costs.direction
    weight, limbs = block.weight.copy(), limbs_of(problem)
    for first, share in stretches:
        part = slice(first, first + len(share))
        for limb in limbs:
            own = weight[part, limb.segments] ** 2
            # Where one segment is not known, the other one stands for itself.
            alike = np.where((own > 0.0).all(axis=1), share, 0.0)[:, None]
            weight[part, limb.segments] = np.sqrt(own + alike * (own.mean(axis=1, keepdims=True) - own))
    return block._replace(weight=weight)
