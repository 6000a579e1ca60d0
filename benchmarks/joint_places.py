"""Places of one joint at which a limb has any posture within the bar, for those who prove what none can do.

The joint's range is cut into short intervals. Of each it is asked whether the limb has a posture with the
joint in it whose error is small enough, whatever the other joints do. Boxes of postures are searched, the
more promising half of each first, with L and ε as in ``limb_speed_bound.py``: one whose middle has an error

    E > most + h/2 L + √2 ε

where h is its longest side, holds none. One whose middle is within the bar is an answer, and ends the search;
so does one that is as fine as asked for, which is taken to hold one. So most intervals are settled by large
boxes, and nothing is kept of small ones.
"""

from __future__ import annotations

import numpy as np
from limb_speed_bound import TurningLimb
from numba import njit

_DEEP = 256
"""Boxes that wait to be looked at, at most: two for each time that a box is halved."""


def places_without(
    limb: TurningLimb, joint: int, wanted: list[np.ndarray], most: float, fine: float
) -> np.ndarray:
    """Return in which equal intervals (P,) of a joint's range no posture has an error within ``most``.

    Args:
        limb: The limb.
        joint: Which of its joints.
        wanted: Directions (3,) of the upper and the lower segment.
        most: [rad].
        fine: Lengths of the intervals, and sides of the smallest boxes, at most [rad].
    """
    count = int(np.ceil((limb.high[joint] - limb.low[joint]) / fine))
    segments, asked = np.stack([limb.upper, limb.lower]), np.stack(wanted)
    loose = float(np.sqrt(2.0) * np.radians(limb.loose))
    return _without(
        limb.axes,
        limb.low,
        limb.high,
        limb.both,
        segments,
        asked,
        joint,
        count,
        most + loose,
        limb.lever,
        fine,
    )


@njit
def _without(
    axes: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    both: int,
    segments: np.ndarray,
    wanted: np.ndarray,
    joint: int,
    count: int,
    most: float,
    lever: float,
    fine: float,
) -> np.ndarray:
    found = np.empty(count, dtype=np.bool_)
    boxes = np.empty((_DEEP, 2, len(low)))
    step = (high[joint] - low[joint]) / count
    for place in range(count):
        boxes[0, 0], boxes[0, 1] = low, high
        boxes[0, 0, joint] = low[joint] + place * step
        boxes[0, 1, joint] = boxes[0, 0, joint] + step
        found[place] = not _has_posture(boxes, axes, both, segments, wanted, joint, most, lever, fine)
    return found


@njit
def _has_posture(
    boxes: np.ndarray,
    axes: np.ndarray,
    both: int,
    segments: np.ndarray,
    wanted: np.ndarray,
    joint: int,
    most: float,
    lever: float,
    fine: float,
) -> bool:
    """Return whether the first of some boxes (B, 2, J) may hold a posture within ``most``."""
    waiting = 1
    while waiting > 0:
        waiting -= 1
        low, high = boxes[waiting, 0].copy(), boxes[waiting, 1].copy()
        widest, side = -1, 0.0
        for other in range(len(low)):
            if other != joint and high[other] - low[other] > side:
                widest, side = other, high[other] - low[other]
        longest = max(side, high[joint] - low[joint])
        error = _error(0.5 * (low + high), axes, both, segments, wanted)
        if error <= most:
            return True
        if error > most + 0.5 * longest * lever:
            continue
        if side <= fine:
            return True
        middle = 0.5 * (low[widest] + high[widest])
        for half in range(2):
            boxes[waiting + half, 0], boxes[waiting + half, 1] = low, high
            boxes[waiting + half, 1 - half, widest] = middle
        # The box on top is looked at next.
        errors = [
            _error(0.5 * (boxes[waiting + half, 0] + boxes[waiting + half, 1]), axes, both, segments, wanted)
            for half in range(2)
        ]
        if errors[0] < errors[1]:
            better = boxes[waiting].copy()
            boxes[waiting] = boxes[waiting + 1]
            boxes[waiting + 1] = better
        waiting += 2
    return False


@njit
def _error(
    posture: np.ndarray, axes: np.ndarray, both: int, segments: np.ndarray, wanted: np.ndarray
) -> float:
    """Return the error E [rad] of a posture (J,) from directions (2, 3) that are wanted.

    These are turned back by one joint after the other, from the body outwards, and compared with the segments
    (2, 3) as they are with all joints at 0.
    """
    total = 0.0
    for part in range(2):
        x, y, z = wanted[part]
        for joint in range(len(axes) if part else both):
            a, b, c = axes[joint]
            cosine, sine = np.cos(posture[joint]), -np.sin(posture[joint])
            along = (a * x + b * y + c * z) * (1.0 - cosine)
            x, y, z = (
                x * cosine + (b * z - c * y) * sine + a * along,
                y * cosine + (c * x - a * z) * sine + b * along,
                z * cosine + (a * y - b * x) * sine + c * along,
            )
        own = segments[part]
        total += np.arccos(min(max(own[0] * x + own[1] * y + own[2] * z, -1.0), 1.0)) ** 2
    return np.sqrt(total)
