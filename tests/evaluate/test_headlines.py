"""Headlines hold the right number and judge it against the stated target."""

from __future__ import annotations

import math

import numpy as np
import pytest

from understudy.evaluate.headlines import headlines
from understudy.evaluate.table import summary_rows
from understudy.motion import Evaluation, Metric

DEGREE = math.radians(1.0)


def direction(segment: str, degrees: float) -> Metric:
    summary = dict.fromkeys(("mean", "std", "p95", "max"), 0.0) | {"median": degrees * DEGREE}
    return Metric(f"direction/{segment}", "rad", summary, np.zeros(4))


def evaluation(*metrics: Metric) -> Evaluation:
    return Evaluation("robot", "track", 50.0, metrics)


def test_the_worst_limb_is_told() -> None:
    (legs, arms) = headlines(
        evaluation(direction("thigh_l", 2.0), direction("shin_r", 2.9), direction("forearm_l", 1.6))
    )
    assert (legs.title, legs.value, legs.target, legs.good) == ("Legs off by", "2.9°", "≤ 3°", True)
    assert (arms.title, arms.value, arms.target, arms.good) == ("Arms off by", "1.6°", "≤ 1.5°", False)


def test_hands_feet_and_trunk_are_not_judged() -> None:
    assert headlines(evaluation(direction("hand_l", 40.0), direction("trunk", 40.0))) == ()


def test_frames_over_any_limit_are_counted_once() -> None:
    (item,) = headlines(
        evaluation(
            Metric("limits/position", "rad", {}, np.array([0.0, 0.1, 0.0, 0.0])),
            Metric("limits/velocity", "rad/s", {}, np.array([np.nan, 0.2, 0.3, 0.0])),
            Metric("limits/position_slides", "m", {}, np.array([0.0, 0.0, 0.0, 0.0])),
            Metric("limits/near_limit", "1", {}, np.ones(4)),
        )
    )
    assert (item.value, item.good) == ("2 frames", False)


@pytest.mark.parametrize(
    ("name", "unit", "statistic", "value", "text", "good"),
    [
        ("feet/sliding", "m/s", "share_over_0.1", 0.05, "5.0 %", True),
        ("feet/sliding", "m/s", "share_over_0.1", 0.06, "6.0 %", False),
        ("feet/floating", "m", "p95", 0.019, "1.9 cm", True),
        ("feet/floating", "m", "p95", 0.03, "3.0 cm", False),
        ("feet/floating", "m", "p95", math.nan, "–", None),
        ("penetration/floor", "m", "p95", 0.011, "1.1 cm", False),
        ("penetration/self", "m", "p95", 0.001, "0.1 cm", True),
        ("smoothness/largest_step", "rad", "max", 21 * DEGREE, "21.0°", False),
        ("smoothness/largest_step", "rad", "max", 19 * DEGREE, "19.0°", True),
    ],
)
def test_targets(name: str, unit: str, statistic: str, value: float, text: str, good: bool | None) -> None:
    (item,) = headlines(evaluation(Metric(name, unit, {statistic: value}, np.zeros(4))))
    assert (item.value, item.good) == (text, good)


def test_rows_hold_headlines_segments_and_smoothness() -> None:
    rows = summary_rows(
        evaluation(
            direction("thigh_l", 4.0),
            Metric("feet/floating", "m", {"p95": math.nan}, np.zeros(4)),
            Metric("smoothness/velocity", "rad/s", {"rms": 1.25}, np.zeros(4)),
            Metric("smoothness/jerk_slides", "m/s³", {"rms": 2.0}, np.zeros(4)),
        )
    )
    assert rows == [
        ("Legs off by", "4.0°", "over target (target: ≤ 3°)"),
        ("Floating", "–", "does not apply (target: ≤ 2 cm)"),
        ("Left thigh", "4.0° median, 0.0° ± 0.0° mean, 0.0° at 95 %", ""),
        ("Joint velocity", "1.25 rad/s RMS", ""),
        ("Joint jerk of slides", "2 m/s³ RMS", ""),
    ]
