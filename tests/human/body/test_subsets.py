"""Subsets are what their papers describe."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.human.body.subsets import subsets

BALL = ["x", "z", "y"]


def axes(subset: str, point: str) -> list[str]:
    return [freedom.axis for freedom in subsets()[subset].freedoms.get(point, ())]


def test_the_51_are_17_ball_joints() -> None:
    freedoms = subsets()["morphing_51"].freedoms
    assert len(freedoms) == 17
    assert all([freedom.axis for freedom in those] == BALL for those in freedoms.values())


def test_the_31_fix_what_the_paper_fixes() -> None:
    assert axes("morphing_31", "LSC") == []
    assert axes("morphing_31", "BT") == []
    assert axes("morphing_31", "LE") == axes("morphing_31", "RK") == ["x"]
    assert axes("morphing_31", "LS") == axes("morphing_31", "RH") == BALL


@pytest.mark.parametrize("name", ["upper_body", "no_hands"])
def test_stiff_hands_and_legs(name: str) -> None:
    subset = subsets()[name]
    assert not subset.has_fingers
    assert ("LK" in subset.freedoms) == (name == "no_hands")


def test_every_range_holds_the_standing_pose() -> None:
    for subset in subsets().values():
        for those in subset.freedoms.values():
            for freedom in those:
                assert freedom.lower <= 0.0 <= freedom.upper
                assert np.rad2deg(freedom.upper - freedom.lower) >= 15.0 - 1e-9
