"""Motions that break physics in known ways, and one that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.evaluate.physical_checks import Excess, physical_checks
from understudy.motion import RobotMotion
from understudy.robots import Robot
from understudy.spatial import rotations as rot

Mover = Callable[..., RobotMotion]

FRAMES, FPS = 40, 50.0
KNEE_SPEED = 2.0
"""Limit [rad/s] of the test robot's knees."""


@pytest.fixture
def standing(robot: Robot, move_robot: Mover) -> RobotMotion:
    """Return the home pose, held on both soles."""
    return replace(move_robot(robot, frames=FRAMES, fps=FPS), contacts=np.ones((FRAMES, 4), dtype=bool))


def test_standing_still_keeps_everything(robot: Robot, standing: RobotMotion) -> None:
    found = physical_checks(standing, robot)
    assert (found.position, found.velocity, found.acceleration) == (Excess(), Excess(), Excess())
    assert (found.slide, found.frames, found.zmp_share, found.zmp_outside) == (0.0, FRAMES, 1.0, 0.0)
    assert found.tilt == pytest.approx(0.0, abs=1e-6)
    assert max(found.floor_depth, found.self_depth) < 1e-9
    assert found.root_residual < 1e-3


def test_a_joint_over_its_limits_is_named(robot: Robot, standing: RobotMotion, move_robot: Mover) -> None:
    knee = np.zeros(FRAMES)
    knee[20:] = 0.1
    found = physical_checks(move_robot(robot, frames=FRAMES, fps=FPS, knee_l=knee, elbow_r=3.2), robot)
    assert (found.velocity.frames, found.velocity.joint, found.velocity.frame) == (1, "knee_l", 20)
    assert found.velocity.worst == pytest.approx(0.1 * FPS - KNEE_SPEED)
    assert (found.position.frames, found.position.joint) == (FRAMES, "elbow_r")
    assert found.position.worst == pytest.approx(0.2)
    assert found.acceleration.frame in (20, 21)
    # The motion holds no sole, so that nothing is said about stance.
    assert (found.slide, found.tilt) == (0.0, 0.0)
    assert np.isnan([found.zmp_share, found.zmp_outside, found.root_residual]).all()


def test_soles_that_slide_tilt_and_sink_are_measured(robot: Robot, standing: RobotMotion) -> None:
    slid, turned, sunk = 0.004, 0.03, 0.01
    q = standing.q.copy()
    q[20:, 0] += slid
    assert physical_checks(replace(standing, q=q), robot).slide == pytest.approx(slid)
    contacts = standing.contact_mask.copy()
    contacts[19] = False
    assert physical_checks(replace(standing, q=q, contacts=contacts), robot).slide == 0.0
    q = standing.q.copy()
    q[:, 2] -= sunk
    assert physical_checks(replace(standing, q=q), robot).floor_depth == pytest.approx(sunk)
    q = standing.q.copy()
    q[:, 3:7] = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.full(FRAMES, turned))
    assert physical_checks(replace(standing, q=q), robot).tilt == pytest.approx(turned)


def test_a_robot_that_leans_over_its_toes_falls(robot: Robot, standing: RobotMotion) -> None:
    q = standing.q.copy()
    q[:, 3:7] = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.full(FRAMES, 0.5))
    found = physical_checks(replace(standing, q=q), robot)
    assert found.zmp_share == 0.0
    assert found.zmp_outside > 0.1
    # Another stance may be asked for than the motion's own.
    heels = np.tile([True, False, False, False], (FRAMES, 1))
    assert physical_checks(standing, robot, heels).zmp_share < 1.0


def test_a_fixed_base_has_no_soles(upper_body: Robot, move_robot: Mover) -> None:
    found = physical_checks(move_robot(upper_body, frames=FRAMES), upper_body)
    assert np.isnan([found.slide, found.tilt, found.floor_depth, found.zmp_share]).all()
    assert found.position == Excess()
