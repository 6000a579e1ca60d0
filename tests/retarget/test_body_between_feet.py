"""A body turns between its feet where one leg bears what toes cost and the other one does not, else not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.retarget.standing_person import FPS, FRAMES, crouching
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.retarget import TrackOptions
from understudy.retarget.body_between_feet import FARTHEST, body_between_feet, body_turns
from understudy.retarget.foothold_courses import MOST, PACE
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.standing_legs import StandingLeg, look_at_legs
from understudy.retarget.torso_lines import find_torso
from understudy.retarget.track import standing_problem
from understudy.robots import load_robot
from understudy.spatial import rotations as rot

UP = np.array([0.0, 0.0, 1.0])
TOES = np.radians(14.0)
"""Angle [rad] that a foot of a crouching G1 is turned by, which costs its leg more than makes it give way."""
ROUNDING = 1e-9

Crouched = tuple[Problem, tuple[StandingLeg, ...]]


@pytest.fixture(scope="module")
def crouched() -> Crouched:
    """Return what is asked of a G1 that crouches on both feet."""
    robot = load_robot("g1")
    bends = {"hip_pitch": -0.7, "knee": 1.4, "ankle_pitch": -0.7}
    both = {f"{side}_{joint}_joint": bend for joint, bend in bends.items() for side in ("left", "right")}
    problem, legs = standing_problem(crouching(robot, both), robot, TrackOptions())
    return without_contact(problem), legs


def with_toes(crouched: Crouched, angles: tuple[float, float]) -> Problem:
    """Return the same with the left and the right sole turned by angles [rad] to the left."""
    (problem, legs), target = crouched, crouched[0].costs.point.target.copy()
    for leg, angle in zip(legs, angles, strict=True):
        middle = target[:, leg.corners].mean(axis=1, keepdims=True)
        turn = rot.from_axis_angle(UP, np.array(angle))
        target[:, leg.corners] = middle + rot.rotate(turn, target[:, leg.corners] - middle)
    return problem.asking(point=problem.costs.point._replace(target=target))


def errors(problem: Problem, out: Outcome, legs: tuple[StandingLeg, ...]) -> np.ndarray:
    """Return errors (2,) [rad] of both legs as seen from the torso, in the median."""
    found = look_at_legs(problem, out.q, np.arange(FRAMES), legs, find_torso(problem))[0]
    return np.median(found, axis=0)


def test_a_body_turns_to_the_foot_that_costs_its_leg_and_both_legs_share(crouched: Crouched) -> None:
    problem, legs = with_toes(crouched, (TOES, 0.0)), crouched[1]
    out = solve_clip(problem, FRAMES).outcome
    before = errors(problem, out, legs)
    assert before[0] > MOST > before[1]
    turned = body_between_feet(problem, out, legs, FPS)
    after = errors(turned, out, legs)
    assert after[0] < before[0] - 0.5 * (before[0] - MOST)
    assert before[1] < after[1] < after[0], "by no more than makes both alike"
    ahead, left = (each.costs.direction.target[:, legs[0].segments[0]] for each in (problem, turned))
    assert np.all(np.cross(ahead, left) @ UP > 0.0)
    np.testing.assert_array_equal(turned.costs.point.target, problem.costs.point.target)


def test_what_is_solved_is_what_is_asked_then(crouched: Crouched) -> None:
    problem, legs = with_toes(crouched, (TOES, 0.0)), crouched[1]
    out = solve_clip(problem, FRAMES).outcome
    turned = body_between_feet(problem, out, legs, FPS)
    again = errors(turned, solve_clip(turned, FRAMES).outcome, legs)
    np.testing.assert_allclose(errors(turned, out, legs), again, atol=np.radians(0.1))


def test_toes_that_point_outwards_alike_turn_no_body(crouched: Crouched) -> None:
    problem, legs = with_toes(crouched, (TOES, -TOES)), crouched[1]
    out = solve_clip(problem, FRAMES).outcome
    assert errors(problem, out, legs).min() > MOST
    turned = body_between_feet(problem, out, legs, FPS).costs.direction.target
    off = rot.angle_between(turned, problem.costs.direction.target)
    assert off.max() < np.radians(0.2)


def test_a_body_whose_legs_are_as_the_persons_stays_bit_by_bit(crouched: Crouched) -> None:
    problem, legs = crouched
    out = solve_clip(problem, FRAMES).outcome
    poses = out.q.copy()
    assert body_between_feet(problem, out, legs, FPS) is problem
    np.testing.assert_array_equal(out.q, poses)


def test_a_mirrored_body_turns_the_other_way(crouched: Crouched) -> None:
    turns = []
    for toes in ((TOES, 0.0), (0.0, -TOES)):
        problem = with_toes(crouched, toes)
        turned = body_between_feet(problem, solve_clip(problem, FRAMES).outcome, crouched[1], FPS)
        before, after = (each.costs.direction.target[:, 0] for each in (problem, turned))
        turns.append(np.median(np.cross(before, after) @ UP))
    assert turns[0] == pytest.approx(-turns[1], rel=0.02)


def test_a_body_turns_slowly_and_by_no_more_than_is_allowed() -> None:
    square, slope, curve = np.zeros((3, FRAMES, 2))
    square[90:110, 0], slope[90:110, 0], curve[:, 0] = (4.0 * MOST) ** 2, 4.0 * MOST, 1.0
    turns = body_turns(square, slope, curve, FPS)
    assert 0.9 * FARTHEST < turns.max() <= FARTHEST + ROUNDING
    assert np.abs(np.diff(turns)).max() * FPS < 10.0 * PACE[2]
    assert turns[0] < turns[60] < turns[90]


def test_a_leg_that_does_not_stand_turns_no_body() -> None:
    still = np.zeros((FRAMES, 2))
    np.testing.assert_array_equal(body_turns(still, still, still, FPS), 0.0)
