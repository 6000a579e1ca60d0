"""Legs that share a motor are found, and only these are settled with body and feet."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.solver import solve_clip
from understudy.motion import HumanMotion
from understudy.retarget.legs_sharing_a_motor import settle_legs, share_a_motor
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.standing_legs import StandingLeg, look_at_legs
from understudy.retarget.torso_with_feet import turned_above_feet
from understudy.retarget.track import TrackOptions, standing_problem
from understudy.robots import load_robot
from understudy.takes import read_human

TWIST = np.radians(12.0)
"""Angle [rad] by which the person's body is turned above feet that stay."""
SAME = np.radians(0.2)
"""Angle [rad] by which a leg may be off otherwise when the same is solved once more."""


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))[0.0:1.0]


@pytest.mark.parametrize(("name", "shares"), [("nao", True), ("g1", False), ("icub", False), ("h1", False)])
def test_only_legs_that_share_a_motor_do(walk: HumanMotion, name: str, shares: bool) -> None:
    assert share_a_motor(*standing_problem(walk, load_robot(name), TrackOptions())) is shares


def test_a_single_leg_shares_no_motor(walk: HumanMotion) -> None:
    problem, legs = standing_problem(walk, load_robot("nao"), TrackOptions())
    assert not share_a_motor(problem, legs[:1])


def test_legs_are_left_as_what_is_asked_then_makes_them(walk: HumanMotion) -> None:
    problem, legs = standing_problem(walk, load_robot("nao"), TrackOptions())
    twisted = turned_above_feet(without_contact(problem), np.full(walk.frame_count, TWIST))
    out = solve_clip(twisted, walk.frame_count).outcome
    settled = settle_legs(twisted, out, legs, walk.fps)
    again = solve_clip(settled, walk.frame_count).outcome
    errors = [_errors(settled, each.q, legs) for each in (out, again)]
    np.testing.assert_allclose(errors[0], errors[1], atol=SAME)


def _errors(problem, q: np.ndarray, legs: tuple[StandingLeg, ...]) -> np.ndarray:
    return look_at_legs(problem, q, np.arange(len(q)), legs, None)[0]
