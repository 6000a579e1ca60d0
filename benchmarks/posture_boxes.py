"""A limb's postures as boxes in its joints' ranges, for those who prove what no posture can do.

With L and ε as in ``limb_speed_bound.py``, a box of postures whose middle has an error

    E > most + h/2 L + √2 ε

where h is its longest side, has no posture with an error of ``most`` or less in it. All others are cut in
half in every joint until they are fine enough. Every posture within ``most`` is in one of those left over.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from limb_speed_bound import TurningLimb
from numba import njit

from understudy.spatial import rotations as rot

COARSE = 8.0
"""Sides of the largest boxes at most [°]."""


@dataclass(frozen=True, eq=False)
class Boxes:
    """All postures of a limb as boxes.

    Attributes:
        limb: The limb.
        counts: (J,) how many there are along every joint.
        sides: (J,) [rad].
        upper, lower: (N, 3) directions of the segments in their middles, the last joint's fastest.
    """

    limb: TurningLimb
    counts: np.ndarray
    sides: np.ndarray
    upper: np.ndarray
    lower: np.ndarray


def make_boxes(limb: TurningLimb, side: float) -> Boxes:
    """Return boxes all over a limb's ranges with sides [rad] of at most so much."""
    counts = np.ceil((limb.high - limb.low) / side).astype(np.int64)
    sides = (limb.high - limb.low) / counts
    cells = np.stack(np.unravel_index(np.arange(counts.prod()), counts), axis=1)
    return Boxes(limb, counts, sides, *limb.directions(limb.low + (cells + 0.5) * sides))


def boxes_within(
    boxes: Boxes, wanted: list[np.ndarray], most: float, fine: float, many: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the boxes (N, J), by their numbers along every joint, outside of which no error is so small.

    Args:
        boxes: The largest ones.
        wanted: Directions (3,) of the upper and the lower segment.
        most: [rad].
        fine: Sides [rad] of the smallest boxes at most.
        many: More boxes than so many are left as they are.

    Returns:
        The smallest boxes that are left, and how many there are (J,) along every joint.
    """
    limb, counts, sides = boxes.limb, boxes.counts, boxes.sides
    left = np.flatnonzero(_errors(boxes.upper, boxes.lower, wanted) <= most + _slack(limb, sides))
    cells = np.stack(np.unravel_index(left, counts), axis=1)
    halves = np.array(list(product((0, 1), repeat=len(counts))))
    segments, asked = np.stack([limb.upper, limb.lower]), np.stack(wanted)
    while sides.max() > fine and (many is None or len(cells) <= many):
        counts, sides = 2 * counts, 0.5 * sides
        cells = _halves_within(
            cells, halves, _turns(limb, counts), limb.both, segments, asked, most + _slack(limb, sides)
        )
    return cells, counts


def _turns(limb: TurningLimb, counts: np.ndarray) -> np.ndarray:
    """Return what every joint turns by (J, C, 3, 3) in the middles of so many (J,) boxes along it."""
    turns = np.zeros((len(counts), counts.max(), 3, 3))
    for own, axis, low, high, count in zip(turns, limb.axes, limb.low, limb.high, counts, strict=True):
        middles = low + (np.arange(count) + 0.5) * (high - low) / count
        own[:count] = rot.as_matrix(rot.from_axis_angle(axis, middles))
    return turns


@njit
def _halves_within(
    cells: np.ndarray,
    halves: np.ndarray,
    turns: np.ndarray,
    both: int,
    segments: np.ndarray,
    wanted: np.ndarray,
    most: float,
) -> np.ndarray:
    """Return the halves (H, J) of boxes (N, J) that have an error of at most ``most`` [rad] in their middles.

    What is wanted (2, 3) is turned back by one joint after the other, from the body outwards, and compared
    with the segments (2, 3) as they are with all joints at 0.
    """
    kept = np.zeros((len(cells), len(halves)), dtype=np.bool_)
    least = np.cos(min(most, np.pi))
    for row in range(len(cells)):
        for half in range(len(halves)):
            off = 0.0
            for part in range(2):
                x, y, z = wanted[part, 0], wanted[part, 1], wanted[part, 2]
                for joint in range(len(turns) if part else both):
                    place = 2 * cells[row, joint] + halves[half, joint]
                    turn = turns[joint, place]
                    x, y, z = (
                        turn[0, 0] * x + turn[1, 0] * y + turn[2, 0] * z,
                        turn[0, 1] * x + turn[1, 1] * y + turn[2, 1] * z,
                        turn[0, 2] * x + turn[1, 2] * y + turn[2, 2] * z,
                    )
                cosine = segments[part, 0] * x + segments[part, 1] * y + segments[part, 2] * z
                if cosine < least:
                    off = np.inf
                    break
                off += np.arccos(min(cosine, 1.0)) ** 2
            kept[row, half] = off <= most**2
    found = np.empty((kept.sum(), cells.shape[1]), dtype=np.int64)
    index = 0
    for row in range(len(cells)):
        for half in range(len(halves)):
            if kept[row, half]:
                for joint in range(cells.shape[1]):
                    found[index, joint] = 2 * cells[row, joint] + halves[half, joint]
                index += 1
    return found


def has_posture(boxes: Boxes, wanted: list[np.ndarray], most: float, fine: float) -> bool:
    """Return whether an error within ``most`` is certain to be possible: the middle of a box has one.

    Args:
        boxes: The largest ones.
        wanted: Directions (3,) of the upper and the lower segment.
        most: [rad].
        fine: Sides [rad] of the boxes at most whose middles are asked.
    """
    limb = boxes.limb
    cells, counts = boxes_within(boxes, wanted, most, fine)
    middles = limb.low + (cells + 0.5) * (limb.high - limb.low) / counts
    errors = _errors(*limb.directions(middles), wanted)
    return bool(np.any(errors + np.sqrt(2.0) * np.radians(limb.loose) <= most))


def _errors(upper: np.ndarray, lower: np.ndarray, wanted: list[np.ndarray]) -> np.ndarray:
    """Return the errors E (N,) [rad] of directions (N, 3) from those wanted (3,)."""
    return np.hypot(rot.angle_between(upper, wanted[0]), rot.angle_between(lower, wanted[1]))


def _slack(limb: TurningLimb, sides: np.ndarray) -> float:
    """Return by how much [rad] a posture's error may be less than that in the middle of its box."""
    return float(0.5 * sides.max() * limb.lever + np.sqrt(2.0) * np.radians(limb.loose))
