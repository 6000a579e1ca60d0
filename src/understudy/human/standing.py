"""How high the landmarks of a foot are when the foot stands on the floor."""

from __future__ import annotations

import numpy as np

from understudy.human.foot_kernel import write_resting_heights
from understudy.motion import HumanMotion
from understudy.motion.foot import SOLE_BELOW
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import percentiles
from understudy.motion.speed import causal_speed, causal_window, centred_speed, speed_scale

RESTING = 0.5
"""Speed [m/s] of an adult's foot below which it may be standing."""

_FEET = tuple(f"{part}_{side}" for part in SOLE_BELOW for side in SIDES)

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
    is_level = human.terrain.is_level
    measured = _resting_heights(human, leg) if is_level else _heights_on_terrain(human, leg)
    heights: dict[str, float] = {}
    for name, height in measured.items():
        usual = SOLE_BELOW[name[:-2]] * leg
        heights[name] = height if abs(height - usual) <= _PLAUSIBLE * leg else usual
    return heights


def _resting_heights(human: HumanMotion, leg: float) -> dict[str, float]:
    """Return landmark → a low percentile of its heights [m] while it rests, or of all where it never does."""
    slow, names = RESTING * speed_scale(leg), [name for name in _FEET if name in human.names]
    if write_resting_heights.is_worth_it(human.frame_count):
        columns = np.array([human.names.index(name) for name in names], dtype=np.int64)
        window, share, count = causal_window(human.fps), _PERCENTILE / 100.0, human.frame_count
        found = np.empty(len(names))
        write_resting_heights(
            human.landmarks,
            human.valid_mask,
            columns,
            float(human.fps),
            window,
            slow,
            share,
            np.empty(count),
            found,
        )
        named = zip(names, found.tolist(), strict=True)
        return {name: height for name, height in named if not np.isnan(height)}
    heights = {}
    for name in names:
        points, known = human.landmark(name)
        if known.any():
            rests = known & (causal_speed(points, human.fps) < slow)
            (heights[name],) = percentiles(points[rests if rests.any() else known, 2], (_PERCENTILE,))
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


def _heights_on_terrain(human: HumanMotion, leg: float) -> dict[str, float]:
    """Return landmark → median height [m] over steps and ramps in the frames in which it is stillest.

    Surfaces are known roughly at their edges, so that the lowest heights are not the most credible there.
    """
    heights = {}
    for name in _FEET:
        points, known = human.landmark(name)
        if known.any():
            speed = np.where(known, centred_speed(points, human.fps), np.nan)
            still = speed <= np.nanpercentile(speed, _STILLEST)
            usual = SOLE_BELOW[name[:-2]] * leg
            heights[name] = float(np.median(clearance(human, points, usual, leg)[still]))
    return heights
