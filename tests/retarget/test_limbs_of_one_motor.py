"""Limbs that share a motor share what that costs; others are left as they are."""

from __future__ import annotations

import numpy as np
import pytest

from tests.retarget.standing_person import FRAMES, standing
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import solve_clip
from understudy.retarget.goals import goals
from understudy.retarget.limbs_of_one_motor import (
    HELPED,
    LARGE,
    SMALL,
    limb_errors,
    limbs_of_one_motor,
    share_out,
    shares,
)
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.track import TrackOptions, track_problem
from understudy.robots import load_robot
from understudy.spatial import rotations as rot

UP = np.array([0.0, 0.0, 1.0])
LEGS = {"thigh_l", "shin_l", "thigh_r", "shin_r"}
OUT = np.radians(25.0)
"""Angle by which the person of these tests turns one leg out."""


def solved(name: str, turned: float) -> tuple[Problem, Outcome]:
    """Return a robot whose person hangs in the air with the right leg turned out, solved."""
    robot = load_robot(name)
    problem = without_contact(track_problem(standing(robot), robot, TrackOptions(stance=0.0)))
    block = problem.costs.direction
    names = goals(standing(robot), robot, TrackOptions().segments, TrackOptions().parts).segments
    target = block.target.copy()
    for side, angle, knee in (("l", 0.0, 0.8), ("r", -turned, 0.3)):
        turn = rot.from_axis_angle(UP, angle)
        for segment, way in (("thigh", [knee, 0.0, -0.7]), ("shin", [-knee, 0.0, -1.0])):
            target[:, names.index(f"{segment}_{side}")] = rot.rotate(turn, rot.normalise(np.array(way)))
    problem = problem.asking(direction=block._replace(target=target))
    return problem, solve_clip(problem, FRAMES).outcome


@pytest.mark.parametrize(("name", "pairs"), [("nao", 1), ("g1", 0), ("hrp4", 0), ("icub", 0), ("qtrobot", 0)])
def test_limbs_of_one_motor_are_found_by_what_drives_their_joints(name: str, pairs: int) -> None:
    robot, options = load_robot(name), TrackOptions()
    human = standing(load_robot("g1"))
    found = limbs_of_one_motor(track_problem(human, robot, options))
    assert len(found) == pairs
    names = goals(human, robot, options.segments, options.parts).segments
    assert all({names[i] for limb in pair for i in limb.segments} == LEGS for pair in found)


def test_the_worse_limb_counts_more_the_other_one_less() -> None:
    found = shares(np.radians([[2.0, 10.0], [10.0, 2.0]]))
    np.testing.assert_allclose(found[0], found[1, ::-1])
    assert found[0, 1] > 1.2 > 0.8 > found[0, 0] > 0.0


def test_small_errors_equal_ones_and_those_that_nothing_helps_count_as_before() -> None:
    errors = np.array([[0.0, SMALL], [LARGE, LARGE], [HELPED, 3.0 * HELPED], [0.0, 0.0]])
    np.testing.assert_allclose(shares(errors), 1.0, atol=1e-12)


def test_the_worse_leg_is_nearer_then() -> None:
    problem, out = solved("nao", OUT)
    (pair,) = limbs_of_one_motor(problem)
    before = np.stack([limb_errors(problem, out.q, limb) for limb in pair], axis=1)
    assert before.max() > LARGE
    own = Outcome(*(array.copy() for array in out))
    shared = share_out(problem, own)
    after = np.stack([limb_errors(problem, own.q, limb) for limb in pair], axis=1)
    assert after[-1].max() < 0.9 * before[-1].max()
    others = np.setdiff1d(np.arange(shared.weight.shape[1]), np.concatenate([limb.segments for limb in pair]))
    np.testing.assert_array_equal(shared.weight[:, others], problem.costs.direction.weight[:, others])
    np.testing.assert_array_equal(shared.target, problem.costs.direction.target)


def test_robots_whose_limbs_share_no_motor_move_as_before() -> None:
    problem, out = solved("g1", OUT)
    before = out.q.copy()
    assert share_out(problem, out) is problem.costs.direction
    np.testing.assert_array_equal(out.q, before)
