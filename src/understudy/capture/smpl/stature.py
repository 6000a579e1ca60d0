"""How tall a body is where the licensed body model is not at hand: by its steps, or by its shape parameters.

A file of pose parameters states how the root moved in metres and how the legs were turned, but not how long
they are. With the right length the foot that carries the body stands still, with any other it slides:

    d/dt (root + scale · foot seen from the root) = 0.

For the female and the male model, the first two shape parameters have been regressed from height and volume
(Pujades et al. 2019, The Virtual Caliper, two measures); solved for the height they give the lines below. The
male model's first parameter shrinks the body. For the neutral model GMR takes 1.66 m and 0.1 m a unit. All
are coarse, and for SMPL-H and SMPL-X, which have their own parameters, coarser still.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from understudy.spatial.vectors import norms

SHORTEST = 1.40
TALLEST = 2.10
"""Limits [m] of what is believed; shape parameters of video are at times far out."""

_LINES: dict[str, tuple[float, float, float]] = {
    "female": (1.647, 0.0718, 0.0098),
    "male": (1.783, -0.0766, 0.0102),
    "neutral": (1.66, 0.10, 0.0),
}
"""Gender → body height [m] of the mean shape, and what a unit of the first and the second parameter adds."""

SMALLEST = 0.75
LARGEST = 1.35
"""Scales that are looked through; the mean body is 1.70 m tall."""

MIN_SPEED = 0.08
"""Mean speed [m/s] of the root below which nothing shows."""

MAX_RATIO = 0.5
"""Sliding at the best scale over that at the better end of the range; where it is more, nothing shows."""

ENOUGH = 100.0
"""Seconds of a motion that show as much as all of it."""

_STEP = 0.005
_TIME_STEP = 1.0 / 30.0


def stature_of_shape(gender: str, betas: np.ndarray) -> float:
    """Return an approximate body height [m] of shape parameters (B,)."""
    mean, first, second = _LINES[gender]
    padded = np.concatenate([betas, np.zeros(2)])
    return float(np.clip(mean + first * padded[0] + second * padded[1], SHORTEST, TALLEST))


def scale_of_steps(root: np.ndarray, feet: Sequence[np.ndarray], fps: float) -> float | None:
    """Return the scale at which standing feet stay in place, or None where the motion does not show it.

    Args:
        root: (T, 3) [m] the root.
        feet: For each foot (T, 3) its place at scale 1 seen from the root, in the same axes.
        fps: Frames a second [1/s].
    """
    stride = max(1, round(_TIME_STEP * fps))
    moved, turned = (np.diff(points[::stride], axis=0) for points in (root, np.stack(feet, 1)))
    if len(moved) < 2 or np.linalg.norm(moved, axis=1).mean() * fps / stride < MIN_SPEED:
        return None
    scales = np.arange(SMALLEST, LARGEST + 0.5 * _STEP, _STEP)
    sliding = _sliding(moved, turned, scales)
    best = int(np.argmin(sliding))
    if sliding[best] > MAX_RATIO * min(sliding[0], sliding[-1]):
        return None
    return float(scales[best])


def _sliding(moved: np.ndarray, turned: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Return (S,) the mean way of the foot that moves less, over the half of the frames where that is least.

    Args:
        moved: (T, 3) [m] steps of the root.
        turned: (T, F, 3) [m] steps of feet seen from the root, at scale 1.
        scales: (S,).
    """
    steps = moved[:, None] + scales[:, None, None, None] * turned
    # NumPy takes many times as long to go along so short an axis.
    least = reduce(np.minimum, np.moveaxis(norms(steps), -1, 0))
    ways = np.sort(least, axis=-1)
    return ways[:, : ways.shape[1] // 2 + 1].mean(axis=-1)
