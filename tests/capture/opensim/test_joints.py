"""Axes and orders of OpenSim's joints."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.opensim.joints import KNEE_AXES, joint_turns

SIX_DIGITS = 5e-6


@pytest.mark.parametrize("model", KNEE_AXES)
def test_axes_are_of_unit_length(model: str) -> None:
    for turns in joint_turns(model).values():
        for turn in turns:
            assert np.linalg.norm(turn.axis) == pytest.approx(1.0, abs=SIX_DIGITS), turn.coordinate


@pytest.mark.parametrize("model", KNEE_AXES)
def test_left_axes_mirror_the_right_ones(model: str) -> None:
    turns = joint_turns(model)
    for joint in [name for name in turns if name.endswith("_r")]:
        for right, left in zip(turns[joint], turns[joint[:-1] + "l"], strict=True):
            assert left.coordinate[:-1] == right.coordinate[:-1]
            np.testing.assert_array_equal(left.axis, np.array(right.axis) * (-1, -1, 1))


def test_orders_are_those_of_the_models() -> None:
    turns = joint_turns("Rajagopal")
    orders = {joint: [turn.coordinate for turn in turns[joint]] for joint in turns}
    assert orders["pelvis"] == ["pelvis_tilt", "pelvis_list", "pelvis_rotation"]
    assert orders["hip_r"] == ["hip_flexion_r", "hip_adduction_r", "hip_rotation_r"]
    assert orders["shoulder_l"] == ["arm_flex_l", "arm_add_l", "arm_rot_l"]
    assert orders["lumbar"] == ["lumbar_extension", "lumbar_bending", "lumbar_rotation"]
    axes = [turn.axis for turn in turns["pelvis"]]
    assert axes == [(0, 0, 1), (1, 0, 0), (0, 1, 0)]
