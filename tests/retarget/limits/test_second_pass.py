"""Motions brought within limits and parts apart: out on the right side, alike on both sides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.evaluate import evaluate
from understudy.evaluate.penetration import find_self_contact
from understudy.motion import HumanMotion
from understudy.retarget.track import track
from understudy.robots import load_robot
from understudy.takes import read_human

LARGEST_REGRET = 15.0
"""Regret [deg] that an arm has at most; out on the wrong side of the trunk it is over 25°."""

LARGEST_DEPTH = 0.012
"""Depth [m] of a forearm in the trunk in single frames; it would be nine centimetres without the limit."""


@pytest.fixture(scope="module")
def run(shared: Path) -> HumanMotion:
    return read_human(shared / "motions" / "cmu" / "143_01.bvh")


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_forearms_that_would_pass_through_the_trunk_stay_in_front_of_it(
    run: HumanMotion, is_mirrored: bool
) -> None:
    """QTrobot's elbows bend towards the body's middle, where the first pass leads them."""
    human, robot = run.mirror() if is_mirrored else run, load_robot("qtrobot")
    motion = track(human, robot)
    for metric in evaluate(human, motion, robot).family("regret"):
        assert np.degrees(np.nanmax(metric.series)) < LARGEST_REGRET
    assert find_self_contact(robot, motion).depth.max() < LARGEST_DEPTH
