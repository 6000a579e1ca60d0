"""Weights of segments: what a robot's joints cannot do together is shared out as it is measured."""

from __future__ import annotations

import pytest

from understudy.data import built_in_motion
from understudy.motion import HumanMotion
from understudy.retarget import TrackOptions
from understudy.retarget.goals import STIFF_WAIST, goals
from understudy.robots import load_robot
from understudy.takes import read_human

PREFERENCE = 2.0
"""How many times as much an upper arm weighs as by default, where a user has it so."""


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))


def weights(walk: HumanMotion, name: str, options: TrackOptions) -> dict[str, float]:
    found = goals(walk, load_robot(name), options.segments, options.parts)
    return dict(zip(found.segments, found.direction_weights.max(axis=0).tolist(), strict=True))


def test_an_arm_of_three_joints_weighs_its_segments_more_alike(walk: HumanMotion) -> None:
    options = TrackOptions()
    few, enough = (weights(walk, name, options) for name in ("qtrobot", "g1"))
    for side in ("l", "r"):
        ratio = few[f"upper_arm_{side}"] / few[f"forearm_{side}"]
        assert 1.0 <= ratio < options.segments["upper_arm"] / options.segments["forearm"]
        assert enough[f"upper_arm_{side}"] == options.segments["upper_arm"]
        assert enough[f"forearm_{side}"] == options.segments["forearm"]


def test_whoever_prefers_the_upper_arm_of_three_joints_has_it_so(walk: HumanMotion) -> None:
    default = TrackOptions()
    preferred = TrackOptions(segments={"upper_arm": PREFERENCE * default.segments["upper_arm"]})
    before, after = (weights(walk, "qtrobot", options) for options in (default, preferred))
    assert after["upper_arm_l"] == pytest.approx(PREFERENCE * before["upper_arm_l"])
    assert after["forearm_l"] == before["forearm_l"]


@pytest.mark.parametrize("name", ["h1", "talos"])
def test_a_waist_of_one_or_two_joints_follows_the_shoulders_first(walk: HumanMotion, name: str) -> None:
    options = TrackOptions()
    stiff, *others = (weights(walk, own, options) for own in (name, "hrp4", "nao"))
    assert stiff["hip_line"] == pytest.approx(STIFF_WAIST * options.segments["hip_line"])
    for other in others:
        assert other["hip_line"] == options.segments["hip_line"]
        for segment in ("shoulder_line", "trunk", "thigh_l"):
            assert stiff[segment] == other[segment]
