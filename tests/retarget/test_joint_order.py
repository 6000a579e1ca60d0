"""The same turn by yaw, roll, pitch as by pitch, roll, yaw."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion import HumanMotion
from understudy.retarget import GeometricOptions, geometric
from understudy.retarget.joint_order import yaw_first
from understudy.robots import load_robot
from understudy.robots.source import human_from_robot
from understudy.spatial import rotations as rot

F, L, U = np.eye(3)


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
