"""Weights of segments: what a robot's joints cannot do together is shared out as it is measured."""

from __future__ import annotations

import pytest

from understudy.data import built_in_motion
from understudy.motion import HumanMotion
from understudy.retarget import TrackOptions
from understudy.retarget.goals import STIFF_WAIST, goals
from understudy.robots import load_robot
from understudy.takes import read_human


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))


def weights(walk: HumanMotion, name: str, options: TrackOptions) -> dict[str, float]:
    found = goals(walk, load_robot(name), options.segments, options.parts)
    return dict(zip(found.segments, found.direction_weights.max(axis=0).tolist(), strict=True))


@pytest.mark.parametrize("name", ["h1", "talos"])
def test_a_waist_of_one_or_two_joints_follows_the_shoulders_first(walk: HumanMotion, name: str) -> None:
    options = TrackOptions()
    stiff, *others = (weights(walk, own, options) for own in (name, "hrp4", "nao"))
    assert stiff["hip_line"] == pytest.approx(STIFF_WAIST * options.segments["hip_line"])
    for other in others:
        assert other["hip_line"] == options.segments["hip_line"]
        for segment in ("shoulder_line", "trunk", "thigh_l"):
            assert stiff[segment] == other[segment]
