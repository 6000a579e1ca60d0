"""Orientation errors of head, hands and feet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate import evaluate
from understudy.evaluate.orientation import PARTS
from understudy.motion import RobotMotion
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot

TEN_DEGREES = np.deg2rad(10.0)
EXACT = 1e-7


@pytest.fixture
def standing() -> RobotMotion:
    """Return HRP-4 in its home pose for a few frames."""
    robot = load_robot("hrp4")
    return RobotMotion("hrp4", "test", robot.joints, np.tile(robot.home, (5, 1)), 50.0, np.ones(5, dtype=int))


def test_a_person_like_the_robot_has_no_error(standing: RobotMotion) -> None:
    robot = load_robot("hrp4")
    evaluation = evaluate(human_from_robot(robot, standing.q, standing.fps), standing, robot)
    assert {metric.name.split("/")[1] for metric in evaluation.family("orientation")} == set(PARTS)
    assert max(metric.summary["max"] for metric in evaluation.family("orientation")) < EXACT


@pytest.mark.parametrize("part", PARTS)
def test_a_part_turned_by_ten_degrees_errs_by_ten_degrees(part: str, standing: RobotMotion) -> None:
    robot = load_robot("hrp4")
    human = human_from_robot(robot, standing.q, standing.fps)
    turn = rot.from_axis_angle(rot.normalise(np.array([0.3, -0.5, 0.8])), TEN_DEGREES)
    frames = dict(human.frames) | {part: rot.multiply(turn, human.frames[part])}
    evaluation = evaluate(replace(human, frames=frames), standing, robot)
    for metric in evaluation.family("orientation"):
        expected = TEN_DEGREES if metric.name.endswith(part) else 0.0
        assert metric.summary["median"] == pytest.approx(expected, abs=EXACT)


def test_a_part_that_one_body_lacks_is_left_out(standing: RobotMotion) -> None:
    robot = load_robot("hrp4")
    human = human_from_robot(robot, standing.q, standing.fps)
    headless = {name: values for name, values in human.frames.items() if name != "head"}
    evaluation = evaluate(replace(human, frames=headless), standing, robot)
    assert "orientation/head" not in {metric.name for metric in evaluation.metrics}
