"""How high the landmarks of a foot are when the foot stands on the floor."""

from __future__ import annotations

from understudy.motion import HumanMotion
from understudy.motion.foot import SOLE_BELOW
from understudy.motion.landmarks import SIDES
from understudy.motion.speed import causal_speed, speed_scale
from understudy.signals.ranks import percentiles

RESTING = 0.5
"""Speed [m/s] of an adult's foot below which it may be standing."""

_PERCENTILE = 10.0
"""Of the heights of a resting foot, low enough that a lifted heel or a foot held up does not count."""

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
            heights[f"{part}_{side}"] = measured if abs(measured - usual) <= _PLAUSIBLE * leg else usual
    return heights
