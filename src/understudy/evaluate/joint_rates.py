"""How fast joints change, frame by frame, in one kernel: NumPy's own numbers to the last bit.

Rates are backward differences; the first ``order`` frames have none, which is NaN.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.evaluate.statistics_kernel import SumRoom, add_up, sum_room
from understudy.kernels.compilation import lean_inner_kernel, lean_kernel

STEP, VELOCITY, ACCELERATION, JERK = range(4)
"""Rows of rates; a step is what changes from a frame to the next."""

_ORDERS = np.array([1, 1, 2, 3])


class JointRates(NamedTuple):
    """Rates of J joints in T frames, see ``STEP`` and the others.

    Attributes:
        rms: (4, T) root mean square over joints.
        whole: (4,) the same over frames and joints, NaN where there are none.
        largest: (4, T) the largest size.
        joint: (4, T) the joint that has it.
    """

    rms: np.ndarray
    whole: np.ndarray
    largest: np.ndarray
    joint: np.ndarray


def joint_rates(positions: np.ndarray, fps: float) -> JointRates:
    """Return the rates of coordinates (T, J) [rad or m], at least one joint."""
    shape = (len(_ORDERS), len(positions))
    found = JointRates(np.empty(shape), np.empty(shape[0]), np.empty(shape), np.zeros(shape, np.int64))
    factors = np.array([1.0, fps, fps**2, fps**3])
    given = np.array(positions, order="C")
    _write_rates(given, _ORDERS, factors, np.empty(given.size), sum_room(), found)
    return found


@lean_kernel
def _write_rates(
    positions: np.ndarray,
    orders: np.ndarray,
    factors: np.ndarray,
    squares: np.ndarray,
    room: SumRoom,
    found: JointRates,
) -> None:
    count, joints = positions.shape
    for row in range(len(orders)):
        order, used = orders[row], 0
        for frame in range(count):
            if frame < order:
                found.rms[row, frame], found.largest[row, frame] = math.nan, math.nan
                continue
            best = -1.0
            for joint in range(joints):
                rate = _difference(positions, frame, joint, order) * factors[row]
                squares[used + joint] = rate * rate
                if abs(rate) > best:
                    best = abs(rate)
                    found.joint[row, frame] = joint
            found.largest[row, frame] = best
            found.rms[row, frame] = math.sqrt(add_up(squares, used, joints, room) / joints)
            used += joints
        found.whole[row] = math.sqrt(add_up(squares, 0, used, room) / used) if used > 0 else math.nan


@lean_inner_kernel
def _difference(positions: np.ndarray, frame: int, joint: int, order: int) -> float:
    """Return a difference of order 1, 2 or 3, as differences of differences."""
    a, b = positions[frame, joint], positions[frame - 1, joint]
    if order == 1:
        return a - b
    c = positions[frame - 2, joint]
    if order == 2:
        return (a - b) - (b - c)
    return ((a - b) - (b - c)) - ((b - c) - (c - positions[frame - 3, joint]))
