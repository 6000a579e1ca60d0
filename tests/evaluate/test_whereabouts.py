"""A robot that leaves the floor or is carried away is marked bad, whatever its limbs do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate.compare import evaluate
from understudy.evaluate.headlines import headlines
from understudy.evaluate.whereabouts_headlines import alarms
from understudy.motion import RobotMotion

RISE, AWAY = 6.0, 3.0
"""How far [m] the robots of these tests fly up and off."""


def moved(motion: RobotMotion, way: np.ndarray) -> RobotMotion:
    """Return a motion whose root goes along a way (3,) [m] in the course of it."""
    q = np.array(motion.q)
    q[:, :3] += np.linspace(0.0, 1.0, len(q))[:, None] * way
    return replace(motion, q=q)


def verdicts(evaluation) -> dict[str, bool | None]:
    return {item.title: item.good for item in headlines(evaluation)}


@pytest.mark.parametrize(
    ("way", "bad", "sentence"),
    [
        ([0.0, 0.0, RISE], "Off the floor", "the robot leaves the floor: 600.0 cm high at 0.22 s"),
        ([AWAY, 0.0, 0.0], "Strayed", "the robot is carried away"),
    ],
)
def test_a_robot_that_flies_off_is_marked_bad(robot, move_robot, mimic_robot, way, bad: str, sentence: str):
    motion = move_robot(robot)
    human = mimic_robot(robot, motion)
    evaluation = evaluate(human, moved(motion, np.array(way)), robot)
    told = verdicts(evaluation)
    assert told["Legs off by"] is True
    assert [title for title in ("Off the floor", "Strayed") if not told[title]] == [bad]
    (alarm,) = alarms(evaluation)
    assert sentence in alarm


@pytest.mark.parametrize("way", [[0.0, 0.0, 0.0], [0.0, 0.0, RISE], [AWAY, 1.0, 0.0]])
def test_a_robot_that_goes_with_its_person_is_not(robot, move_robot, mimic_robot, way):
    motion = moved(move_robot(robot), np.array(way))
    evaluation = evaluate(mimic_robot(robot, motion), motion, robot)
    told = verdicts(evaluation)
    assert told["Off the floor"] and told["Strayed"]
    assert not alarms(evaluation)


def test_a_fixed_base_cannot_leave_its_place(upper_body, move_robot, mimic_robot):
    motion = move_robot(upper_body)
    told = verdicts(evaluate(mimic_robot(upper_body, motion), motion, upper_body))
    assert "Off the floor" not in told
