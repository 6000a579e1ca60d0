"""What headings cost legs that share a motor, in postures whose answer is known."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import mujoco
import numpy as np
import pytest

from tests.benchmarks.conftest import loaded
from understudy.robots import load_robot
from understudy.spatial import rotations as rot

POSTURE = {"LHipYawPitch": -0.3, "LHipRoll": 0.1, "LHipPitch": -0.5, "LKneePitch": 0.9}
UP = np.array([0.0, 0.0, 1.0])


@pytest.fixture(scope="module")
def bound() -> Iterator[ModuleType]:
    with loaded("worst_frames"), loaded("heading_bound"), loaded("shared_motor_heading") as module:
        yield module


@pytest.fixture(scope="module")
def posed() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Thigh, shin and the foot's way ahead, level, of NAO's left leg in a posture, by MuJoCo."""
    robot = load_robot("nao")
    data = mujoco.MjData(robot.model)
    data.qpos[:] = robot.home
    for joint, angle in POSTURE.items():
        data.joint(joint).qpos[0] = angle
    mujoco.mj_forward(robot.model, data)
    hip, knee, ankle = (
        data.xpos[mark.body] + data.xmat[mark.body].reshape(3, 3) @ mark.point
        for mark in (robot.landmarks[f"{name}_l"] for name in ("hip", "knee", "ankle"))
    )
    ahead = np.cross(data.joint("LKneePitch").xaxis, UP)
    return rot.normalise(knee - hip), rot.normalise(ankle - knee), rot.normalise(ahead)


def test_a_leg_reaches_its_own_posture_at_the_motors_own_place(bound: ModuleType, posed) -> None:
    leg = bound.find_leg(load_robot("nao"), "l")
    thigh, shin, ahead = posed
    errors, hinge = leg.errors(np.array([list(POSTURE.values())[:3]]), thigh, shin)
    assert errors == pytest.approx(0.0, abs=1e-6)
    np.testing.assert_allclose(rot.normalise(np.cross(hinge[0], UP)), ahead, atol=1e-9)
    for heading in (None, ahead):
        assert bound._least(leg, [thigh, shin], UP, heading).min() < 1.0, "but for the grid's steps"


def test_a_heading_of_which_the_knee_knows_nothing_costs_the_leg(bound: ModuleType, posed) -> None:
    leg = bound.find_leg(load_robot("nao"), "l")
    thigh, shin, ahead = posed
    costs = []
    for out in (0.0, 15.0, 30.0):
        turn = rot.from_axis_angle(UP, np.radians(out))
        costs.append(bound._least(leg, [thigh, shin], UP, rot.rotate(turn, ahead)).min())
    assert costs == sorted(costs)
    half = 0.5 * POSTURE["LKneePitch"]
    least = np.sqrt(2.0) * np.sin(half) * (30.0 - bound.HEADING_BAR)
    assert costs[-1] > 0.7 * least, "as of a leg whose motors are free"


def test_legs_that_share_no_motor_are_refused(bound: ModuleType) -> None:
    with pytest.raises(ValueError, match="shares no motor"):
        bound.find_leg(load_robot("dummy"), "l")
