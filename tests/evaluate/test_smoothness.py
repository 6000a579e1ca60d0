"""Smoothness of polynomials whose derivatives are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate.smoothness import smoothness_metrics
from understudy.motion import Metric, RobotMotion
from understudy.robots import Robot

Mover = Callable[..., RobotMotion]
ONE_HINGE = """<worldbody><body><geom size="0.1"/><joint name="turn" axis="0 0 1"/></body></worldbody>"""


@pytest.fixture
def hinge(build_robot: Callable[..., Robot]) -> Robot:
    """Return a robot with a single unlimited joint."""
    return build_robot(ONE_HINGE, base="fixed")


def named(metrics: tuple[Metric, ...]) -> dict[str, Metric]:
    return {metric.name: metric for metric in metrics}


@pytest.mark.parametrize(
    ("power", "name", "unit"),
    [(1, "velocity", "rad/s"), (2, "acceleration", "rad/s²"), (3, "jerk", "rad/s³")],
)
def test_a_polynomial_has_its_constant_derivative(
    power: int, name: str, unit: str, hinge: Robot, move_robot: Mover
) -> None:
    fps, size = 100.0, 0.7
    time = np.arange(30) / fps
    factorial = {1: 1.0, 2: 2.0, 3: 6.0}[power]
    found = named(smoothness_metrics(hinge, move_robot(hinge, 30, fps, turn=size * time**power / factorial)))
    metric = found[f"smoothness/{name}"]
    assert metric.unit == unit
    assert metric.summary["rms"] == pytest.approx(size, rel=1e-6)
    assert np.isnan(metric.series[:power]).all()
    assert not np.isnan(metric.series[power:]).any()


def test_rms_is_over_frames_and_joints(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot, frames=3, fps=10.0, knee_l=[0.0, 0.1, 0.3])
    rms = named(smoothness_metrics(robot, motion))["smoothness/velocity"].summary["rms"]
    assert rms == pytest.approx(np.sqrt((1.0**2 + 2.0**2) / (2 * len(robot.joints))))


def test_the_largest_step_names_frame_and_joint(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot, frames=4, waist=[0.0, 0.1, 0.2, 0.3], elbow_l=[0.0, 0.0, -0.8, -0.7])
    metric = named(smoothness_metrics(robot, motion))["smoothness/largest_step"]
    assert metric.unit == "rad"
    assert metric.summary["max"] == pytest.approx(0.8)
    assert metric.summary["frame"] == 2.0
    assert robot.joints[int(metric.summary["joint"])] == "elbow_l"


def test_the_largest_speed_and_acceleration_name_the_joints_limit(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot, frames=4, fps=10.0, knee_l=[0.0, 0.1, 0.2, 0.0], waist=[0.0, 0.0, 0.15, 0.3])
    found = named(smoothness_metrics(robot, motion))
    knee = robot.joints.index("knee_l")
    speed, change = found["smoothness/largest_speed"], found["smoothness/largest_acceleration"]
    assert (speed.unit, change.unit) == ("rad/s", "rad/s²")
    expected = {"max": 2.0, "frame": 3.0, "joint": float(knee), "limit": float(robot.velocity[knee])}
    assert dict(speed.summary) == pytest.approx(expected)
    expected = {"max": 30.0, "frame": 3.0, "joint": float(knee), "limit": float(robot.acceleration[knee])}
    assert dict(change.summary) == pytest.approx(expected)


def test_the_roots_acceleration_is_that_of_its_place(robot: Robot, move_robot: Mover) -> None:
    fps, pull = 50.0, 3.0
    motion = move_robot(robot, frames=6, fps=fps)
    q = np.array(motion.q)
    q[:, 2] += 0.5 * pull * (np.arange(6) / fps) ** 2
    q[4:, 0] += 0.01
    metric = named(smoothness_metrics(robot, replace(motion, q=q)))["smoothness/root_acceleration"]
    assert metric.unit == "m/s²"
    jolt = float(np.hypot(pull, 0.01 * fps**2))
    np.testing.assert_allclose(metric.series[2:], [pull, pull, jolt, jolt], rtol=1e-9)
    assert metric.summary["max"] == pytest.approx(jolt)
    assert metric.summary["frame"] in (4.0, 5.0)


def test_a_fixed_base_has_no_root_acceleration(hinge: Robot, move_robot: Mover) -> None:
    assert "smoothness/root_acceleration" not in named(smoothness_metrics(hinge, move_robot(hinge, frames=5)))


def test_too_few_frames_have_no_rate(hinge: Robot, move_robot: Mover) -> None:
    found = named(smoothness_metrics(hinge, move_robot(hinge, frames=1)))
    assert all(np.isnan(value) for metric in found.values() for value in metric.summary.values())
