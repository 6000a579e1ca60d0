"""Sides in names."""

from __future__ import annotations

import pytest

from understudy.robots.onboarding.names import part_of_name, side_of_name, speaks_against


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


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Left_Knee_Pitch", "leg"),
        ("lfemurrz", "leg"),
        ("RShoulderRoll", "arm"),
        ("torso_2_joint", "trunk"),
        ("HeadYaw", "head"),
        ("joint_7", ""),
        ("arm_leg", ""),
    ],
)
def test_a_name_says_one_part_or_none(name: str, part: str) -> None:
    assert part_of_name(name) == part


@pytest.mark.parametrize(
    ("name", "part", "group", "against"),
    [
        ("Left_Knee_Pitch", "leg", "middle", False),
        ("Left_Knee_Pitch", "leg", "root", True),
        ("left_hip_pitch", "leg", "middle", True),
        ("left_hip_pitch", "arm", "root", True),
        ("LElbowYaw", "arm", "root", False),
        ("hip_lean1", "trunk", "", False),
        ("joint_7", "leg", "root", False),
    ],
)
def test_names_veto_and_nothing_more(name: str, part: str, group: str, against: bool) -> None:
    assert speaks_against(name, part, group) is against
