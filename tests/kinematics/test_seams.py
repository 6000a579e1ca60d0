"""Seams between IK branches: found late, moved back to where both branches cost the same."""

from __future__ import annotations

import numpy as np

from tests.kinematics.small_problems import arm_problem, bent_arm
from understudy.kinematics.limits import Effort
from understudy.kinematics.seams import mend_seams, seams_of
from understudy.kinematics.solver import solve_clip

FRAMES, TURNED_AT, FOUND_AT, LONGEST_LOSS = 60, 20, 45, 12
ASTRAY = 30
BOTH_WAYS = np.array([bent_arm(0.1, -0.5), bent_arm(0.1, 0.5)])


def _problem():
    angles = np.tile(bent_arm(0.0, -1.0), (FRAMES, 1))
    angles[TURNED_AT:] = bent_arm(0.0, 1.0)
    return arm_problem(angles, BOTH_WAYS, Effort(doubtful_cost=0.05, doubt_pause=FOUND_AT - TURNED_AT))


def _found_late():
    """Return a problem and frames that stay in the wrong branch for a while."""
    problem = _problem()
    out = solve_clip(problem, FRAMES).outcome
    caught = solve_clip(arm_problem(*_wrong()), FRAMES).outcome
    for array, late in zip(out, caught, strict=True):
        array[:FOUND_AT] = late[:FOUND_AT]
    return problem, out


def _wrong():
    angles = np.tile(bent_arm(0.0, -1.0), (FRAMES, 1))
    angles[TURNED_AT:] = bent_arm(0.0, 1.0)
    return angles, BOTH_WAYS[:1], Effort()


def test_a_seam_is_where_a_joint_springs() -> None:
    problem, out = _found_late()
    assert seams_of(problem, out.q) == [FOUND_AT - 1]
    assert seams_of(problem, out.q[:FOUND_AT]) == []
    assert seams_of(problem, out.q[:1]) == []


def test_a_better_branch_is_carried_back_to_where_it_begins_to_cost_less_and_no_further() -> None:
    problem, out = _found_late()
    before = out.cost.copy()
    mend_seams(problem, out, LONGEST_LOSS)
    assert seams_of(problem, out.q) == [TURNED_AT - 1]
    assert (out.cost <= before + 1e-12).all()
    assert (out.cost[TURNED_AT:] < 1e-6).all()


def test_a_single_frame_that_costs_more_does_not_end_it() -> None:
    """One frame on the way asks for the branch that was left, as a seam farther back does."""
    angles = np.tile(bent_arm(0.0, 1.0), (FRAMES, 1))
    angles[:TURNED_AT] = bent_arm(0.0, -1.0)
    angles[ASTRAY] = bent_arm(0.0, -1.0)
    effort = Effort(doubtful_cost=0.05, doubt_pause=FOUND_AT - TURNED_AT)
    problem = arm_problem(angles, BOTH_WAYS, effort)
    out = solve_clip(arm_problem(angles, BOTH_WAYS[:1], Effort()), FRAMES).outcome
    right = solve_clip(arm_problem(angles, BOTH_WAYS[1:], Effort()), FRAMES).outcome
    for array, late in zip(out, right, strict=True):
        array[FOUND_AT:] = late[FOUND_AT:]
    before = out.cost.copy()
    mend_seams(problem, out, LONGEST_LOSS)
    assert seams_of(problem, out.q) == [TURNED_AT - 1]
    assert out.cost[ASTRAY] > before[ASTRAY]
    assert out.cost.sum() < before.sum()


def test_a_clip_without_seams_is_left_as_it_is() -> None:
    problem = _problem()
    out = solve_clip(problem, TURNED_AT).outcome
    q = out.q.copy()
    mend_seams(problem, out, LONGEST_LOSS)
    assert np.array_equal(out.q, q)
