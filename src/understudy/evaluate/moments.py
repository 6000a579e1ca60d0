"""The moments at which a performance is worst, to be looked at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion import Evaluation

COUNT = 5
APART = 0.5
"""Time [s] between two moments, so that they do not show the same slip twice."""
WORTH_SHOWING = np.radians(3.0)
"""Regret [rad] that the eye can see in a picture."""


@dataclass(frozen=True)
class Moment:
    """A frame, and the limb that is farthest off in it by how much [rad] beyond what had to be."""

    frame: int
    limb: str
    regret: float


def worst_moments(evaluation: Evaluation, count: int = COUNT, apart: float = APART) -> tuple[Moment, ...]:
    """Return the frames of largest regret, the worst first.

    Args:
        evaluation: What was found about a performance.
        count: How many at most.
        apart: Time [s] between any two of them at least.
    """
    metrics = evaluation.family("regret")
    if not metrics:
        return ()
    regrets = np.nan_to_num(np.stack([metric.series for metric in metrics]))
    worst = regrets.max(axis=0)
    moments: list[Moment] = []
    while len(moments) < count and worst.max() >= WORTH_SHOWING:
        frame = int(worst.argmax())
        limb = metrics[int(regrets[:, frame].argmax())].name.removeprefix("regret/")
        moments.append(Moment(frame, limb, float(worst[frame])))
        near = np.abs(np.arange(len(worst)) - frame) < apart * evaluation.fps
        worst = np.where(near, 0.0, worst)
    return tuple(moments)
