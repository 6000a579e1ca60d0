"""Arms go along with a torso that cannot follow the person's, and stay as they are with one that can."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.motion import HumanMotion
from understudy.retarget.arms_with_torso import LITTLE, MUCH, arms_with_torso, torso_error
from understudy.retarget.goals import goals
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.torso_lines import find_torso
from understudy.retarget.track import TrackOptions, track_problem
from understudy.robots import load_robot
from understudy.spatial import rotations as rot
from understudy.takes import read_human

UP = np.array([0.0, 0.0, 1.0])
ARMS = {"upper_arm_l", "forearm_l", "upper_arm_r", "forearm_r"}
ROUNDING = 1e-9


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))[0.0:0.5]


@pytest.fixture(scope="module")
def asked(walk: HumanMotion) -> Problem:
    return without_contact(track_problem(walk, load_robot("nao"), TrackOptions()))


@pytest.fixture(scope="module")
def solved(walk: HumanMotion, asked: Problem) -> Outcome:
    return solve_clip(asked, walk.frame_count).outcome


def _turned_away(asked: Problem, solved: Outcome, angle: float) -> tuple[Problem, Outcome]:
    """Return a problem whose person's torso is turned by an angle [rad] from the robot's, and a copy."""
    torso, block = find_torso(asked), asked.costs.direction
    assert torso is not None
    target, lines = block.target.copy(), [torso.trunk, torso.shoulders]
    robot = rot.from_rotation_vector(torso_error(asked, solved.q, np.arange(len(solved.q)), torso))
    away = rot.multiply(rot.from_axis_angle(UP, -angle), robot)
    target[:, lines] = rot.rotate(away[:, None], target[:, lines])
    given = block._replace(target=target, weight=block.weight.copy())
    turned = replace(asked, costs=asked.costs._replace(direction=given))
    return turned, Outcome(*(array.copy() for array in solved))


@pytest.mark.parametrize("name", ["nao", "g1", "icub"])
def test_trunk_shoulders_and_arms_are_found_by_how_segments_meet(walk: HumanMotion, name: str) -> None:
    robot, options = load_robot(name), TrackOptions()
    segments = goals(walk, robot, options.segments, options.parts).segments
    torso = find_torso(track_problem(walk, robot, options))
    assert torso is not None
    assert (segments[torso.trunk], segments[torso.shoulders]) == ("trunk", "shoulder_line")
    assert {segments[arm] for arm in torso.arms} == ARMS


def test_a_robot_without_hips_has_no_such_torso(walk: HumanMotion) -> None:
    assert find_torso(track_problem(walk, load_robot("qtrobot"), TrackOptions())) is None


def test_the_torsos_error_is_what_turns_the_persons_to_the_robots(asked: Problem, solved: Outcome) -> None:
    turned, out = _turned_away(asked, solved, 0.3)
    torso = find_torso(turned)
    assert torso is not None
    frames = np.array([0, 7])
    np.testing.assert_allclose(torso_error(turned, out.q, frames, torso), [0.3 * UP, 0.3 * UP], atol=1e-6)
    turned.costs.direction.weight[7, torso.shoulders] = 0.0
    np.testing.assert_array_equal(torso_error(turned, out.q, frames, torso)[1], 0.0)


@pytest.mark.parametrize("angle", [MUCH, 0.5 * (LITTLE + MUCH), 0.4])
def test_arms_are_turned_along_the_more_the_farther_the_torso_is_off(
    asked: Problem, solved: Outcome, angle: float
) -> None:
    turned, out = _turned_away(asked, solved, angle)
    torso, block = find_torso(turned), turned.costs.direction
    assert torso is not None
    found = arms_with_torso(turned, out, 60.0)
    share = min(1.0, (angle - LITTLE) / (MUCH - LITTLE))
    expected = rot.rotate(rot.from_axis_angle(UP, share * angle), block.target[:, torso.arms])
    np.testing.assert_allclose(found.target[:, torso.arms], expected, atol=1e-6)
    others = np.setdiff1d(np.arange(block.target.shape[1]), torso.arms)
    np.testing.assert_array_equal(found.target[:, others], block.target[:, others])
    assert np.abs(out.q - solved.q).max() > 0.1 * angle


def test_nothing_changes_where_the_torso_is_hardly_off(asked: Problem, solved: Outcome) -> None:
    turned, out = _turned_away(asked, solved, LITTLE - ROUNDING - 1e-6)
    assert arms_with_torso(turned, out, 60.0) is turned.costs.direction
    np.testing.assert_array_equal(out.q, solved.q)


def test_a_torso_that_is_not_seen_for_a_while_is_taken_to_stay_off(asked: Problem, solved: Outcome) -> None:
    turned, out = _turned_away(asked, solved, 0.3)
    torso, block = find_torso(turned), turned.costs.direction
    assert torso is not None
    block.weight[5:8, torso.trunk] = 0.0
    found = arms_with_torso(turned, out, 60.0)
    expected = rot.rotate(rot.from_axis_angle(UP, 0.3), block.target[:, torso.arms])
    np.testing.assert_allclose(found.target[:, torso.arms], expected, atol=1e-6)
