"""Poses from which a method begins: alike on both sides, and where the person is."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.retarget.placement import place
from understudy.retarget.start_poses import start_poses
from understudy.robots import Robot, load_robot
from understudy.robots.mirroring import counterparts
from understudy.takes import read_human

NEAR = 1e-9


@pytest.mark.parametrize("name", ["g1", "hrp4"])
def test_what_a_left_limb_starts_from_a_right_one_does_too(name: str) -> None:
    robot = load_robot(name)
    starts = _starts(robot)
    pairs = counterparts(robot)
    home = robot.home[pairs.columns]
    images = home + pairs.signs * (starts[:, pairs.columns] - home)[:, pairs.sources]
    apart = np.abs(starts[:, None, pairs.columns] - images[None]).max(axis=2)
    assert (apart.min(axis=0) < NEAR).all(), "the image of every start is one, too"
    assert len(np.unique(np.round(starts[:, pairs.columns], 6), axis=0)) == len(starts)


def test_starts_keep_joint_limits_and_stand_where_the_person_does() -> None:
    robot = load_robot("g1")
    starts = _starts(robot)
    joints = starts[:, -len(robot.joints) :]
    assert (joints >= robot.lower).all() and (joints <= robot.upper).all()
    assert np.ptp(starts[:, :7], axis=0).max() < NEAR


def _starts(robot: Robot) -> np.ndarray:
    human = read_human(built_in_motion("walk"))
    return start_poses(human, robot, place(human, robot, 0.6))
