"""How tall a body is by its shape parameters, where the licensed body model is not at hand.

For the female and the male model, the first two shape parameters have been regressed from height and volume
(Pujades et al. 2019, The Virtual Caliper, two measures); solved for the height they give the lines below. The
male model's first parameter shrinks the body. For the neutral model GMR takes 1.66 m and 0.1 m a unit. All
are coarse, and for SMPL-H and SMPL-X, which have their own parameters, coarser still.
"""

from __future__ import annotations

import numpy as np

SHORTEST = 1.40
TALLEST = 2.10
"""Limits [m] of what is believed; shape parameters of video are at times far out."""

_LINES: dict[str, tuple[float, float, float]] = {
    "female": (1.647, 0.0718, 0.0098),
    "male": (1.783, -0.0766, 0.0102),
    "neutral": (1.66, 0.10, 0.0),
}
"""Gender → body height [m] of the mean shape, and what a unit of the first and the second parameter adds."""


def stature_of_shape(gender: str, betas: np.ndarray) -> float:
    """Return an approximate body height [m] of shape parameters (B,)."""
    mean, first, second = _LINES[gender]
    padded = np.concatenate([betas, np.zeros(2)])
    return float(np.clip(mean + first * padded[0] + second * padded[1], SHORTEST, TALLEST))
