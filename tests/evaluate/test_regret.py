"""Regret is what a limb is off by beyond what the robot could not help."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.evaluate import evaluate
from understudy.motion import Evaluation, HumanMotion, RobotMotion
from understudy.robots import Robot

Mover = Callable[..., RobotMotion]
Mimic = Callable[..., HumanMotion]

NOTHING = np.radians(0.02)


def largest(evaluation: Evaluation) -> dict[str, float]:
    return {m.name.removeprefix("regret/"): m.summary["max"] for m in evaluation.family("regret")}


def test_a_robot_that_does_what_the_person_does_regrets_nothing(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    motion = move_robot(robot, shoulder_p_l=np.linspace(-1.0, 1.0, 12), knee_r=0.7, waist=0.4)
    found = largest(evaluate(mimic_robot(robot, motion), motion, robot))
    assert set(found) == {"arm_l", "arm_r", "leg_l", "leg_r"}
    assert max(found.values()) < NOTHING


def test_a_thrown_arm_is_regretted_as_far_as_it_is_off(
    robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    thrown = np.zeros(12)
    thrown[7] = 1.2
    evaluation = evaluate(
        mimic_robot(robot, move_robot(robot)), move_robot(robot, shoulder_p_r=thrown), robot
    )
    metric = evaluation["regret/arm_r"]
    assert metric.unit == "rad"
    assert metric.summary["max"] == pytest.approx(1.2 * np.sqrt(2.0), abs=NOTHING)
    assert metric.summary["frame"] == 7.0
    assert metric.summary["median"] < NOTHING
    assert {"p95", "p99"} < set(metric.summary)
    assert max(value for limb, value in largest(evaluation).items() if limb != "arm_r") < NOTHING


def test_what_the_robot_cannot_do_is_not_regretted(
    stiff_robot: Robot, robot: Robot, move_robot: Mover, mimic_robot: Mimic
) -> None:
    human = mimic_robot(robot, move_robot(robot, elbow_l=-2.0))
    best = move_robot(stiff_robot, elbow_l=-1.0, shoulder_p_l=-0.5)
    evaluation = evaluate(human, best, stiff_robot)
    assert evaluation["direction/forearm_l"].summary["median"] == pytest.approx(0.5)
    assert evaluation["reach/arm_l"].summary["median"] == pytest.approx(np.sqrt(0.5), abs=NOTHING)
    assert evaluation["regret/arm_l"].summary["max"] < NOTHING
    assert min(evaluation["regret/arm_l"].series) >= 0.0


def test_an_upper_body_has_arms_to_regret(upper_body: Robot, move_robot: Mover, mimic_robot: Mimic) -> None:
    human = mimic_robot(upper_body, move_robot(upper_body))
    found = largest(evaluate(human, move_robot(upper_body, elbow_l=-0.3), upper_body))
    assert set(found) == {"arm_l", "arm_r"}
    assert found["arm_l"] == pytest.approx(0.3, abs=NOTHING)
