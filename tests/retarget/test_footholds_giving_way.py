"""Footholds give way where they would spoil a leg: as far as the worst frames ask for, slowly, else not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.standing_person import standing
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.retarget import TrackOptions
from understudy.retarget.foothold_courses import MOST
from understudy.retarget.footholds_giving_way import evenly_spaced, give_way, looked_at
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.standing_legs import StandingLeg, look_at_legs
from understudy.retarget.torso_lines import Torso, find_torso
from understudy.retarget.track import standing_problem
from understudy.robots import load_robot
from understudy.spatial import rotations as rot

FPS = 100.0
AWAY = 0.12
"""Distance [m] of a foothold from where the leg would have it that spoils G1's leg."""
FRAMES = 200

Stood = tuple[Problem, tuple[StandingLeg, ...], Outcome]


def stood(aside: float) -> Stood:
    """Return G1 standing at home with its left foothold moved to the left for half of the time, solved."""
    robot = load_robot("g1")
    problem, legs = standing_problem(standing(robot), robot, TrackOptions())
    free = without_contact(problem)
    point = free.costs.point
    point.target[FRAMES // 2 :, legs[0].corners, 1] += aside
    return free, legs, solve_clip(free, FRAMES).outcome


def leg_errors(
    problem: Problem, q: np.ndarray, legs: tuple[StandingLeg, ...], torso: Torso | None = None
) -> np.ndarray:
    """Return errors (T,) [rad] of thigh and shin together, of the worse leg."""
    return look_at_legs(problem, q, np.arange(len(q)), legs, torso)[0].max(axis=1)


@pytest.fixture(scope="module")
def spoilt() -> Stood:
    """Return a leg that a foothold spoils."""
    return stood(AWAY)


def test_a_foothold_that_fits_stays_and_so_does_the_motion() -> None:
    problem, legs, out = stood(0.0)
    before = out.q.copy()
    assert len(legs) == 2
    assert give_way(problem, out, legs, FPS) is problem.costs.point
    np.testing.assert_array_equal(out.q, before)


def test_a_foothold_that_spoils_a_leg_gives_way_and_the_leg_is_nearer(spoilt: Stood) -> None:
    problem, legs, out = spoilt
    own = Outcome(*(array.copy() for array in out))
    before = leg_errors(problem, own.q, legs)
    given = give_way(problem, own, legs, FPS)
    after = leg_errors(problem, own.q, legs)
    assert before.max() > MOST
    assert after.max() < before.max() - 0.5 * (before.max() - MOST)
    way = (given.target - problem.costs.point.target)[:, legs[0].corners].mean(axis=1)
    assert way[-1, 1] < 0.0, "back to where the leg would have it"
    assert np.abs(way[-1, 1]) < AWAY


def test_a_sole_that_gives_way_stays_a_sole_on_the_floor(spoilt: Stood) -> None:
    problem, legs, out = spoilt
    given = give_way(problem, Outcome(*(array.copy() for array in out)), legs, FPS)
    for leg in legs:
        old, new = (block.target[:, leg.corners] for block in (problem.costs.point, given))
        np.testing.assert_allclose(new[..., 2], old[..., 2], atol=1e-12)
        for one, other in ((0, 1), (0, 2), (1, 3)):
            lengths = [np.linalg.norm(soles[:, one] - soles[:, other], axis=1) for soles in (old, new)]
            np.testing.assert_allclose(lengths[1], lengths[0], atol=1e-12)


def test_other_points_are_asked_for_as_before(spoilt: Stood) -> None:
    problem, legs, out = spoilt
    given = give_way(problem, Outcome(*(array.copy() for array in out)), legs, FPS)
    soles = np.concatenate([leg.corners for leg in legs])
    others = np.setdiff1d(np.arange(given.target.shape[1]), soles)
    np.testing.assert_array_equal(given.target[:, others], problem.costs.point.target[:, others])
    np.testing.assert_array_equal(given.weight, problem.costs.point.weight)


def test_what_is_not_known_of_a_leg_is_not_off(spoilt: Stood) -> None:
    problem, legs, out = spoilt
    direction = problem.costs.direction._replace(weight=np.zeros_like(problem.costs.direction.weight))
    unknown = replace(problem, costs=problem.costs._replace(direction=direction))
    np.testing.assert_array_equal(leg_errors(unknown, out.q, legs), 0.0)


def test_legs_are_looked_at_as_seen_from_the_torso(spoilt: Stood) -> None:
    problem, legs, out = spoilt
    torso, block = find_torso(problem), problem.costs.direction
    assert torso is not None
    turn = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.radians(20.0))
    lines = [torso.trunk, torso.shoulders, *legs[0].segments, *legs[1].segments]
    target = block.target.copy()
    target[:, lines] = rot.rotate(turn, target[:, lines])
    turned = problem.asking(direction=block._replace(target=target))
    as_before = leg_errors(problem, out.q, legs, torso)
    np.testing.assert_allclose(leg_errors(turned, out.q, legs, torso), as_before, atol=1e-6)
    assert np.abs(leg_errors(turned, out.q, legs) - as_before).max() > 0.02


def test_stances_are_looked_at_at_even_times_and_at_their_ends() -> None:
    stances = [[slice(3, 12)], [slice(10, 18), slice(30, 31)]]
    np.testing.assert_array_equal(looked_at(stances, 4), [3, 4, 8, 10, 11, 12, 16, 17, 30])


def test_runs_of_evenly_spaced_frames_are_all_frames_once() -> None:
    frames = np.array([3, 4, 8, 12, 16, 17, 30, 90])
    found = [frame for first, stop, step in evenly_spaced(frames) for frame in range(first, stop, step)]
    assert found == frames.tolist()
    assert list(evenly_spaced(np.array([5]))) == [(5, 6, 1)]
