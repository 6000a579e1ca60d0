"""Robots that stand go on standing; one whose weight leaves its soles falls."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate import evaluate_rollout
from understudy.motion import RobotMotion
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, simulate
from understudy.spatial import rotations as rot

FPS = 25.0
SECONDS = 2.0


@pytest.fixture(scope="module")
def nao() -> Robot:
    return load_robot("nao")


def standing(robot: Robot, seconds: float = SECONDS) -> RobotMotion:
    count = round(seconds * FPS) + 1
    q = np.tile(robot.home, (count, 1))
    return RobotMotion(robot.name, "home", robot.joints, q, FPS, np.zeros(count), model=robot.fingerprint)


def leaning(robot: Robot, angle: float) -> RobotMotion:
    """Return a robot that leans forward over its toes as a whole, ankles bent, soles flat, in a second."""
    motion = standing(robot)
    share = np.clip(motion.times, 0.0, 1.0)
    q = np.array(motion.q)
    for joint in ("LAnklePitch", "RAnklePitch"):
        q[:, 7 + robot.joints.index(joint)] -= angle * share
    turn = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), angle * share)
    ankle = np.array([0.0, 0.0, 0.045])
    q[:, :3] = ankle + rot.rotate(turn, q[:, :3] - ankle)
    q[:, 3:7] = rot.multiply(turn, q[:, 3:7])
    return replace(motion, q=q)


def first_fall(robot: Robot, motion: RobotMotion, controller: str | None = None) -> float:
    rollout = simulate(motion, robot, SimulationOptions(base="free", controller=controller))
    return evaluate_rollout(rollout, robot)["falls/fallen"].summary["first"]


def test_a_robot_stands_on_its_feet_with_its_whole_weight(nao: Robot) -> None:
    rollout = simulate(standing(nao), nao)
    assert rollout.base == "free"
    assert rollout.controller == "balance"
    assert np.isnan(evaluate_rollout(rollout, nao)["falls/fallen"].summary["first"])
    assert np.abs(rollout.joint_errors).max() < np.radians(0.5)
    weight = 9.81 * float(nao.model.body_mass.sum())
    assert rollout.contact_force[10:].mean() == pytest.approx(weight, rel=0.01)


def test_a_robot_leans_as_far_as_its_soles_let_it_and_falls_beyond(nao: Robot) -> None:
    little, much = np.radians(4.0), np.radians(30.0)
    assert np.isnan(first_fall(nao, leaning(nao, little)))
    assert first_fall(nao, leaning(nao, much)) > 5.0


def test_servos_alone_do_not_balance_what_balance_does(nao: Robot) -> None:
    motion = leaning(nao, np.radians(4.0))
    errors = {}
    for controller in ("pd", "balance"):
        rollout = simulate(motion, nao, SimulationOptions(controller=controller))
        errors[controller] = evaluate_rollout(rollout, nao)["tracking/root"].summary["max"]
    assert errors["balance"] < 0.5 * errors["pd"]
