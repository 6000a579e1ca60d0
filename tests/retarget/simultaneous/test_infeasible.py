"""Requests that cannot be met: which one lost, by how much, in a sentence and in the history."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.retarget import TaskPoint, find_method
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.robots import Robot, load_robot

FAR_AWAY = (3.0, 0.0, 1.0)
"""Where [m] no robot's hand gets that stands at the origin."""

LEAST_MISSED = 1.5
STIFF = 0.005
"""Half the range [rad] of a joint that hardly moves."""

HELD = 0.5
"""Largest excess [mm or %] of a limit that holds."""


def retargeted(
    human: HumanMotion, recording: Recording, robot: Robot, options: SimultaneousOptions
) -> tuple[RobotMotion, list[str]]:
    told: list[str] = []
    return find_method("simultaneous").retarget(human, robot, options, recording, told.append), told


def noted(motion: RobotMotion, step: str) -> dict[str, Any]:
    """Return what the history says of a step."""
    (found,) = [options for stage, options in motion.provenance.steps if stage == step]
    return found


@pytest.mark.parametrize("horizon", ["clip", "frame"])
def test_a_hand_that_cannot_be_where_it_is_wanted(
    horizon: str, standing: HumanMotion, captured: Recording
) -> None:
    """How far it stays away is said, and every limit of the robot holds all the same."""
    task = TaskPoint("hand_r", 0.8, 1.0, FAR_AWAY)
    options = SimultaneousOptions(tasks=(task,), horizon=horizon)
    motion, told = retargeted(standing, captured, load_robot("hrp4"), options)
    *_, sentence = [each for each in told if "out of reach" in each]
    (missed,) = noted(motion, "tasks")["missed"]
    assert missed > LEAST_MISSED
    assert f"hand_r stays up to {100.0 * missed:.1f} cm away" in sentence
    limits = noted(motion, "limits")
    assert limits["joint position"] <= HELD


@pytest.mark.parametrize("horizon", ["clip", "frame"])
def test_joints_that_hardly_move_cannot_stand_where_the_person_does(
    horizon: str, standing: HumanMotion, captured: Recording
) -> None:
    """Joint ranges and the place of soles contradict each other: it says which was lost, by how much."""
    robot = load_robot("hrp4")
    home = np.array(robot.home[7:])
    stiff = replace(robot, lower=home - STIFF, upper=home + STIFF)
    motion, told = retargeted(standing, captured, stiff, SimultaneousOptions(horizon=horizon))
    lost = noted(motion, "limits")["sole place"]
    assert lost > HELD
    (sentence,) = [each for each in told if "not every limit can be held" in each]
    assert f"sole place by {lost:.1f} mm" in sentence
