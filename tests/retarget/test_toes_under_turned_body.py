"""Toes give way to knees as a turned body has them: as those of a person who is turned so."""

from __future__ import annotations

import numpy as np
import pytest

from tests.retarget.standing_person import FPS, FRAMES, crouching
from understudy.kinematics.problem import Problem
from understudy.retarget import TrackOptions
from understudy.retarget.foot_headings import heading_and_pull
from understudy.retarget.standing_legs import StandingLeg, sole_headings
from understudy.retarget.toes_under_turned_body import toes_under_turned_body
from understudy.retarget.torso_with_feet import turned_above_feet
from understudy.retarget.track import standing_problem
from understudy.robots import load_robot

TURN = np.radians(12.0)

Asked = tuple[Problem, tuple[StandingLeg, ...]]


@pytest.fixture(scope="module")
def asked() -> Asked:
    """Return what is asked of a NAO that crouches."""
    robot = load_robot("nao")
    bends = {"HipPitch": -0.6, "KneePitch": 1.2, "AnklePitch": -0.6}
    both = {f"{side}{joint}": bend for joint, bend in bends.items() for side in "LR"}
    return standing_problem(crouching(robot, both), robot, TrackOptions())


def turned_by(asked: Asked, angle: float) -> list[np.ndarray]:
    """Return by how much (T,) [rad] each sole turns for a body that is turned by an angle [rad]."""
    problem, legs = asked
    point = toes_under_turned_body(problem, legs, np.full(FRAMES, angle), FPS)
    return [
        sole_headings(point.target[:, leg.corners, :2])
        - sole_headings(problem.costs.point.target[:, leg.corners, :2])
        for leg in legs
    ]


def test_toes_turn_by_what_knees_pull_more_when_the_body_is_turned(asked: Asked) -> None:
    problem, legs = asked
    knees = turned_above_feet(problem, np.full(FRAMES, TURN)).costs.direction.target
    for leg, turned in zip(legs, turned_by(asked, TURN), strict=True):
        ahead = (np.cos(leg.heading), np.sin(leg.heading), np.zeros(FRAMES))
        before, after = (
            heading_and_pull(own[:, leg.segments[0]].T, own[:, leg.segments[1]].T, ahead)[1]
            for own in (problem.costs.direction.target, knees)
        )
        assert np.median(after - before) > np.radians(1.0)
        np.testing.assert_allclose(turned, after - before, atol=1e-6)


def test_a_body_that_is_turned_the_other_way_turns_toes_the_other_way(asked: Asked) -> None:
    (left, right), (other_left, other_right) = turned_by(asked, TURN), turned_by(asked, -TURN)
    np.testing.assert_allclose(left, -other_right, atol=np.radians(0.1))
    np.testing.assert_allclose(right, -other_left, atol=np.radians(0.1))


def test_a_body_that_is_not_turned_turns_no_toes(asked: Asked) -> None:
    for turned in turned_by(asked, 0.0):
        np.testing.assert_allclose(turned, 0.0, atol=1e-12)


def test_legs_that_are_not_known_turn_no_toes(asked: Asked) -> None:
    problem, legs = asked
    block = problem.costs.direction
    unknown = problem.asking(direction=block._replace(weight=np.zeros_like(block.weight)))
    for turned in turned_by((unknown, legs), TURN):
        np.testing.assert_allclose(turned, 0.0, atol=1e-12)


def test_soles_stay_where_they_are(asked: Asked) -> None:
    problem, legs = asked
    point = toes_under_turned_body(problem, legs, np.full(FRAMES, TURN), FPS)
    for leg in legs:
        before, after = (own.target[:, leg.corners].mean(axis=1) for own in (problem.costs.point, point))
        np.testing.assert_allclose(after, before, atol=1e-12)
