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
    summary = dict.fromkeys(("mean", "std", "p95", "p99", "max"), 0.0) | {"median": degrees * DEGREE}
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
            Metric("limits/acceleration", "rad/s²", {}, np.array([np.nan, np.nan, 0.3, 0.1])),
            Metric("limits/position_slides", "m", {}, np.array([0.0, 0.0, 0.0, 0.0])),
            Metric("limits/near_limit", "1", {}, np.ones(4)),
        )
    )
    assert (item.value, item.good) == ("3 frames", False)
    assert item.meaning.endswith("range 1, speed 2, acceleration 2.")


def regret(limb: str, p99: float, most: float) -> Metric:
    summary = {"median": 0.0, "mean": 0.0, "std": 0.0, "p95": 0.0, "p99": p99 * DEGREE, "max": most * DEGREE}
    return Metric(f"regret/{limb}", "rad", summary | {"frame": 25.0}, np.zeros(4))


def test_what_the_worst_frame_regrets_is_told_beside_the_rest() -> None:
    found = headlines(
        evaluation(regret("leg_l", 8.0, 29.0), regret("leg_r", 11.0, 12.0), regret("arm_r", 1.0, 31.0))
    )
    assert [(item.title, item.value, item.good) for item in found] == [
        ("Legs' regret (99 %)", "11.0°", False),
        ("Arms' regret (99 %)", "1.0°", True),
        ("Legs' worst frame", "29.0°", True),
        ("Arms' worst frame", "31.0°", False),
    ]
    assert found[2].meaning.startswith("Left leg at 0.50 s")


def test_speed_and_acceleration_are_judged_by_the_motors() -> None:
    joints = Metric("limits/near_limit_by_joint", "1", {"hip": 0.0, "knee": 0.0})
    summary = {"max": 8.25, "frame": 10.0, "joint": 1.0, "limit": 20.0}
    speed = Metric("smoothness/largest_speed", "rad/s", summary, np.zeros(4))
    (item,) = headlines(
        evaluation(joints, speed, Metric("limits/velocity_use", "1", {"max": 0.9}, np.zeros(4)))
    )
    assert (item.title, item.value, item.good) == ("Largest speed", "8.25 rad/s", True)
    assert "knee at 0.20 s, whose limit is 20 rad/s" in item.meaning
    change = Metric("smoothness/largest_acceleration", "rad/s²", summary | {"max": 1234.5}, np.zeros(4))
    use = Metric("limits/acceleration_use", "1", {"max": 1.2}, np.zeros(4))
    (item,) = headlines(evaluation(joints, change, use))
    assert (item.title, item.value, item.good) == ("Largest acceleration", "1234 rad/s²", False)


def test_frames_that_did_not_converge_are_told_by_their_ending() -> None:
    summary = {"frames": 3.0, "iteration_limit": 2.0, "infeasible": 1.0, "not_seen": 0.0}
    (item,) = headlines(evaluation(Metric("solving/not_converged", "1", summary, np.zeros(4))))
    assert (item.value, item.good) == ("3 frames", False)
    assert "limit of iterations 2, infeasible 1, not seen 0" in item.meaning


def test_segments_that_were_not_captured_are_named() -> None:
    shares = {"forearm_l": 1.0, "forearm_r": 0.25, "thigh_l": 0.0}
    (item,) = headlines(evaluation(Metric("capture/missing_by_segment", "1", shares)))
    assert (item.title, item.value, item.good) == ("Not captured", "2 segments", False)
    assert "left forearm (100.0 % of frames), right forearm (25.0 % of frames)" in item.meaning
    assert headlines(evaluation(Metric("capture/missing_by_segment", "1", {"thigh_l": 0.0}))) == ()


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
        ("feet/heading_l", "rad", "median", 4.5 * DEGREE, "4.5°", False),
        ("feet/heading_r", "rad", "median", 3.5 * DEGREE, "3.5°", True),
    ],
)
def test_targets(name: str, unit: str, statistic: str, value: float, text: str, good: bool | None) -> None:
    (item,) = headlines(evaluation(Metric(name, unit, {statistic: value}, np.zeros(4))))
    assert (item.value, item.good) == (text, good)


def test_rows_hold_headlines_segments_and_smoothness() -> None:
    rows = summary_rows(
        evaluation(
            direction("thigh_l", 4.0),
            regret("leg_l", 8.0, 29.0),
            Metric("feet/floating", "m", {"p95": math.nan}, np.zeros(4)),
            Metric("smoothness/velocity", "rad/s", {"rms": 1.25}, np.zeros(4)),
            Metric("smoothness/jerk_slides", "m/s³", {"rms": 2.0}, np.zeros(4)),
        )
    )
    assert rows == [
        ("Legs off by", "4.0°", "over target (target: ≤ 3°)"),
        ("Legs' regret (99 %)", "8.0°", "good (target: ≤ 10°)"),
        ("Legs' worst frame", "29.0°", "good (target: ≤ 30°)"),
        ("Floating", "–", "does not apply (target: ≤ 2 cm)"),
        ("Left thigh", "4.0° median, 0.0° ± 0.0°, 0.0° at 95 %, 0.0° at 99 %", ""),
        ("Left leg's regret", "0.0° median, 8.0° at 99 %, 29.0° at 0.50 s", ""),
        ("Joint velocity", "1.25 rad/s RMS", ""),
        ("Joint jerk of slides", "2 m/s³ RMS", ""),
    ]


@pytest.mark.parametrize(("share", "value", "good"), [(0.034, "3.4 %", True), (0.12, "12.0 %", False)])
def test_what_no_floor_can_give_is_told_over_stance(share: float, value: str, good: bool) -> None:
    summary = {"median": share, "median_all": 1.0, "cutoff": 10.0}
    (item,) = headlines(evaluation(Metric("feasibility/root_residual", "1", summary, np.zeros(4))))
    assert (item.title, item.value, item.target, item.good) == ("Root residual", value, "≤ 5 %", good)
