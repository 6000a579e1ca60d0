"""A robot's trunk: where its joint is, and how its chest stands against shoulders and spine."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anatomy.trunk import TorsoShape
from understudy.retarget.robot_trunk import chest_from_torso, has_torso, torso_shape
from understudy.robots import load_robot
from understudy.robots.derive_anatomical import anatomical_table

DUMMY_JOINT, DUMMY_SHOULDERS = 0.03, 0.168
"""Heights [m] of the dummy's torso joint over the hips and of its shoulders over that joint."""


def test_where_the_joint_of_the_dummy_is() -> None:
    dummy = load_robot("dummy")
    shape = torso_shape(dummy, anatomical_table(dummy))
    assert shape.up == pytest.approx(DUMMY_JOINT / DUMMY_SHOULDERS)
    assert (shape.forward, shape.lean) == pytest.approx((0.0, 0.0), abs=1e-9)


def test_joints_that_share_a_bend_count_by_their_share() -> None:
    mimo = load_robot("mimo")
    shape = torso_shape(mimo, anatomical_table(mimo))
    first, second, hips, shoulders = 0.026, 0.117, -0.007, 0.26
    joint = 0.5 * (first + second)
    assert shape.up == pytest.approx((joint - hips) / (shoulders - joint), rel=0.02)


def test_a_robot_without_a_waist_has_none() -> None:
    nao = load_robot("nao")
    assert not has_torso(nao, anatomical_table(nao))
    assert torso_shape(nao, anatomical_table(nao)) == TorsoShape()


def test_the_chest_of_the_dummy_tilts_more_than_its_spine() -> None:
    dummy = load_robot("dummy")
    bend = np.array([0.0, 0.5])
    turn = chest_from_torso(dummy, {"torso_pitch": bend})
    assert turn is not None
    np.testing.assert_allclose(turn[0], np.eye(3), atol=1e-9)
    spine = np.arctan2(DUMMY_SHOULDERS * np.sin(0.5), DUMMY_JOINT + DUMMY_SHOULDERS * np.cos(0.5))
    forward_of_up = turn[1] @ np.array([0.0, 0.0, 1.0])
    assert np.arctan2(forward_of_up[0], forward_of_up[2]) == pytest.approx(spine - 0.5)
