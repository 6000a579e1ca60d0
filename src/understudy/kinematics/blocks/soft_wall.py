"""The cost of being too near to a wall that is felt softly at first: what the floor and other bodies are."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel


def soft_wall_costs(gap: np.ndarray, softness: float | np.ndarray) -> np.ndarray:
    """Return what gaps [m] to a wall cost at a weight of 1; see ``soft_wall``."""
    short = np.clip(softness - gap, 0.0, 2.0 * softness)
    return np.where(gap < -softness, 0.5 * gap**2 + softness**2 / 6.0, short**3 / (12.0 * softness))


@fused_inner_kernel
def soft_wall(gap: float, softness: float) -> tuple[float, float, float]:
    """Return what a gap d [m] to a wall costs at a weight of 1, its slope and its curvature.

    Beyond the softness δ nothing. Below it, with s = δ − d, the force is s² / 4δ, and from s = 2δ on, −d: the
    cost is s³ / 12δ, then ½d² + δ²/6. Its curvature has no jump, so that Newton's method neither switches a
    wall on and off for ever nor creeps up to it as to one whose curvature vanishes faster.
    """
    short = softness - gap
    if short <= 0.0:
        return 0.0, 0.0, 0.0
    if short < 2.0 * softness:
        force = 0.25 * short * short / softness
        return force * short / 3.0, -force, 0.5 * short / softness
    return 0.5 * gap * gap + softness * softness / 6.0, gap, 1.0
