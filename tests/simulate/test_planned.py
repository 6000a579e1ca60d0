"""Torques planned from the whole clip: a pendulum's, a standing robot's, and none from the state."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import ARM_LEVER, ARM_MASS, GRAVITY, RADIUS, build, motion_of, swing
from understudy.evaluate import evaluate_rollout
from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, simulate
from understudy.simulate.planned import planned_torques
from understudy.simulate.setting import choose_setting
from understudy.simulate.staging import Stage, set_stage

INERTIA = ARM_MASS * (ARM_LEVER**2 + 0.4 * RADIUS**2)
PULL = ARM_MASS * GRAVITY * ARM_LEVER
FPS, HERTZ, SIZE = 100.0, 2.0, 0.4


def stage_of(robot: Robot, motion: RobotMotion, options: SimulationOptions) -> Stage:
    return set_stage(motion, robot, options, choose_setting(motion, robot, options))


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_they_are_a_pendulums(tmp_path: Path, base: str) -> None:
    robot = build(tmp_path)
    angles = swing(FPS, 1.0, HERTZ, SIZE)
    contacts = np.ones((len(angles), 4), dtype=bool)
    motion = motion_of(robot, angles, FPS, contacts)
    stage = stage_of(robot, motion, SimulationOptions(base=base, controller="feedforward"))
    motor = float(stage.plant.model.dof_armature[stage.plant.dofs[0]])
    faster = -((2.0 * np.pi * HERTZ) ** 2) * angles
    expected = (INERTIA + motor) * faster + PULL * np.sin(angles)
    inside = slice(10, -10)
    found = planned_torques(stage.plant, stage.reference)[inside, 0]
    np.testing.assert_allclose(found, expected[inside], atol=0.03 * np.abs(expected).max())
    held = planned_torques(stage.plant, stage.reference, pace=0.0)[inside, 0]
    np.testing.assert_allclose(held, PULL * np.sin(angles[inside]), atol=0.02)


def test_they_do_not_depend_on_what_the_robot_does(tmp_path: Path) -> None:
    robot = build(tmp_path, gains="shoulder = { torque = 20.0 }")
    motion = motion_of(robot, swing(FPS, 2.0, HERTZ, SIZE), FPS)
    errors = {}
    for name in ("pd", "feedforward"):
        options = SimulationOptions(base="fixed", controller=name)
        rollout = simulate(motion, robot, options)
        errors[name] = float(np.sqrt(np.mean(rollout.joint_errors[50:] ** 2)))
    assert errors["feedforward"] < 0.3 * errors["pd"]


def test_a_robot_stands_on_the_torques_of_its_stance_and_its_own_servos() -> None:
    nao = load_robot("nao")
    q = np.tile(nao.home, (76, 1))
    motion = RobotMotion(nao.name, "home", nao.joints, q, 25.0, np.zeros(76), model=nao.fingerprint)
    options = SimulationOptions(controller="feedforward", servos="card")
    fallen = evaluate_rollout(simulate(motion, nao, options), nao)["falls/fallen"].summary
    assert np.isnan(fallen["first"])
    assert fallen["upright"] == pytest.approx(3.0)
