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
    boxes: Boxes, wanted: list[np.ndarray], most: float, fine: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the boxes (N, J), by their numbers along every joint, outside of which no error is so small.

    Args:
        boxes: The largest ones.
        wanted: Directions (3,) of the upper and the lower segment.
        most: [rad].
        fine: Sides [rad] of the smallest boxes at most.

    Returns:
        The smallest boxes that are left, and how many there are (J,) along every joint.
    """
    limb, counts, sides = boxes.limb, boxes.counts, boxes.sides
    left = np.flatnonzero(_errors(boxes.upper, boxes.lower, wanted) <= most + _slack(limb, sides))
    cells = np.stack(np.unravel_index(left, counts), axis=1)
    halves = np.array(list(product((0, 1), repeat=len(counts))))
    while sides.max() > fine:
        counts, sides = 2 * counts, 0.5 * sides
        cells = (2 * cells[:, None] + halves).reshape(-1, len(counts))
        directions = limb.directions(limb.low + (cells + 0.5) * sides)
        cells = cells[_errors(*directions, wanted) <= most + _slack(limb, sides)]
    return cells, counts


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
