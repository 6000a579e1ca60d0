"""The loop over frames in its other uses: backwards, up to where it agrees, and from poses that are given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.kinematics.small_problems import arm_problem, bent_arm, slider_problem
from understudy.kinematics.blocks.acceleration import AccelerationBlock
from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.velocity import VelocityBlock
from understudy.kinematics.limits import Effort
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, new_outcome, solve_clip

WANTED = np.array([0.1, 0.4, 0.2, 0.5, 0.3])
SAME_POSE = 1e-4
SAME = 1e-6
BEND = 1.0
RIGHT_WAY, WRONG_WAY = bent_arm(0.1, 0.5), bent_arm(0.1, -0.5)


def _arm(frames: int) -> np.ndarray:
    """Return (T, 2) angles of an arm that stays bent the same way."""
    return np.tile(bent_arm(0.0, BEND), (frames, 1))


@pytest.mark.parametrize("starts", [(RIGHT_WAY, WRONG_WAY), (WRONG_WAY, RIGHT_WAY)])
def test_the_first_frame_takes_the_best_of_all_starts_whatever_their_order(starts) -> None:
    solution = solve_clip(arm_problem(_arm(2), np.array(starts), Effort()), 2)
    np.testing.assert_allclose(solution.q, _arm(2), atol=SAME)


def test_later_frames_start_from_the_last_one_alone() -> None:
    """A start that would do better is not looked at again."""
    problem = arm_problem(_arm(3), np.array([WRONG_WAY]), Effort())
    solver, out = Solver(problem), new_outcome(3, 2)
    solver.run(out, 0, 1)
    solver.problem = arm_problem(_arm(3), np.array([RIGHT_WAY]), Effort())
    solver.run(out, 1, 3)
    assert (out.q[:, 1] < 0.0).all()


def test_frames_are_drawn_to_the_last_pose_and_to_where_the_last_two_lead() -> None:
    still, steady = 0.7, 1.3
    plain = slider_problem(WANTED)
    costs = plain.costs._replace(
        velocity=VelocityBlock(np.array([still])), acceleration=AccelerationBlock(np.array([steady]))
    )
    problem = Problem(plain.tree, costs, plain.bounds, plain.starts, plain.effort)
    expected = [WANTED[0], (WANTED[1] + still**2 * WANTED[0]) / (1.0 + still**2)]
    for wanted in WANTED[2:]:
        before, last = expected[-2:]
        pulls = wanted + still**2 * last + steady**2 * (2.0 * last - before)
        expected.append(pulls / (1.0 + still**2 + steady**2))
    np.testing.assert_allclose(solve_clip(problem, len(WANTED)).q[:, 0], expected, atol=SAME)


def test_a_frame_begins_where_the_last_two_lead() -> None:
    """With no iteration to move it, the third frame of an even motion is met from the start."""
    problem = slider_problem(np.array([0.1, 0.2, 0.3]), effort=Effort(iterations=2))
    solver, out = Solver(problem), new_outcome(3, 1)
    solver.run(out, 0, 2)
    solver.problem = slider_problem(np.array([0.1, 0.2, 0.3]), effort=Effort(iterations=1))
    solver.run(out, 2, 3)
    np.testing.assert_allclose(out.q[:, 0], [0.1, 0.2, 0.3], atol=SAME)


def test_frames_may_be_solved_backwards_in_time() -> None:
    problem = slider_problem(WANTED, largest_step=0.25)
    out, solver = new_outcome(len(WANTED), 1), Solver(problem)
    assert solver.run(out, len(WANTED) - 1, -1, -1) == -1
    expected = [0.15, 0.4, 0.25, 0.5, 0.3]
    np.testing.assert_allclose(out.q[:, 0], expected, atol=SAME)
    assert solver.state.done[0] == len(WANTED)
    np.testing.assert_allclose(solver.state.last, expected[0], atol=SAME)


def test_a_run_ends_at_the_first_frame_that_had_the_same_pose() -> None:
    problem = slider_problem(WANTED, effort=Effort(agreement=SAME_POSE))
    out = new_outcome(len(WANTED), 1)
    out.q[:, 0], out.cost[:] = 9.0, np.inf
    out.q[2, 0] = WANTED[2] + 0.5 * SAME_POSE
    assert Solver(problem).run(out, 0, len(WANTED)) == 2
    np.testing.assert_allclose(out.q[:2, 0], WANTED[:2], atol=SAME)
    assert out.q[2:, 0].tolist() == [WANTED[2] + 0.5 * SAME_POSE, 9.0, 9.0]


def test_a_run_ends_at_the_first_frame_that_had_a_better_pose() -> None:
    problem = slider_problem(WANTED, upper=0.3, effort=Effort(agreement=SAME_POSE))
    out = new_outcome(len(WANTED), 1)
    out.q[:, 0], out.cost[:] = 9.0, np.inf
    out.cost[3] = 0.5 * (WANTED[3] - 0.3) ** 2 - 1e-6
    assert Solver(problem).run(out, 0, len(WANTED)) == 3
    assert out.q[3, 0] == 9.0


def test_given_poses_are_improved_each_in_its_own_branch_and_nothing_is_remembered() -> None:
    given = np.array([RIGHT_WAY, WRONG_WAY, RIGHT_WAY, WRONG_WAY])
    problem = arm_problem(_arm(4), given[:1], Effort(from_given=1), largest_step=0.01)
    solver, out = Solver(problem), new_outcome(4, 2)
    out.q[:] = given
    assert solver.run(out, 0, 4) == 4
    np.testing.assert_allclose(out.q[::2], _arm(2), atol=SAME)
    assert (out.q[1::2, 1] < 0.0).all()
    assert np.ptp(out.q[1::2], axis=0).max() < SAME
    assert solver.state.done[0] == 0


def test_a_given_pose_of_a_frame_that_is_not_seen_is_left_alone() -> None:
    seen = np.array([1.0, 0.0, 1.0, 1.0, 1.0])
    problem = slider_problem(WANTED, effort=Effort(from_given=1, fewest_points=1), seen=seen)
    out = new_outcome(len(WANTED), 1)
    out.q[:, 0] = 7.0
    Solver(problem).run(out, 0, len(WANTED))
    np.testing.assert_allclose(out.q[:, 0], np.where(seen > 0.0, WANTED, 7.0), atol=SAME)


@pytest.mark.parametrize(("lost", "comes_out"), [(np.inf, WRONG_WAY), (0.01, RIGHT_WAY)])
def test_where_a_guide_leads_to_a_worse_pose_the_last_one_is_tried_too(lost: float, comes_out) -> None:
    """The guide turns the elbow over from one frame to the next, though nothing else asks for it."""
    plain = arm_problem(_arm(3), np.array([RIGHT_WAY]), Effort(lost_cost=lost))
    guide = guide_block(plain.tree, np.array([bent_arm(0.0, BEND), *2 * [bent_arm(0.0, -BEND)]]))
    problem = replace(plain, costs=plain.costs._replace(guide=guide))
    out = new_outcome(3, 2)
    Solver(problem).run(out, 0, 3)
    assert np.sign(out.q[:, 1]).tolist() == [1.0, np.sign(comes_out[1]), np.sign(comes_out[1])]
