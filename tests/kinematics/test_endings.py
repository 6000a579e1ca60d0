"""How frames end, by name, and what becomes of limits that contradict each other."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kinematics.small_problems import slider_problem
from understudy.errors import InvalidMotionError
from understudy.kinematics.limits import Effort
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, Step, frame_of, solve_clip
from understudy.kinematics.state import State, new_state
from understudy.motion.ending import Ending

UPPER = 1.0
LARGEST_STEP = 0.125
OUTSIDE = 1.5
"""Where the block was last, four steps beyond its upper limit."""


def _left_at(problem: Problem, place: float) -> State:
    """Return the state after two frames in which a block stood still at a place [m]."""
    state = new_state(problem.tree)
    state.last[:], state.before[:], state.done[:] = place, place, 2
    return state


def _steps(problem: Problem, state: State, frames: int) -> list[Step]:
    solver = Solver(problem, state)
    return [solver.step(frame_of(problem.costs, frame)) for frame in range(frames)]


def test_a_frame_that_is_solved_has_converged() -> None:
    wanted = np.array([0.1, 0.3, 0.2])
    solution = solve_clip(slider_problem(wanted), len(wanted))
    np.testing.assert_allclose(solution.q[:, 0], wanted, atol=1e-9)
    assert solution.summary() == {"converged": 3}
    assert not solution.infeasible_by.any()


def test_a_frame_may_be_left_at_its_limit_of_iterations() -> None:
    wanted = np.array([0.1, 0.3, 0.2])
    solution = solve_clip(slider_problem(wanted, effort=Effort(iterations=1)), len(wanted))
    assert solution.summary() == {"converged": 1, "iteration_limit": 2}
    assert solution.iterations[1:].tolist() == [1, 1]
    np.testing.assert_allclose(solution.q[:, 0], wanted[0], atol=1e-9)
    np.testing.assert_allclose(solution.costs[1:], 0.5 * (wanted[1:] - wanted[0]) ** 2, atol=1e-9)


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize("pull", [2.0, -2.0])
def test_limits_that_contradict_each_other_are_told_by_how_much_and_the_way_back_is_at_full_speed(
    side: float, pull: float
) -> None:
    """Whether the goal is beyond the limit or within, velocity comes first, at either end of the range."""
    problem = slider_problem(np.full(4, pull), -UPPER, UPPER, LARGEST_STEP)
    steps = _steps(problem, _left_at(problem, side * OUTSIDE), 4)
    places = [side * step.q[0] for step in steps]
    assert places == [OUTSIDE - LARGEST_STEP * (n + 1) for n in range(4)]
    assert [step.infeasible_by for step in steps] == [place - UPPER for place in places]
    assert [step.ending for step in steps] == [Ending.INFEASIBLE] * 3 + [Ending.CONVERGED]


def test_within_its_limits_a_joint_moves_no_faster_than_it_may() -> None:
    wanted = np.array([0.0, 5.0, 5.0, -5.0])
    solution = solve_clip(slider_problem(wanted, -UPPER, UPPER, LARGEST_STEP), len(wanted))
    steps = np.array([0.0, LARGEST_STEP, LARGEST_STEP, -LARGEST_STEP])
    assert solution.q[:, 0].tolist() == np.cumsum(steps).tolist()
    assert solution.summary() == {"converged": 4}


def test_a_frame_that_shows_too_little_keeps_the_last_pose() -> None:
    wanted, seen = np.array([9.0, 0.1, 9.0, 9.0, 0.3]), np.array([0.0, 1.0, 0.0, 0.0, 1.0])
    effort, home = Effort(fewest_points=1), 0.7
    problem = slider_problem(wanted, effort=effort, seen=seen, starts=np.array([[home]]))
    solution = solve_clip(problem, len(wanted))
    np.testing.assert_allclose(solution.q[:, 0], [home, 0.1, 0.1, 0.1, 0.3], atol=1e-9)
    assert solution.summary() == {"converged": 2, "not_seen": 3}
    assert solution.iterations[[0, 2, 3]].tolist() == [0, 0, 0]


def test_a_frame_that_is_not_seen_is_not_infeasible() -> None:
    """What a frame before it left in the solver's buffers must not show."""
    problem = slider_problem(
        np.zeros(2), -UPPER, UPPER, LARGEST_STEP, Effort(fewest_points=1), np.array([1.0, 0.0])
    )
    infeasible, unseen = _steps(problem, _left_at(problem, OUTSIDE), 2)
    assert (infeasible.ending, unseen.ending) == (Ending.INFEASIBLE, Ending.NOT_SEEN)
    assert infeasible.infeasible_by > 0.0
    assert unseen.infeasible_by == 0.0


def test_a_target_that_is_no_number_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="'point' has targets that are not finite"):
        slider_problem(np.array([0.1, np.nan, 0.3]))


def test_a_live_target_that_is_no_number_is_not_called_solved() -> None:
    """The pose stays what it was, and the next frame is none the worse."""
    problem = slider_problem(np.array([0.1, 0.2, 0.3]))
    solver, frames = Solver(problem), [frame_of(problem.costs, frame) for frame in range(3)]
    frames[1].point.target[:] = np.nan
    steps = [solver.step(costs) for costs in frames]
    np.testing.assert_allclose([step.q[0] for step in steps], [0.1, 0.1, 0.3], atol=1e-9)
    assert steps[1].ending != Ending.CONVERGED


def test_more_frames_than_targets_are_refused() -> None:
    with pytest.raises(InvalidMotionError, match="targets for 2 frames, not for 3"):
        solve_clip(slider_problem(np.array([0.1, 0.2])), 3)


def test_a_summary_counts_endings_by_name_and_leaves_out_what_did_not_occur() -> None:
    wanted, seen = np.array([0.5, 9.0, 9.0]), np.array([1.0, 1.0, 0.0])
    effort = Effort(iterations=1, fewest_points=1)
    solution = solve_clip(slider_problem(wanted, effort=effort, seen=seen), len(wanted))
    assert solution.summary() == {"converged": 1, "iteration_limit": 1, "not_seen": 1}
