"""How high the landmarks of a foot are when the foot stands on the floor."""

from __future__ import annotations

import numpy as np

from understudy.human.speed import causal_speed, speed_scale
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SIDES

STANDING_SHARE: dict[str, float] = {"ankle": 0.0794, "toe": 0.0295, "heel": 0.0}
"""Height above the sole as a share of the leg, where a clip shows no stance.

The ankle's centre is 0.039 of the stature above the sole and the leg 0.491 of it (Winter). The ball's
centre lies 44 mm below the ankle's in a person of 1.8 m (the lower limb of Delp 1990). A heel landmark is on
the skin.
"""

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
    for part, share in STANDING_SHARE.items():
        for side in SIDES:
            points, known = human.landmark(f"{part}_{side}")
            if not known.any():
                continue
            slow = known & (causal_speed(points, human.fps) < RESTING * speed_scale(leg))
            usual = share * leg
            measured = np.percentile(points[slow if slow.any() else known, 2], _PERCENTILE)
            heights[f"{part}_{side}"] = (
                float(measured) if abs(measured - usual) <= _PLAUSIBLE * leg else usual
            )
    return heights
