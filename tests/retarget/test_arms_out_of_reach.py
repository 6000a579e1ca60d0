"""Arms that are out of reach pull at the trunk no harder than those that nearly reach."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.limb_branches import directions_between
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.motion import HumanMotion
from understudy.retarget.arms_out_of_reach import MOST, NOTICED, arms_within_reach
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.torso_lines import Torso, find_torso
from understudy.retarget.track import TrackOptions, track_problem
from understudy.robots import load_robot
from understudy.spatial import rotations as rot
from understudy.takes import read_human

LEFT = np.array([0.0, 1.0, 0.0])
FAR_BACK = np.radians(50.0)
"""Turn [rad] of a walk's hanging arms that leaves them behind the back, where iCub's do not come to."""

FPS = 60.0


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    return read_human(built_in_motion("walk"))[0.0:0.5]


def _problem(walk: HumanMotion, robot: str, back: float) -> tuple[Problem, Torso]:
    """Return what a walk whose arms are turned back by an angle [rad] asks of a robot, and the torso."""
    problem = without_contact(track_problem(walk, load_robot(robot), TrackOptions()))
    torso, block = find_torso(problem), problem.costs.direction
    assert torso is not None
    target = block.target.copy()
    target[:, torso.arms] = rot.rotate(rot.from_axis_angle(LEFT, back), target[:, torso.arms])
    given = block._replace(target=target, weight=block.weight.copy())
    return replace(problem, costs=problem.costs._replace(direction=given)), torso


def _solved(walk: HumanMotion, problem: Problem) -> Outcome:
    return solve_clip(problem, walk.frame_count).outcome


def _copy(out: Outcome) -> Outcome:
    return Outcome(*(array.copy() for array in out))


def _errors(problem: Problem, segments: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return by how much (T, S) [rad] segments are off in poses (T, Q)."""
    block = problem.costs.direction
    own = directions_between(problem.tree, block.body[segments], block.local[segments], q)
    return rot.angle_between(own, block.target[:, segments])


@pytest.fixture(scope="module")
def behind(walk: HumanMotion) -> tuple[Problem, Torso, Outcome]:
    problem, torso = _problem(walk, "icub", FAR_BACK)
    return problem, torso, _solved(walk, problem)


def test_the_trunk_and_the_legs_gain_by_arms_that_give_up_what_they_cannot_do(
    behind: tuple[Problem, Torso, Outcome],
) -> None:
    problem, torso, solved = behind
    out = _copy(solved)
    given = arms_within_reach(problem, out, FPS)
    assert given is not problem.costs.direction
    others = np.setdiff1d(np.arange(problem.costs.direction.target.shape[1]), torso.arms)
    np.testing.assert_array_equal(given.target[:, others], problem.costs.direction.target[:, others])
    before, after = (_errors(problem, others, q).max(axis=0) for q in (solved.q, out.q))
    assert after.max() < 0.8 * before.max()


def test_arms_are_asked_for_no_more_than_a_little_beyond_what_they_reach(
    behind: tuple[Problem, Torso, Outcome],
) -> None:
    problem, torso, solved = behind
    out = _copy(solved)
    asked = problem.asking(direction=arms_within_reach(problem, out, FPS))
    off = np.linalg.norm(_errors(asked, torso.arms, out.q).reshape(len(out.q), -1, 2), axis=2)
    wish = np.linalg.norm(_errors(problem, torso.arms, solved.q).reshape(len(out.q), -1, 2), axis=2)
    # Over means in time, and with upper arms that weigh more than forearms, it is a quarter more at most.
    assert off.max() <= 1.25 * MOST
    assert wish.max() > 2.0 * MOST
    assert np.median(off / wish) < 0.6


def test_what_they_are_asked_for_lies_between_what_they_reach_and_the_persons(
    behind: tuple[Problem, Torso, Outcome],
) -> None:
    problem, torso, solved = behind
    out, block = _copy(solved), problem.costs.direction
    given = arms_within_reach(problem, out, FPS)
    less = rot.angle_between(given.target[:, torso.arms], block.target[:, torso.arms])
    assert np.linalg.norm(less.reshape(len(less), -1, 2), axis=2).min() > NOTICED
    # Wishes change about as slowly as the person's arms do; the first frame has no other to go on from.
    steps = rot.angle_between(given.target[2:, torso.arms], given.target[1:-1, torso.arms])
    assert np.degrees(steps).max() < 5.0


@pytest.mark.parametrize(("robot", "back"), [("g1", 0.0), ("hrp4", 0.0), ("nao", FAR_BACK)])
def test_nothing_changes_within_reach_or_without_a_waist(walk: HumanMotion, robot: str, back: float) -> None:
    problem, _ = _problem(walk, robot, back)
    solved = _solved(walk, problem)
    out = _copy(solved)
    assert arms_within_reach(problem, out, FPS) is problem.costs.direction
    np.testing.assert_array_equal(out.q, solved.q)


def test_an_arm_that_was_not_captured_is_not_looked_at(walk: HumanMotion) -> None:
    problem, torso = _problem(walk, "icub", FAR_BACK)
    problem.costs.direction.weight[:, torso.arms] = 0.0
    out = _solved(walk, problem)
    assert arms_within_reach(problem, out, FPS) is problem.costs.direction
