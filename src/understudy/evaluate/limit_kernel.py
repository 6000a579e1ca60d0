"""How joints keep to their limits, frame by frame, in one kernel: NumPy's own numbers to the last bit."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel

POSITION, VELOCITY, ACCELERATION = range(3)
"""Rows of what is limited, which are also the orders of differences."""


class JointLimits(NamedTuple):
    """Limits of J joints, and what rounding may make of them."""

    lower: np.ndarray  # (J,)
    upper: np.ndarray  # (J,)
    rates: np.ndarray  # (3, J) largest sizes of velocities and accelerations, behind a row that is not used
    slack: np.ndarray  # (3, J) excess that rounding explains
    near: np.ndarray  # (J,) distance to a limit of position below which a joint counts as being at it


class Kept(NamedTuple):
    """How T frames keep to limits of position, velocity and acceleration; NaN where there is no rate yet."""

    excess: np.ndarray  # (3, T) the largest of any joint, 0 within the limit and within rounding
    joint: np.ndarray  # (3, T) the joint that has it
    frames: np.ndarray  # (3,) frames that have any
    use: np.ndarray  # (3, T) the largest share of its limit that a rate has; not of position
    at_stop: np.ndarray  # (T,) joints that are at a limit of position
    frames_at_stop: np.ndarray  # (J,) frames in which each joint is


@lean_kernel
def write_kept(positions: np.ndarray, factors: np.ndarray, limits: JointLimits, kept: Kept) -> None:
    """Write how coordinates (T, J) keep to limits; counts are added to.

    Args:
        positions: The coordinates.
        factors: (3,) frames a second to the power of each order of differences.
        limits: The limits.
        kept: Receives it.
    """
    for frame in range(len(positions)):
        for kind in range(3):
            if frame < kind:
                kept.excess[kind, frame], kept.use[kind, frame] = math.nan, math.nan
                continue
            most, use = -1.0, -math.inf
            for joint in range(positions.shape[1]):
                if kind == POSITION:
                    place = positions[frame, joint]
                    over = max(limits.lower[joint] - place, place - limits.upper[joint])
                    if _is_near(limits, joint, place):
                        kept.at_stop[frame] += 1.0
                        kept.frames_at_stop[joint] += 1
                else:
                    size = abs(_difference(positions, frame, joint, kind) * factors[kind])
                    over = size - limits.rates[kind, joint]
                    use = max(use, size / limits.rates[kind, joint])
                over = max(over, 0.0)
                over = 0.0 if over <= limits.slack[kind, joint] else over
                if over > most:
                    most = over
                    kept.joint[kind, frame] = joint
            kept.excess[kind, frame], kept.use[kind, frame] = most, use
            kept.frames[kind] += 1 if most > 0.0 else 0


@lean_inner_kernel
def _is_near(limits: JointLimits, joint: int, place: float) -> bool:
    near = limits.near[joint]
    return place - limits.lower[joint] <= near or limits.upper[joint] - place <= near


@lean_inner_kernel
def _difference(positions: np.ndarray, frame: int, joint: int, order: int) -> float:
    """Return a difference of order 1 or 2, as a difference of differences."""
    a, b = positions[frame, joint], positions[frame - 1, joint]
    return a - b if order == 1 else (a - b) - (b - positions[frame - 2, joint])
