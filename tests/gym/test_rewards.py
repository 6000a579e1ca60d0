"""Rewards: all of it at the motion itself, less the farther away, weights as stated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import build, motion_of, swing
from understudy.errors import OptionError
from understudy.gym.rewards import SCALES, Judge, RewardWeights
from understudy.simulate.options import SimulationOptions
from understudy.simulate.playing import Playing
from understudy.simulate.setting import choose_setting
from understudy.simulate.staging import set_stage

FPS, FRAME = 30.0, 5
NO_COSTS = RewardWeights(torque=0.0)


@pytest.fixture
def playing(tmp_path: Path) -> Playing:
    robot = build(tmp_path)
    motion, options = motion_of(robot, swing(FPS), FPS), SimulationOptions()
    playing = Playing(set_stage(motion, robot, options, choose_setting(motion, robot, options)))
    playing.join(FRAME)
    return playing


def test_the_motion_itself_is_worth_one(playing: Playing) -> None:
    reward, terms = Judge(playing.stage, NO_COSTS).reward(playing, FRAME, ended=False)
    assert reward == pytest.approx(1.0, abs=1e-6)
    assert set(terms) == {f"reward_{name}" for name in (*SCALES, "torque", "fall")}


def test_an_error_of_one_scale_leaves_one_part_in_e(playing: Playing) -> None:
    playing.data.qpos[playing.stage.plant.positions] += SCALES["joints"]
    only = RewardWeights(joints=1.0, rates=0.0, root=0.0, turn=0.0, ends=0.0, torque=0.0)
    reward, _ = Judge(playing.stage, only).reward(playing, FRAME, ended=False)
    assert reward == pytest.approx(np.exp(-1.0), abs=1e-6)


def test_a_fall_costs_what_is_stated(playing: Playing) -> None:
    judge = Judge(playing.stage, RewardWeights(torque=0.0, fall=3.0))
    assert judge.reward(playing, FRAME, ended=True)[0] == pytest.approx(1.0 - 3.0, abs=1e-6)


def test_weights_are_checked() -> None:
    with pytest.raises(OptionError, match="weight 'fall' of the reward is -1, expected 0 or more"):
        RewardWeights(fall=-1.0)
    with pytest.raises(OptionError, match="'joints', 'rates' and 'ends' are all 0"):
        RewardWeights(joints=0.0, rates=0.0, ends=0.0)
