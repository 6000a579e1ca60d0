"""The worst moments are distinct ones."""

from __future__ import annotations

import numpy as np

from understudy.evaluate.moments import WORTH_SHOWING, worst_moments
from understudy.motion import Evaluation, Metric

FPS = 10.0


def regrets(**limbs: dict[int, float]) -> Evaluation:
    metrics = []
    for limb, peaks in limbs.items():
        values = np.full(40, 0.01)
        values[list(peaks)] = list(peaks.values())
        values[0] = np.nan
        metrics.append(Metric(f"regret/{limb}", "rad", {}, values))
    return Evaluation("robot", "track", FPS, tuple(metrics))


def test_moments_are_apart_and_the_worst_comes_first() -> None:
    found = worst_moments(regrets(arm_l={10: 0.5, 12: 0.45, 20: 0.2}, leg_r={13: 0.48, 15: 0.3, 30: 0.9}))
    assert [(item.frame, item.limb, item.regret) for item in found] == [
        (30, "leg_r", 0.9),
        (10, "arm_l", 0.5),
        (15, "leg_r", 0.3),
        (20, "arm_l", 0.2),
    ]


def test_no_more_than_asked_for_and_none_that_nobody_sees() -> None:
    evaluation = regrets(arm_l={10: 0.5, 20: 0.4, 30: 0.3})
    assert [item.frame for item in worst_moments(evaluation, count=2)] == [10, 20]
    assert worst_moments(regrets(arm_l={10: 0.9 * float(WORTH_SHOWING)})) == ()
    assert worst_moments(Evaluation("robot", "track", FPS, ())) == ()
