"""Known excesses over limits of position, velocity and acceleration, and joints at their stops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate.limits import limit_metrics, position_excess, rate_excess
from understudy.motion import Metric, RobotMotion
from understudy.robots import Robot
from understudy.robots.joint_figures import LEAST_ACCELERATION, SPEED_UP_TIME

Mover = Callable[..., RobotMotion]
Builder = Callable[..., Robot]

LIMIT = 3.0
"""Position limit [rad] of every joint of the test robot."""
KNEE_SPEED = 2.0
"""Velocity limit [rad/s] of its knees."""

SLIDER = """<worldbody><body>
  <geom size="0.1"/><joint name="lift" type="slide" axis="0 0 1" range="0 0.5"/>
  <body><geom size="0.1"/><joint name="turn" axis="0 0 1"/></body></body></worldbody>"""


def named(metrics: tuple[Metric, ...]) -> dict[str, Metric]:
    return {metric.name: metric for metric in metrics}


def test_a_still_robot_keeps_every_limit(robot: Robot, move_robot: Mover) -> None:
    found = named(limit_metrics(robot, move_robot(robot), None))
    for name in ("position", "velocity", "acceleration"):
        assert found[f"limits/{name}"].summary["frames"] == 0.0
        assert found[f"limits/{name}"].summary["max"] == 0.0
    assert found["limits/near_limit"].summary["share"] == 0.0
    assert found["limits/velocity_use"].summary["max"] == 0.0
    assert "limits/cropped" not in found


def test_excess_over_a_position_limit_is_found(robot: Robot, move_robot: Mover) -> None:
    angles = np.full(12, LIMIT)
    angles[[4, 7]] = LIMIT + np.array([0.1, 0.25])
    metric = named(limit_metrics(robot, move_robot(robot, elbow_r=angles), None))["limits/position"]
    assert metric.unit == "rad"
    assert metric.summary["frames"] == 2.0
    assert metric.summary["share"] == pytest.approx(2 / 12)
    assert metric.summary["max"] == pytest.approx(0.25)
    assert metric.summary["frame"] == 7.0
    assert robot.joints[int(metric.summary["joint"])] == "elbow_r"


def test_rounding_is_no_excess(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot, elbow_r=-LIMIT * (1 + 1e-12))
    assert named(limit_metrics(robot, motion, None))["limits/position"].summary["frames"] == 0.0
    knee = np.arange(12) * (KNEE_SPEED / motion.fps) * (1 + 1e-12)
    found = named(limit_metrics(robot, move_robot(robot, knee_l=knee), None))
    assert found["limits/velocity"].summary["frames"] == 0.0
    assert found["limits/velocity_use"].summary["max"] == pytest.approx(1.0)


def test_excess_over_a_velocity_limit_uses_the_clips_own_rate(robot: Robot, move_robot: Mover) -> None:
    step = 0.05
    angles = np.where(np.arange(12) < 6, 0.0, step)
    fast, slow = (
        named(limit_metrics(robot, move_robot(robot, fps=fps, knee_l=angles), None)) for fps in (60.0, 30.0)
    )
    assert fast["limits/velocity"].summary["frames"] == 1.0
    assert fast["limits/velocity"].summary["max"] == pytest.approx(step * 60.0 - KNEE_SPEED)
    assert fast["limits/velocity"].summary["frame"] == 6.0
    assert fast["limits/velocity_use"].summary["max"] == pytest.approx(step * 60.0 / KNEE_SPEED)
    assert slow["limits/velocity"].summary["frames"] == 0.0


def test_excess_over_an_acceleration_limit_is_a_second_difference(robot: Robot, move_robot: Mover) -> None:
    limit = float(robot.acceleration[robot.joints.index("knee_l")])
    assert limit == LEAST_ACCELERATION > KNEE_SPEED / SPEED_UP_TIME
    fps, step = 30.0, 0.25
    motion = move_robot(robot, fps=fps, knee_l=np.where(np.arange(12) < 6, 0.0, step))
    found = named(limit_metrics(robot, motion, None))
    metric = found["limits/acceleration"]
    assert metric.unit == "rad/s²"
    assert metric.summary["frames"] == 2.0
    assert metric.summary["max"] == pytest.approx(step * fps**2 - limit)
    assert robot.joints[int(metric.summary["joint"])] == "knee_l"
    assert found["limits/acceleration_use"].summary["max"] == pytest.approx(step * fps**2 / limit)


@pytest.mark.parametrize("fps", [30.0, 120.0, 1000.0])
def test_an_acceleration_at_its_limit_is_not_over_it(fps: float, robot: Robot, move_robot: Mover) -> None:
    limit = float(robot.acceleration[robot.joints.index("knee_l")])
    step = limit / fps**2
    positions = [2.9, 2.9]
    for index in range(10):
        positions.append(2.0 * positions[-1] - positions[-2] + (step if index % 2 else -step))
    metric = named(limit_metrics(robot, move_robot(robot, fps=fps, knee_l=positions), None))[
        "limits/acceleration"
    ]
    assert metric.summary["frames"] == 0.0
    assert metric.summary["max"] == 0.0


def test_joints_within_half_a_degree_of_a_limit_are_counted(robot: Robot, move_robot: Mover) -> None:
    near, far = LIMIT - np.deg2rad(0.4), LIMIT - np.deg2rad(0.6)
    angles = np.array([near, far, -near, far] * 3)
    found = named(limit_metrics(robot, move_robot(robot, knee_l=angles, knee_r=-angles), None))
    assert found["limits/near_limit"].summary == {"share": 0.5, "max": 2.0}
    shares = found["limits/near_limit_by_joint"].summary
    assert (shares["knee_l"], shares["knee_r"], shares["waist"]) == (0.5, 0.5, 0.0)
    assert tuple(shares) == robot.joints


def test_wanted_angles_give_the_true_cropping(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot)
    wanted = motion.joint_positions.copy()
    knee, waist = robot.joints.index("knee_l"), robot.joints.index("waist")
    wanted[:3, knee] = LIMIT + 1.0
    wanted[3:6, knee] = np.nan
    wanted[:, waist] = np.nan
    found = named(limit_metrics(robot, motion, wanted))
    assert found["limits/cropped"].summary["share"] == pytest.approx(3 / 12)
    assert found["limits/cropped_by_joint"].summary["knee_l"] == pytest.approx(3 / 9)
    assert np.isnan(found["limits/cropped_by_joint"].summary["waist"])


def test_slides_are_judged_in_metres(build_robot: Builder, move_robot: Mover) -> None:
    robot = build_robot(SLIDER, base="fixed")
    lift = np.linspace(0.0, 0.55, 12)
    found = named(limit_metrics(robot, move_robot(robot, lift=lift), None))
    assert found["limits/position_slides"].unit == "m"
    assert found["limits/position_slides"].summary["max"] == pytest.approx(0.05)
    assert found["limits/position"].summary["max"] == 0.0
    assert found["limits/velocity_slides"].unit == "m/s"
    assert found["limits/near_limit_by_joint"].summary["turn"] == 0.0


def test_one_frame_has_no_velocity(robot: Robot, move_robot: Mover) -> None:
    found = named(limit_metrics(robot, move_robot(robot, frames=1), None))
    assert found["limits/position"].summary["share"] == 0.0
    assert found["limits/velocity"].summary["frames"] == 0.0
    assert np.isnan(found["limits/velocity"].summary["share"])


def test_joints_without_limits_never_exceed_them() -> None:
    excess = position_excess(np.array([[1e6]]), np.array([-np.inf]), np.array([np.inf]))
    np.testing.assert_array_equal(excess, [[0.0]])


def test_excess_is_that_of_numpy_to_the_last_bit(robot: Robot, move_robot: Mover) -> None:
    motion = move_robot(robot, 40)
    q = np.array(motion.q)
    at = np.arange(len(q))[:, None] + 0.4 * np.arange(len(robot.joints))
    q[:, -len(robot.joints) :] = 3.4 * np.sin(0.9 * at)
    motion = replace(motion, q=q)
    joints, found = motion.joint_positions, named(limit_metrics(robot, motion, None))
    excess = {
        "position": position_excess(joints, robot.lower, robot.upper),
        "velocity": rate_excess(joints, motion.fps, 1, robot.velocity),
        "acceleration": rate_excess(joints, motion.fps, 2, robot.acceleration),
    }
    for kind, values in excess.items():
        metric, per_frame = found[f"limits/{kind}"], values.max(axis=1)
        np.testing.assert_array_equal(metric.series, per_frame)
        frame = int(np.nanargmax(per_frame))
        assert metric.summary["frames"] == (per_frame > 0.0).sum() > 0
        assert (metric.summary["frame"], metric.summary["joint"]) == (frame, values[frame].argmax())
