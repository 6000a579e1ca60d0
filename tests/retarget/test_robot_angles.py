"""Angles as a robot takes them: from its own trunk and chest, and in the order of its joints."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anatomy.names import TORSO
from understudy.anatomy.trunk import TorsoShape
from understudy.motion import HumanMotion
from understudy.retarget import GeometricOptions, geometric
from understudy.retarget.robot_angles import chest_from_torso, torso_shape, yaw_first
from understudy.robots import load_robot
from understudy.robots.derive_anatomical import anatomical_table
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot

F, L, U = np.eye(3)
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
    assert not set(TORSO) & set(anatomical_table(nao))
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


@pytest.mark.parametrize(("side", "sign"), [("l", 1.0), ("r", -1.0)])
def test_both_orders_turn_alike(side: str, sign: float) -> None:
    generator = np.random.default_rng(0)
    pitch, roll, yaw = generator.uniform(-1.4, 1.4, (3, 100))
    new_pitch, new_roll, new_yaw = yaw_first(pitch, roll, yaw, side).T

    def about(axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
        return rot.from_axis_angle(axis, angle)

    old = rot.multiply(rot.multiply(about(-L, pitch), about(sign * F, roll)), about(-sign * U, yaw))
    new = rot.multiply(
        rot.multiply(about(-sign * U, new_yaw), about(sign * F, new_roll)), about(-L, new_pitch)
    )
    np.testing.assert_allclose(rot.as_matrix(old), rot.as_matrix(new), atol=1e-12)


def test_thighs_of_a_robot_with_yaw_first() -> None:
    hrp4 = load_robot("hrp4")
    generator = np.random.default_rng(1)
    q = np.tile(hrp4.home, (50, 1))
    for joint, low, high in (
        ("L_HIP_Y", -0.6, 0.6),
        ("L_HIP_R", -0.4, 0.4),
        ("L_HIP_P", -1.2, 0.3),
        ("L_KNEE_P", 0.5, 2.0),
    ):
        q[:, 7 + hrp4.joints.index(joint)] = generator.uniform(low, high, 50)
    human: HumanMotion = human_from_robot(hrp4, q, 25.0)
    found = human_from_robot(hrp4, geometric(human, hrp4, GeometricOptions(limits=False)).q, 25.0)
    for segment in ("thigh_l", "shin_l"):
        angle = rot.angle_between(human.direction(segment)[0], found.direction(segment)[0])
        assert np.degrees(np.median(angle)) < 6.0
