"""A body turns along with its standing feet where these would be wrenched away, and not farther."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.motion import HumanMotion
from understudy.retarget.goals import goals
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.standing_legs import StandingLeg, sole_headings
from understudy.retarget.torso_with_feet import MOST, torso_with_feet, turned_above_feet
from understudy.retarget.track import TrackOptions, standing_problem
from understudy.robots import Robot, load_robot
from understudy.robots.source import robot_body
from understudy.spatial import rotations as rot
from understudy.takes import read_human

AHEAD, UP = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
TWIST, FAR = np.radians(12.0), np.radians(60.0)
"""Angles [rad] by which the person's body is turned above feet that stay."""
WRENCHED, KEPT = np.radians(10.0), np.radians(6.0)
"""What soles are turned by [rad] while the body faces as the person's, at least, and when it goes along, at
the most, in the median."""
ROUNDING = 1e-9
FPS = 60.0

Asked = tuple[Problem, tuple[StandingLeg, ...]]


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))[0.0:1.0]


@pytest.fixture(scope="module")
def nao() -> Robot:
    return load_robot("nao")


@pytest.fixture(scope="module")
def asked(walk: HumanMotion, nao: Robot) -> Asked:
    return _asked(walk, nao)


def _asked(human: HumanMotion, robot: Robot) -> Asked:
    problem, legs = standing_problem(human, robot, TrackOptions())
    return without_contact(problem), legs


def _twisted(asked: Asked, angle: float) -> Problem:
    """Return a problem whose person's body is turned by an angle [rad] above feet that stay."""
    problem, legs = asked
    return turned_above_feet(problem, np.full(len(legs[0].stands), angle))


def _solved(problem: Problem) -> Outcome:
    return solve_clip(problem, len(problem.costs.direction.target)).outcome


def _gone_along(problem: Problem, out: Outcome, legs: tuple[StandingLeg, ...]) -> Problem:
    return torso_with_feet(problem, out, legs, FPS, np.zeros(len(out.q)))[0]


def _soles_off(robot: Robot, asked: Asked, out: Outcome) -> float:
    """Return by how much [rad] soles are turned from their footholds while both stand, in the median."""
    (problem, legs), off = asked, []
    both = legs[0].stands & legs[1].stands
    for side, leg in zip("lr", legs, strict=True):
        ahead = rot.rotate(robot_body(robot, out.q, (), (f"foot_{side}",))[1][f"foot_{side}"], AHEAD)
        turned = np.arctan2(ahead[:, 1], ahead[:, 0])
        turned -= sole_headings(problem.costs.point.target[:, leg.corners, :2])
        off.append(np.abs(np.angle(np.exp(1j * turned)))[both])
    return float(np.median(np.concatenate(off)))


def test_soles_that_a_twisted_body_wrenches_away_stay_once_it_goes_along(nao: Robot, asked: Asked) -> None:
    twisted, legs = _twisted(asked, TWIST), asked[1]
    out = _solved(twisted)
    assert _soles_off(nao, asked, out) > WRENCHED
    _gone_along(twisted, out, legs)
    assert _soles_off(nao, asked, out) < KEPT


def test_what_is_solved_is_what_is_asked_then(nao: Robot, asked: Asked) -> None:
    twisted, legs = _twisted(asked, TWIST), asked[1]
    out = _solved(twisted)
    turned = _gone_along(twisted, out, legs)
    again = _soles_off(nao, asked, _solved(turned))
    assert again == pytest.approx(_soles_off(nao, asked, out), abs=np.radians(0.1))


def test_a_body_goes_along_by_no_more_than_is_allowed(asked: Asked) -> None:
    twisted, legs = _twisted(asked, FAR), asked[1]
    turned = _gone_along(twisted, _solved(twisted), legs)
    angles = rot.angle_between(turned.costs.direction.target, twisted.costs.direction.target)
    assert 0.9 * MOST < angles.max() < MOST + ROUNDING


def test_a_mirrored_twist_turns_the_body_the_other_way(asked: Asked) -> None:
    lines = []
    for angle in (TWIST, -TWIST):
        twisted, legs = _twisted(asked, angle), asked[1]
        turned = _gone_along(twisted, _solved(twisted), legs)
        before, after = (each.costs.direction.target[:, 0] for each in (twisted, turned))
        lines.append(np.median(np.cross(before, after) @ UP))
    assert lines[0] < 0.0 < lines[1]


def test_what_a_body_is_turned_already_counts_to_what_is_allowed(asked: Asked) -> None:
    twisted, legs = _twisted(asked, FAR), asked[1]
    already = np.full(len(legs[0].stands), -0.5 * MOST)
    turned, course = torso_with_feet(twisted, _solved(twisted), legs, FPS, already)
    assert 0.9 * MOST < np.abs(course).max() < MOST + ROUNDING
    expected = turned_above_feet(twisted, course - already).costs.direction.target
    np.testing.assert_allclose(turned.costs.direction.target, expected, atol=ROUNDING)


def test_a_walk_whose_soles_stay_is_left_alone(asked: Asked) -> None:
    problem, legs = asked
    out = _solved(problem)
    poses = out.q.copy()
    assert _gone_along(problem, out, legs) is problem
    np.testing.assert_array_equal(out.q, poses)


def test_feet_hands_head_and_places_stay_when_trunk_and_limbs_are_turned(
    walk: HumanMotion, nao: Robot, asked: Asked
) -> None:
    options = TrackOptions()
    parts = goals(walk, nao, options.segments, options.parts).parts
    before, after = asked[0].costs, _twisted(asked, TWIST).costs
    turn, trunk = rot.from_axis_angle(UP, TWIST), parts.index("pelvis")
    turned = rot.rotate(turn, before.direction.target)
    np.testing.assert_allclose(after.direction.target, turned, atol=ROUNDING)
    expected = before.orientation.target.copy()
    expected[:, trunk] = rot.as_matrix(turn) @ expected[:, trunk]
    np.testing.assert_allclose(after.orientation.target, expected, atol=ROUNDING)
    np.testing.assert_array_equal(after.point.target, before.point.target)
