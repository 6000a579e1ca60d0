"""Requests that cannot be met: which one lost, by how much, in a sentence and in the history."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from understudy.motion import HumanMotion, Recording, RobotMotion
from understudy.motion.landmarks import CONTACTS
from understudy.retarget import TaskPoint, find_method
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.robots import Robot, load_robot

FAR_AWAY = (3.0, 0.0, 1.0)
"""Where [m] no robot's hand gets that stands at the origin."""

LEAST_MISSED = 0.8
STIFF = 0.005
"""Half the range [rad] of a joint that hardly moves."""

SLOW = 0.05
"""Speed [rad/s] of joints that hardly turn."""

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


def test_a_hand_that_cannot_be_where_it_is_wanted(standing: HumanMotion, captured: Recording) -> None:
    """How far it stays away is said, and every limit of the robot's joints holds all the same."""
    options = SimultaneousOptions(tasks=(TaskPoint("hand_r", 0.8, 1.0, FAR_AWAY),))
    motion, told = retargeted(standing, captured, load_robot("hrp4"), options)
    *_, sentence = [each for each in told if "out of reach" in each]
    (missed,) = noted(motion, "tasks")["missed"]
    assert missed > LEAST_MISSED
    assert f"hand_r stays up to {100.0 * missed:.1f} cm away" in sentence
    assert noted(motion, "limits")["joint position"] <= HELD


def slow(robot: Robot) -> Robot:
    """Return a robot whose joints hardly turn."""
    return replace(robot, velocity=np.full(len(robot.joints), SLOW))


def stiff(robot: Robot) -> Robot:
    """Return a robot whose joints hardly move."""
    home = np.array(robot.home[7:])
    return replace(robot, lower=home - STIFF, upper=home + STIFF)


def on_one_foot(human: HumanMotion) -> HumanMotion:
    """Return a person of whom one foot never carries weight."""
    carries = np.array(human.contact_mask)
    carries[:, [index for index, name in enumerate(CONTACTS) if name.endswith("_r")]] = False
    return replace(human, contacts=carries)


@pytest.mark.parametrize(
    "request_", ["slippery", "one foot", "in the air", "slow", "stiff", "no room for the ZMP", "far"]
)
def test_odd_requests_end_with_what_was_lost(
    request_: str, standing: HumanMotion, captured: Recording
) -> None:
    """Every limit that does not hold is named with its figure, in a sentence, and no other is."""
    human, robot, options = standing, load_robot("hrp4"), SimultaneousOptions()
    if request_ == "slippery":
        options = replace(options, friction=0.001)
    elif request_ == "one foot":
        human = on_one_foot(human)
    elif request_ == "in the air":
        human = replace(human, contacts=np.zeros_like(human.contact_mask))
    elif request_ == "slow":
        robot = slow(robot)
    elif request_ == "stiff":
        robot = stiff(robot)
    elif request_ == "far":
        options = replace(options, tasks=(TaskPoint("hand_r", 0.8, 1.0, FAR_AWAY),))
    else:
        options = replace(options, zmp_margin=5.0)
    motion, told = retargeted(human, captured, robot, options)
    assert np.isfinite(motion.q).all()
    limits = noted(motion, "limits")
    assert all(np.isfinite(excess) for excess in limits.values())
    lost = {name: excess for name, excess in limits.items() if excess > HELD}
    assert not lost or request_ not in ("slippery", "one foot", "in the air")
    assert "ground force" in lost or request_ != "far"
    sentences = [each for each in told if "not every limit can be held" in each]
    assert len(sentences) == bool(lost)
    for name, excess in lost.items():
        assert f"{name} by {excess:.1f} " in sentences[0]
    assert not sentences or sentences[0].count(" by ") == len(lost)
    for name in ("joint position", "joint velocity", "joint acceleration"):
        assert limits[name] <= HELD


@pytest.mark.parametrize("stands", [True, False])
def test_that_balance_is_not_looked_at_is_said(
    stands: bool, standing: HumanMotion, captured: Recording
) -> None:
    """Of who lies or jumps throughout, no foot tells where the ZMP should be."""
    contacts = standing.contact_mask if stands else np.zeros_like(standing.contact_mask)
    human, options = replace(standing, contacts=contacts), SimultaneousOptions()
    _, told = retargeted(human, captured, load_robot("hrp4"), options)
    assert any("balance is not looked at" in each for each in told) != stands
