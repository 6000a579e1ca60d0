"""How firmly soles are led to their footholds and from them.

What becomes of a leg's own directions and a foothold is a mean of both, by their weights. A sole that
weighs as little as its leg already has half a say, and a stance weighs ten times that: weights that rise
evenly go from one to the other within two frames, which throws the hips. So it is the sole's say that rises
evenly, along a curve of least jerk, and the weight is what gives it that.
"""

from __future__ import annotations

import numpy as np

from understudy.retarget.limits.task_path import least_jerk
from understudy.retarget.swings import swings

LEG_PULL = 0.9
"""Weight of a corner of a sole, times the length of its leg, that has as much of a say as the leg's
directions have: four corners against thigh and shin, each of which turns by the way over that length."""


def led_weights(firmness: np.ndarray, stance: float, leg: float, frames: int) -> np.ndarray:
    """Return weights (T, S) [1/m] of corners that stand, are led to where they will, and from there.

    Args:
        firmness: (T, S) 0 to 1, how firmly each stands.
        stance: Weight [1/m] of one that stands firmly.
        leg: Length [m] of the robot's leg.
        frames: In so many frames.
    """
    say = least_jerk(1.0 - np.arange(frames + 2) / (frames + 1))
    curve = LEG_PULL / leg * np.sqrt(say / np.maximum(1.0 - say, np.finfo(float).tiny))
    weights = stance * firmness
    every = np.arange(len(firmness))
    for corner in range(0, firmness.shape[1], 2):
        # Both corners of a heel or toe stand alike.
        own = weights[:, corner]
        if not own.any():
            continue
        way = swings(own > 0.0)
        since, until = np.abs(every - way.before), np.abs(way.after - every)
        left, coming = (
            np.minimum(own[at], curve[np.minimum(away, frames + 1)])
            for at, away in ((way.before, since), (way.after, until))
        )
        weights[:, corner : corner + 2] = np.where(own > 0.0, own, np.maximum(left, coming))[:, None]
    return weights
