"""The whole-body controller: a robot stands pushes that fell others, within its motors' limits."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import OptionError
from understudy.evaluate import evaluate_rollout
from understudy.motion import RobotMotion, Rollout
from understudy.robots import Robot, load_robot
from understudy.simulate import SimulationOptions, simulate

FPS, SECONDS, PUSH = 50.0, 3.0, 0.3


@pytest.fixture(scope="module")
def g1() -> Robot:
    return load_robot("g1")


def standing(robot: Robot) -> RobotMotion:
    count = round(SECONDS * FPS) + 1
    q = np.tile(robot.home, (count, 1))
    return RobotMotion(robot.name, "home", robot.joints, q, FPS, np.zeros(count), model=robot.fingerprint)


def rollout_of(robot: Robot, controller: str, push: float, seed: int = 0) -> Rollout:
    options = SimulationOptions(base="free", controller=controller, push=push, seed=seed)
    return simulate(standing(robot), robot, options)


def fell(rollout: Rollout, robot: Robot) -> bool:
    return not np.isnan(evaluate_rollout(rollout, robot)["falls/fallen"].summary["first"])


def test_it_stands_where_pushes_fell_servos(g1: Robot) -> None:
    assert fell(rollout_of(g1, "feedforward", PUSH), g1)
    rollout = rollout_of(g1, "whole-body", PUSH)
    assert not fell(rollout, g1)
    assert (np.abs(rollout.torques) <= g1.gains.torque * (1.0 + 1e-9)).all()


def test_it_is_the_same_every_time(g1: Robot) -> None:
    motion = standing(g1)[:0.3]
    options = SimulationOptions(base="free", controller="whole-body")
    first, second = (simulate(motion, g1, options) for _ in range(2))
    np.testing.assert_array_equal(first.q, second.q)


def test_it_stays_near_a_pose_that_is_held(g1: Robot) -> None:
    rollout = rollout_of(g1, "whole-body", 0.0)
    # The centre of mass is kept 3 cm lower, by knees and hips.
    assert 0.0 < rollout.reference[-1, 2] - rollout.q[-1, 2] < 0.06
    assert np.abs(rollout.q[-1, :2] - rollout.reference[-1, :2]).max() < 0.05


def test_it_says_what_it_needs(g1: Robot, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="'whole-body' stands on feet, expected base 'free', found 'fixed'"):
        simulate(standing(g1), g1, SimulationOptions(base="fixed", controller="whole-body"))
    monkeypatch.setitem(sys.modules, "daqp", None)
    with pytest.raises(OptionError, match=r"pip install 'understudy\[balance\]'"):
        simulate(replace(standing(g1)), g1, SimulationOptions(base="free", controller="whole-body"))
