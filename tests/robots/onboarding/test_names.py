"""Sides in names."""

from __future__ import annotations

import pytest

from understudy.robots.onboarding.names import side_of_name


@pytest.mark.parametrize(
    ("one", "other", "side"),
    [
        ("left_hip", "right_hip", 1),
        ("R_HIP_Y", "L_HIP_Y", -1),
        ("LHipYaw", "RHipYaw", 1),
        ("robot:right_hip1", "robot:left_hip1", -1),
        ("arm_left_1_joint", "arm_right_1_joint", 1),
        ("RLEG_HIP_R", "LLEG_HIP_R", -1),
        ("joint_1", "joint_7", 0),
        ("lfemurrz", "rfemurrz", 1),
        ("xqzw", "kjhg", 0),
    ],
)
def test_a_side_is_read_off_common_ways_of_naming(one: str, other: str, side: int) -> None:
    assert side_of_name(one, other) == side
