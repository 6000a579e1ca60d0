"""What is chosen for robot and motion, and what does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import build, motion_of, swing
from understudy.errors import OptionError
from understudy.motion import RobotMotion
from understudy.robots.robot import Robot
from understudy.simulate.options import SimulationOptions
from understudy.simulate.setting import choose_setting
from understudy.spatial import rotations as rot

ASKED_NOTHING = SimulationOptions()


def lying(motion: RobotMotion) -> RobotMotion:
    q = np.array(motion.q)
    q[:, 3:7] = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), -0.5 * np.pi)
    return replace(motion, q=q)


@pytest.fixture
def standing(tmp_path: Path) -> Robot:
    return build(tmp_path)


def test_a_standing_robot_balances_on_a_free_base(standing: Robot) -> None:
    setting = choose_setting(motion_of(standing, swing(), 50.0), standing, ASKED_NOTHING)
    assert (setting.mode, setting.base, setting.controller) == ("dynamic", "free", "balance")
    # The motion says nothing of contacts: the sole's corners are on the floor, and there is no right foot.
    np.testing.assert_array_equal(setting.stands[0], [True, True, False, False])
    assert "both feet stay on the floor" in setting.sentence


def test_a_lying_robot_lies_on_a_mattress(standing: Robot) -> None:
    setting = choose_setting(lying(motion_of(standing, swing(), 50.0)), standing, ASKED_NOTHING)
    assert (setting.base, setting.controller) == ("lying", "torque")


def test_a_robot_whose_feet_leave_the_floor_is_held(standing: Robot) -> None:
    angles = swing()
    contacts = np.zeros((len(angles), 4), dtype=bool)
    contacts[: len(angles) // 2] = True
    setting = choose_setting(motion_of(standing, angles, 50.0, contacts), standing, ASKED_NOTHING)
    assert setting.base == "fixed"
    assert "leave the floor" in setting.sentence


def test_a_robot_whose_feet_touch_nothing_is_held(standing: Robot) -> None:
    standing.model.geom_contype[:] = standing.model.geom_conaffinity[:] = 0
    motion = motion_of(standing, swing(), 50.0)
    assert "can touch a floor" in choose_setting(motion, standing, ASKED_NOTHING).sentence
    with pytest.raises(OptionError, match="can touch a floor, expected 'fixed'"):
        choose_setting(motion, standing, SimulationOptions(base="free"))


def test_what_is_asked_for_takes_precedence(standing: Robot) -> None:
    asked = SimulationOptions(base="fixed", controller="pid")
    setting = choose_setting(motion_of(standing, swing(), 50.0), standing, asked)
    assert (setting.base, setting.controller) == ("fixed", "pid")
    kinematic = choose_setting(
        motion_of(standing, swing(), 50.0), standing, SimulationOptions(mode="kinematic")
    )
    assert kinematic.controller == ""


def test_a_robot_that_is_bolted_down_cannot_be_free(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed")
    motion = motion_of(robot, swing(), 50.0)
    assert choose_setting(motion, robot, ASKED_NOTHING).base == "fixed"
    with pytest.raises(OptionError, match="bolted down by its card, expected 'fixed'"):
        choose_setting(motion, robot, SimulationOptions(base="lying"))


def test_balance_needs_feet_on_the_floor(standing: Robot) -> None:
    asked = SimulationOptions(base="fixed", controller="balance")
    with pytest.raises(OptionError, match="expected base 'free', found 'fixed'"):
        choose_setting(motion_of(standing, swing(), 50.0), standing, asked)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"mode": "dinamic"}, "unknown mode 'dinamic' .did you mean 'dynamic'"),
        ({"base": "sitting"}, "unknown base 'sitting'"),
        ({"controller": "mpc"}, "unknown controller 'mpc'"),
        ({"bandwidth": 0.0}, "bandwidth is 0 Hz"),
        ({"bandwidth": 100.0}, "at most 20"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_bad_options_are_named(changes: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        SimulationOptions(**changes)  # pyright: ignore[reportArgumentType]
