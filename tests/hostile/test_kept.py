"""Small files that once failed: each is read, or refused in one sentence, ever since."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.errors import UnderstudyError
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.robot import Robot

KEPT = Path(__file__).with_name("kept")


@pytest.mark.parametrize("name", sorted(path.name for path in KEPT.glob("*.onboard.*")))
def test_a_model_becomes_a_robot_or_a_sentence(name: str) -> None:
    try:
        # In this process, where a fault shows itself.
        robot = Robot.from_card(onboard(KEPT / name, is_ours=True).card)
    except UnderstudyError as error:
        assert str(error).isprintable()
    else:
        assert robot.joints
