"""Limits of joints for any method: the closed form keeps velocity and acceleration where it is asked to."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion import HumanMotion
from understudy.retarget import GeometricOptions, geometric
from understudy.retarget.limits.joints import joints_within_limits
from understudy.robots import load_robot

TOLERANCE = 1e-9


@pytest.mark.parametrize("name", ["icub", "nao", "mimo", "hrp4"])
def test_the_closed_form_keeps_limits_of_motion_where_it_is_asked_to(walk: HumanMotion, name: str) -> None:
    robot = load_robot(name)
    plain = geometric(walk, robot).joint_positions
    kept = geometric(walk, robot, GeometricOptions(velocity_limits=True, acceleration_limits=True))
    joints, fps = kept.joint_positions, walk.fps
    speed, acceleration = (np.abs(np.diff(joints, order, axis=0)) * fps**order for order in (1, 2))
    assert (speed <= robot.velocity * (1.0 + TOLERANCE)).all()
    assert (acceleration <= robot.acceleration * (1.0 + TOLERANCE)).all()
    assert (joints >= robot.lower - TOLERANCE).all() and (joints <= robot.upper + TOLERANCE).all()
    assert np.percentile(np.abs(joints - plain), 95) < 0.05


def test_each_limit_holds_by_itself() -> None:
    robot, fps = load_robot("nao"), 50.0
    home = robot.home[-len(robot.joints) :]
    wish = np.tile(home, (80, 1))
    wish[40:] = 0.5 * home + 0.5 * np.clip(home + 1.0, robot.lower, robot.upper)
    fast = joints_within_limits(wish, robot, fps, True, True, False)
    assert (np.abs(np.diff(fast, axis=0)) * fps <= robot.velocity * (1.0 + TOLERANCE)).all()
    smooth = joints_within_limits(wish, robot, fps, True, False, True)
    assert (np.abs(np.diff(smooth, 2, axis=0)) * fps**2 <= robot.acceleration * (1.0 + TOLERANCE)).all()
    assert np.array_equal(joints_within_limits(wish, robot, fps, True, False, False), wish)
