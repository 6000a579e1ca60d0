"""What every joint of a robot plays, by its card alone."""

from __future__ import annotations

from collections import Counter

import pytest

from understudy.robots import load_robot
from understudy.robots.roles import find_roles

BUILT_IN = ("armar3", "dummy", "fetus", "hrp4", "icub", "mimo", "nao", "qtrobot")


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_joint_of_a_built_in_robot_plays_a_part(name: str) -> None:
    roles = find_roles(load_robot(name))
    assert roles.idle == () and not roles.lacks_limb


def test_parts_have_the_joints_that_they_should() -> None:
    counts = Counter(find_roles(load_robot("hrp4")).joints.values())
    assert counts == {"leg_l": 6, "leg_r": 6, "arm_l": 7, "arm_r": 7, "trunk": 3, "head": 2}
