"""Pushes: drawn by the seed, of the speed that was asked for, and felt by who stands free."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import build, motion_of
from understudy.errors import OptionError
from understudy.evaluate import evaluate_rollout
from understudy.simulate import SimulationOptions, simulate
from understudy.simulate.pushes import FIRST, INTERVAL, SPREAD, draw_pushes

SPEED, HARD = 0.3, 4.0


def test_one_comes_in_every_interval_and_the_same_ones_by_the_same_seed() -> None:
    found = draw_pushes(SPEED, 8.0, 5)
    assert found == draw_pushes(SPEED, 8.0, 5)
    assert found != draw_pushes(SPEED, 8.0, 6)
    assert len(found) == 3
    for index, push in enumerate(found):
        assert 0.0 <= push.time - (FIRST + index * INTERVAL) <= SPREAD
        assert np.hypot(*push.velocity) == pytest.approx(SPEED)
    assert draw_pushes(0.0, 8.0, 5) == () == draw_pushes(SPEED, 0.5, 5)


def test_a_hard_push_fells_a_box_that_stands_otherwise(tmp_path: Path) -> None:
    robot = build(tmp_path)
    motion = motion_of(robot, np.zeros(151), 50.0)
    upright = {}
    for push in (0.0, HARD):
        rollout = simulate(motion, robot, SimulationOptions(base="free", controller="pd", push=push, seed=1))
        upright[push] = evaluate_rollout(rollout, robot)["falls/fallen"].summary["upright"]
    (first, *_) = draw_pushes(HARD, 3.0, 1)
    assert upright[0.0] == pytest.approx(3.0)
    assert first.time < upright[HARD] < 3.0


def test_a_robot_that_joins_a_motion_is_as_fast_as_that(tmp_path: Path) -> None:
    robot = build(tmp_path)
    time = np.arange(51) / 50.0
    motion = motion_of(robot, time, 50.0)
    moving, resting = (
        simulate(motion, robot, SimulationOptions(base="fixed", controller="pd", start=start)).q[1, -1]
        for start in ("moving", "motion")
    )
    assert moving > 0.95 * time[1] > 1.2 * resting


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="push is -1 m/s, expected 0 to 5"):
        SimulationOptions(push=-1.0)
    with pytest.raises(OptionError, match="'moving'.*expected another"):
        SimulationOptions(start="moving", controller="targets")
