"""Controllers on a pendulum, whose torques are known, and on a box that stands."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from tests.simulate.box_robot import ARM_LEVER, ARM_MASS, GRAVITY, RADIUS, build, motion_of, swing
from understudy.robots.robot import Robot
from understudy.simulate.controllers import CONTROLLERS
from understudy.simulate.controllers.drive import RISE, Drive
from understudy.simulate.controllers.dynamics import BodyDynamics
from understudy.simulate.controllers.ground import Ground
from understudy.simulate.names import CONTROLLERS as NAMES
from understudy.simulate.options import SimulationOptions
from understudy.simulate.performing import simulate
from understudy.simulate.plant import Plant, build_plant
from understudy.simulate.scene import floor
from understudy.simulate.tuning import tuned_gains

INERTIA = ARM_MASS * (ARM_LEVER**2 + 0.4 * RADIUS**2)
PULL = ARM_MASS * GRAVITY * ARM_LEVER
"""Torque [N m] with which gravity pulls at an arm that is held out level."""

STEP, TICK, ANGLE = 0.002, 0.004, 0.7
WEIGHT = (5.0 + ARM_MASS) * GRAVITY
STRONG = "shoulder = { torque = 20.0 }"


def plant_of(robot: Robot, base: str) -> Plant:
    gains = tuned_gains(robot, robot.home[None], 8.0, STEP)
    return build_plant(robot, gains, base, STEP, [floor()])


def state(plant: Plant, angle: float) -> mujoco.MjData:
    data = mujoco.MjData(plant.model)
    pose = np.array(plant.robot.home)
    pose[-1] = angle
    plant.put(data, pose)
    mujoco.mj_step1(plant.model, data)
    return data


def test_every_controller_has_its_name() -> None:
    assert tuple(CONTROLLERS) == NAMES


def test_inverse_dynamics_are_a_pendulums(tmp_path: Path) -> None:
    plant = plant_of(build(tmp_path, "fixed"), "fixed")
    data, acceleration = state(plant, ANGLE), 3.0
    motor = float(plant.model.dof_armature[0])
    found = BodyDynamics(plant).torques(data, np.zeros(4, dtype=bool), np.array([acceleration]))
    expected = (INERTIA + motor) * acceleration + PULL * np.sin(ANGLE)
    assert found[0] == pytest.approx(expected, rel=1e-6)


def test_the_ground_bears_the_weight_where_it_is(tmp_path: Path) -> None:
    plant = plant_of(build(tmp_path), "free")
    data = state(plant, 0.0)
    needed = np.array(data.qfrc_bias[:6])
    given = Ground(plant).generalised(data, needed, np.ones(4, dtype=bool))
    assert given[2] == pytest.approx(WEIGHT, rel=1e-3)
    np.testing.assert_allclose(given[:6], needed, atol=1e-3 * WEIGHT)


def test_the_ground_neither_pulls_nor_reaches_beyond_the_soles(tmp_path: Path) -> None:
    plant = plant_of(build(tmp_path), "free")
    data = state(plant, 0.0)
    stands = np.ones(4, dtype=bool)
    down = Ground(plant).generalised(data, np.array([0.0, 0.0, -WEIGHT, 0.0, 0.0, 0.0]), stands)
    np.testing.assert_allclose(down, 0.0, atol=1e-9)
    # The weight would have to stand a metre in front of soles that end after ten centimetres.
    far = Ground(plant).generalised(data, np.array([0.0, 0.0, WEIGHT, 0.0, -WEIGHT, 0.0]), stands)
    assert abs(far[4]) <= 0.1001 * far[2] + 0.3 * 0.54 * far[2]
    nowhere = Ground(plant).generalised(data, np.array([0.0, 0.0, WEIGHT, 0, 0, 0]), np.zeros(4, dtype=bool))
    assert not nowhere.any()


@pytest.mark.parametrize("controller", ["pd", "pid", "torque"])
def test_gravity_is_compensated(tmp_path: Path, controller: str) -> None:
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, np.full(51, ANGLE), 50.0)
    rollout = simulate(motion, robot, SimulationOptions(controller=controller))
    assert np.abs(rollout.joint_errors).max() < 1e-3
    assert rollout.torques[-1, 0] == pytest.approx(PULL * np.sin(ANGLE), rel=0.01)


def test_torques_of_the_motion_itself_make_it_follow_faster(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, swing(100.0, 2.0, hertz=2.0), 100.0)
    errors = {}
    for name in ("pd", "torque"):
        rollout = simulate(motion, robot, SimulationOptions(controller=name))
        # The arm starts from rest, and needs a moment to catch up.
        errors[name] = float(np.sqrt(np.mean(rollout.joint_errors[50:] ** 2)))
    assert errors["torque"] < 0.25 * errors["pd"]
    # A servo without them lags by q̈ / ω².
    assert errors["pd"] == pytest.approx(0.4 / np.sqrt(2.0) * (2.0 / 8.0) ** 2, rel=0.3)


def test_an_integral_takes_away_what_others_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    robot = build(tmp_path, "fixed", gains=STRONG)
    motion = motion_of(robot, np.full(151, ANGLE), 50.0)
    # Nothing is compensated, so that the arm's weight pulls the joint down.
    monkeypatch.setattr(BodyDynamics, "torques", lambda self, *_, **__: np.zeros(1))
    left = {
        name: abs(float(simulate(motion, robot, SimulationOptions(controller=name)).joint_errors[-1, 0]))
        for name in ("pd", "pid")
    }
    assert left["pid"] < 0.05 * left["pd"]


def test_a_weak_motor_gives_what_it_has_and_no_more(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed", gains="shoulder = { torque = 0.2 }")
    rollout = simulate(motion_of(robot, np.full(51, ANGLE), 50.0), robot)
    assert np.abs(rollout.torques).max() == pytest.approx(0.2)
    assert np.abs(rollout.joint_errors).max() > 0.2


def test_commands_do_not_outrun_their_motor(tmp_path: Path) -> None:
    plant = plant_of(build(tmp_path, "fixed", gains=STRONG), "fixed")
    drive, none = Drive(plant, TICK), np.zeros(1)
    drive.controls(none, none, none)
    stiffness = plant.gains.stiffness[0]
    stepped = drive.controls(np.array([100.0]), none, none)
    assert stepped[0] == pytest.approx(plant.robot.velocity[0] * TICK)
    torque = (drive.controls(none, none, np.array([100.0])) - drive.controls(none, none, none))[0] * stiffness
    assert abs(torque) <= 20.0 * TICK / RISE + plant.robot.velocity[0] * TICK * stiffness + 1e-9
