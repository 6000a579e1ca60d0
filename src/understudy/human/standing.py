"""How high the landmarks of a foot are when the foot stands on the floor."""

from __future__ import annotations

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.foot import SOLE_BELOW
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import percentiles
from understudy.motion.speed import causal_speed, centred_speed, speed_scale

RESTING = 0.5
"""Speed [m/s] of an adult's foot below which it may be standing."""

_PERCENTILE = 10.0
"""Of the heights of a resting foot, low enough that a lifted heel or a foot held up does not count."""

OVERHANG = 0.12
"""Leg lengths by which a point of a foot may be beyond the edge of what the foot stands on."""

_STILLEST = 25.0
"""Percentile of a landmark's speeds, well below the share of time for which a foot stands."""

_PLAUSIBLE = 0.1
"""A height further than this many leg lengths from its usual share is not that of a standing foot."""


def standing_heights(human: HumanMotion, leg: float) -> dict[str, float]:
    """Return landmark → height [m] above the floor in stance, for every covered ankle, heel and toe.

    It is a low percentile over the frames in which the landmark rests. Where that is far from what
    human feet are like (a lying body, one that never rests), the usual share of leg length stands in.
    """
    heights: dict[str, float] = {}
    for part, share in SOLE_BELOW.items():
        for side in SIDES:
            points, known = human.landmark(f"{part}_{side}")
            if not known.any():
                continue
            slow = known & (causal_speed(points, human.fps) < RESTING * speed_scale(leg))
            usual = share * leg
            (measured,) = percentiles(points[slow if slow.any() else known, 2], (_PERCENTILE,))
            if not human.terrain.is_level:
                measured = _height_on_terrain(human, points, known, usual, leg)
            heights[f"{part}_{side}"] = measured if abs(measured - usual) <= _PLAUSIBLE * leg else usual
    return heights


def clearance(human: HumanMotion, points: np.ndarray, height: float, leg: float) -> np.ndarray:
    """Return how far (T,) [m] points of a foot are above the ground that is nearest to the sole below them.

    Args:
        human: The person on a terrain.
        points: (T, 3) [m] of a landmark.
        height: Of the landmark above the sole of a flat foot [m]; roughly will do.
        leg: Leg length [m].
    """
    if human.terrain.is_level:
        return points[:, 2]
    down = np.array([0.0, 0.0, height])
    return human.terrain.footing(points - down, OVERHANG * leg).clearance + height


def _height_on_terrain(
    human: HumanMotion, points: np.ndarray, known: np.ndarray, usual: float, leg: float
) -> float:
    """Return the median height [m] over steps and ramps of a landmark in the frames in which it is stillest.

    Surfaces are known roughly at their edges, so that the lowest heights are not the most credible there.
    """
    speed = np.where(known, centred_speed(points, human.fps), np.nan)
    still = speed <= np.nanpercentile(speed, _STILLEST)
    return float(np.median(clearance(human, points, usual, leg)[still]))
