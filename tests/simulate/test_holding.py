"""Simulated holding: a robot that is held, one that sags, one that falls, one that explodes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import ARM_LEVER, ARM_MASS, FOOT, GRAVITY, HOME, build
from understudy.robots.parts import home_data
from understudy.robots.servos import TIME_STEP, servo_name, simulation_model
from understudy.simulate.holding import hold, rest_pose

SHORT = 0.5
"""Time [s] that shows whether a small robot falls."""


@pytest.mark.parametrize("base", ["free", "fixed"])
def test_a_robot_is_held_by_computed_gains(tmp_path: Path, base: str) -> None:
    holding = hold(build(tmp_path, base), SHORT)
    assert holding.is_stable
    assert holding.is_held
    assert holding.joint_error.max() < np.radians(2.0)
    assert holding.root_drift < 0.01


def test_a_soft_joint_sags_as_far_as_its_stiffness_lets_it(tmp_path: Path) -> None:
    stiffness = 4.0
    robot = build(tmp_path, "fixed", gains=f"shoulder = {{ stiffness = {stiffness}, damping = 1.2 }}")
    holding = hold(robot, 5.0)
    # The arm hangs further down until both torques are equal: k (q* − q) = m g l sin q.
    q = HOME - holding.joint_error[0]
    assert stiffness * holding.joint_error[0] == pytest.approx(
        ARM_MASS * GRAVITY * ARM_LEVER * np.sin(q), rel=1e-3
    )
    assert not holding.is_held


def test_a_weak_motor_does_not_hold(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed", gains="shoulder = { torque = 0.05 }", home=1.2)
    holding = hold(robot, SHORT)
    assert holding.is_stable
    assert not holding.is_held


def test_a_robot_that_falls_is_not_held(tmp_path: Path) -> None:
    robot = build(tmp_path)
    robot.home.setflags(write=True)
    tilt = 0.6
    robot.home[3:7] = [np.cos(tilt / 2), 0.0, np.sin(tilt / 2), 0.0]
    holding = hold(robot, 1.0)
    assert not holding.is_held
    assert holding.root_turn > np.radians(30.0)


def test_an_explosion_is_told_apart_from_a_fall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    robot = build(tmp_path, gains="shoulder = { stiffness = 1e6, damping = 1e-6, torque = 1e6 }")
    robot.gains.stiffness.setflags(write=True)
    robot.gains.torque.setflags(write=True)
    robot.gains.stiffness[0], robot.gains.torque[0] = 1e15, 1e18
    holding = hold(robot, SHORT)
    assert not holding.is_stable
    assert not holding.is_held
    assert np.isinf(holding.joint_error).all()
    assert not (tmp_path / "MUJOCO_LOG.TXT").exists()


def test_a_lying_robot_lies_on_its_back_on_the_floor(tmp_path: Path) -> None:
    robot = build(tmp_path, rest="lying", home=0.0)
    pose = rest_pose(robot)
    data = home_data(robot.model, pose)
    np.testing.assert_allclose(data.xmat[1].reshape(3, 3)[:, 0], [0.0, 0.0, 1.0], atol=1e-9)
    assert pose[2] == pytest.approx(FOOT)
    assert hold(robot, SHORT).is_held


def test_servos_come_last_and_others_give_no_force(tmp_path: Path) -> None:
    motor = '<actuator><position name="own" joint="shoulder" kp="1000" ctrlrange="1 2"/></actuator>'
    robot = build(tmp_path, "fixed", after=motor)
    model = simulation_model(robot, floor=False)
    assert [model.actuator(i).name for i in range(model.nu)] == ["own", servo_name("shoulder")]
    assert model.opt.timestep == TIME_STEP
    assert hold(robot, SHORT).is_held


def test_the_floor_is_left_out_on_demand(tmp_path: Path) -> None:
    robot = build(tmp_path)
    assert simulation_model(robot).ngeom == simulation_model(robot, floor=False).ngeom + 1
