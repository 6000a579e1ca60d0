"""How large a body must be for its feet to stay where they stand.

A file of pose parameters states how the root moved in metres and how the legs were turned, but not how long
they are. With the right length the foot that carries the body stands still:

    d/dt (root + scale · foot seen from the root) = 0.

With any other length it slides. The scale with the least sliding is therefore the body's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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
    sliding = np.array([_sliding(moved, scale * turned) for scale in scales])
    best = int(np.argmin(sliding))
    if sliding[best] > MAX_RATIO * min(sliding[0], sliding[-1]):
        return None
    return float(scales[best])


def _sliding(moved: np.ndarray, turned: np.ndarray) -> float:
    """Return the mean way of the foot that moves less, over the half of the frames where that is least."""
    ways = np.sort(np.linalg.norm(moved[:, None] + turned, axis=-1).min(axis=1))
    return float(ways[: len(ways) // 2 + 1].mean())
