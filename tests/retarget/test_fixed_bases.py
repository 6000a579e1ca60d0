"""Robots that are bolted down perform the upper body, with a waist of their own or without."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.motion import HumanMotion
from understudy.pipeline import perform
from understudy.robots import load_robot
from understudy.takes import read_human

ARMS = ("upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r")
OFF = {
    "armar3": {"upper_arm": 1.0, "forearm": 1.0},
    "qtrobot": {"upper_arm": 14.0, "forearm": 14.0},
}
"""Median error of the arms' directions [deg]; with three joints an arm of QTrobot's cannot meet both, and
shares out what it is off."""

MOST_REGRET = 1.3
"""How much farther off [deg] than its joints' ranges make it an arm is in its worst hundredth of frames."""

LEAST_SWING = np.radians(15.0)
"""How far the arms swing at least [rad]."""


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))


@pytest.mark.parametrize("name", OFF)
def test_a_walk_moves_the_arms_within_the_limits(walk: HumanMotion, name: str) -> None:
    robot = load_robot(name)
    performance = perform(walk, robot)
    q = performance.motion.q
    assert q.shape == (walk.frame_count, len(robot.joints))
    assert (q >= robot.lower - 1e-9).all()
    assert (q <= robot.upper + 1e-9).all()
    assert np.ptp(q, axis=0).max() > LEAST_SWING
    for segment in ARMS:
        error = np.degrees(performance.evaluation[f"direction/{segment}"].summary["median"])
        assert error < OFF[name][segment[:-2]], segment
    for arm in ("arm_l", "arm_r"):
        assert np.degrees(performance.evaluation[f"regret/{arm}"].summary["p99"]) < MOST_REGRET, arm
