"""Gains from inertia: what a pendulum needs is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.simulate.box_robot import ARM_LEVER, ARM_MASS, RADIUS, build
from understudy.simulate.tuning import joint_inertias, tuned_gains

INERTIA = ARM_MASS * (ARM_LEVER**2 + 0.4 * RADIUS**2)
BANDWIDTH, STEP = 5.0, 0.002


@pytest.mark.parametrize("base", ["free", "fixed"])
def test_the_inertia_of_an_arm_is_its_own(tmp_path: Path, base: str) -> None:
    robot = build(tmp_path, base)
    assert joint_inertias(robot, robot.home)[0] == pytest.approx(INERTIA, rel=1e-9)


def test_servos_are_critically_damped_at_their_bandwidth(tmp_path: Path) -> None:
    robot = build(tmp_path, "fixed")
    gains = tuned_gains(robot, robot.home[None], BANDWIDTH, STEP)
    stiffness, damping = float(gains.stiffness[0]), float(gains.damping[0])
    inertia = INERTIA + STEP * damping
    assert np.sqrt(stiffness / inertia) == pytest.approx(2.0 * np.pi * BANDWIDTH, rel=1e-9)
    assert damping == pytest.approx(2.0 * np.sqrt(stiffness * inertia), rel=1e-9)
    assert gains.torque[0] == robot.gains.torque[0]
