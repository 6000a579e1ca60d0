"""What two legs that share a motor miss at least: no motion may be below it."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.evaluate import evaluate
from understudy.retarget import track
from understudy.robots import load_robot
from understudy.takes import read_human

TURNED_OUT = (1.0, 1.2)
"""Seconds of an infant's kicking in which NAO's legs hinder each other."""


def test_no_motion_is_below_the_bound_and_the_bound_is_not_empty(bound: ModuleType) -> None:
    robot = load_robot("nao")
    human = read_human(built_in_motion("infant_kicking"))[slice(*TURNED_OUT)]
    motion = track(human, robot)
    evaluation = evaluate(human, motion, robot)
    worse = np.degrees(np.maximum(*(evaluation[f"regret/{leg}"].series for leg in bound.LEGS)))
    found = bound.shared_bound(human, robot)
    assert len(found) == human.frame_count
    assert (found <= worse + 1e-3).all()
    assert found.max() > 0.0


def test_legs_that_share_no_motor_have_no_such_bound(bound: ModuleType) -> None:
    human = read_human(built_in_motion("infant_kicking"))[slice(*TURNED_OUT)]
    with pytest.raises(ValueError, match="share 0 motors"):
        bound.shared_bound(human, load_robot("fetus"))
