"""The zero-moment point: where the floor's forces would have to act together, by the wrench at the root.

A body that moves needs a force F and a moment M of the world. The ZMP is the point of the floor about which
the horizontal part of M is zero:

    pₓ = −M_y / F_z        p_y = Mₓ / F_z        with M about the floor's origin
"""

from __future__ import annotations

import numpy as np

from understudy.dynamics.wrench import Wrench

GRAVITY = 9.81
"""[m/s²]."""

LEAST_PULL = 0.3
"""Share of gravity that a support has to carry at least to count as one; a body that falls has no ZMP."""


def zero_moment_point(wrench: Wrench, weight: float, floor: np.ndarray | float = 0.0) -> np.ndarray:
    """Return the ZMP (T, 2) [m] of a body; where it falls, that of one which hardly does.

    Args:
        wrench: What the world has to exert on it.
        weight: The body's [N].
        floor: (T,) or one height of the floor [m].
    """
    # About the floor below the body: where it hardly presses, the point depends on no origin of the world.
    below = np.array(wrench.at_w)
    below[:, 2] = floor
    moved = wrench.about(below)
    load = np.maximum(moved.force_w[:, 2], LEAST_PULL * weight)
    return below[:, :2] + np.stack([-moved.moment_w[:, 1], moved.moment_w[:, 0]], axis=1) / load[:, None]
