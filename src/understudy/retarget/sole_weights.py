"""How firmly soles are led to their footholds and from them.

What becomes of a leg's own directions and a foothold is a mean of both, by their weights. A sole that
weighs as little as its leg already has half a say, and a stance weighs ten times that: weights that rise
evenly go from one to the other within two frames, which throws the hips. So it is the sole's say that rises
evenly, along a curve of least jerk, and the weight is what gives it that.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import lean_kernel
from understudy.retarget.limits.task_path import least_jerk

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
    lead(weights, curve)
    return weights


@lean_kernel
def lead(weights: np.ndarray, curve: np.ndarray) -> None:
    """Let weights (T, S) fall along a curve (N,) from where a corner stands, both ways in time.

    No corner is led more firmly than it stands.
    """
    frames, reach = weights.shape[0], curve.shape[0]
    for corner in range(weights.shape[1]):
        for way in range(2):
            since, firm = reach, 0.0
            for step in range(frames):
                i = step if way == 0 else frames - 1 - step
                # What is led to the stance before is below zero until both ways were gone.
                if weights[i, corner] > 0.0:
                    since, firm = 0, weights[i, corner]
                    continue
                since += 1
                if since < reach:
                    weights[i, corner] = min(weights[i, corner], -min(firm, curve[since]))
        for i in range(frames):
            weights[i, corner] = abs(weights[i, corner])
