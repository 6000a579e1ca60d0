"""How far a body is from human proportions, whatever its size and pose.

For each segment in each frame the logarithm of its length over its share of body height is the same
number, that of the height, in a well-proportioned body. What differs from the median of all of these is
misfit: wrong proportions, unequal sides, and lengths that change over time alike.
"""

from __future__ import annotations

import numpy as np

from understudy.anthropometry import winter
from understudy.capture.placing.posture import Landmarks, trunk
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median

_LIMBS = (("shoulder", "elbow"), ("elbow", "wrist"), ("hip", "knee"), ("knee", "ankle"))
_LINES = ("shoulder", "hip")

ADULT_SHARES = (winter.UPPER_ARM, winter.FOREARM, winter.THIGH, winter.SHIN, winter.TRUNK, 0.207, 0.115)
"""Upper arm, forearm, thigh, shin, trunk, shoulder line and hip line as shares of body height.

Limbs and trunk are Winter's, the lines those between the points
that pose estimators give, which lie in the joints."""

INFANT_SHARES = (0.169, 0.134, 0.173, 0.177, 0.350, 0.230, 0.130)
"""The same at four months: Fiala (2023), Table 3.3, less the flesh over which it was measured."""


def body_segments(tracks: Landmarks) -> np.ndarray:
    """Return vectors (11, T, 3) of both sides of each limb, the trunk, and the lines between both sides.

    Args:
        tracks: Canonical landmark → (T, 3), NaN where unknown; shoulders, elbows, wrists, hips, knees and
            ankles have to be among them.
    """
    limbs = [
        tracks[f"{lower}_{side}"] - tracks[f"{upper}_{side}"] for upper, lower in _LIMBS for side in SIDES
    ]
    lines = [tracks[f"{part}_l"] - tracks[f"{part}_r"] for part in _LINES]
    return np.stack([*limbs, trunk(tracks), *lines])


def misfits(lengths: np.ndarray) -> np.ndarray:
    """Return (11, T) how far lengths (11, T) of all segments are from human proportions, as shares.

    Of an adult's and an infant's proportions the nearer ones count. NaN where a length is not known.
    """
    known = np.isfinite(lengths) & (lengths > 0.0)
    is_all_known = bool(known.all())
    logarithms = np.log(lengths if is_all_known else np.where(known, lengths, 1.0))
    found = []
    for shares in (ADULT_SHARES, INFANT_SHARES):
        both_sides = np.repeat(shares[: len(_LIMBS)], len(SIDES))
        ratios = logarithms - np.log([*both_sides, *shares[len(_LIMBS) :]])[:, None]
        height = median(ratios.ravel() if is_all_known else ratios[known]) if known.any() else 0.0
        off = np.abs(ratios - height)
        found.append(off if is_all_known else np.where(known, off, np.nan))
    return min(found, key=lambda each: float(each.sum() if is_all_known else np.nansum(each)))
