"""Stature from segment lengths, in any pose."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.placing.stature import crown_length, leg_length, stature

LEG = 0.83


def test_lengths_of_the_made_up_person(t_pose: Callable[..., dict[str, np.ndarray]]) -> None:
    pose = t_pose()
    assert leg_length(pose) == pytest.approx(LEG)
    assert crown_length(pose) == pytest.approx(0.04 + 0.05 + 0.12 + 0.15 + 0.18 + 0.08 + 0.20)
    assert stature(pose) == pytest.approx((LEG + 0.82) / 0.961)


def test_stature_ignores_the_pose(t_pose: Callable[..., dict[str, np.ndarray]]) -> None:
    pose = t_pose()
    expected = stature(pose)
    pose["ankle_l"] = pose["knee_l"] + np.array([-0.41, 0.0, 0.0])
    assert stature(pose) == pytest.approx(expected)


def test_headless_skeletons_are_judged_by_legs_and_trunk(
    t_pose: Callable[..., dict[str, np.ndarray]],
) -> None:
    pose = t_pose()
    del pose["head_top"]
    assert crown_length(pose) is None
    hips_to_shoulders = 0.04 + 0.05 + 0.12 + 0.15 + 0.13
    assert stature(pose) == pytest.approx((LEG + hips_to_shoulders) / 0.779)
