"""The drivers agree bit by bit: frame by frame as over a clip, and taken up again from a saved state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.errors import InvalidMotionError
from understudy.kinematics.frame_loop import advance
from understudy.kinematics.problem import Problem, as_kernels_take
from understudy.kinematics.solver import Solution, Solver, Step, frame_of, new_outcome, solve_clip
from understudy.kinematics.state import State
from understudy.motion import HumanMotion
from understudy.motion.ending import Ending
from understudy.retarget.method_options import TrackOptions
from understudy.retarget.track import track_problem
from understudy.robots import load_robot
from understudy.takes import read_human

ROBOTS = ("nao", "hrp4", "dummy")
HALF = 40


@pytest.fixture(scope="module")
def walk() -> HumanMotion:
    """Return the built-in walk."""
    return read_human(built_in_motion("walk"))


@pytest.fixture(scope="module", params=ROBOTS)
def problem(request: pytest.FixtureRequest, walk: HumanMotion) -> Problem:
    """Return what ``track`` asks of a robot."""
    return track_problem(walk, load_robot(request.param), TrackOptions())


@pytest.fixture(scope="module")
def clip(problem: Problem, walk: HumanMotion) -> Solution:
    """Return the walk solved as a clip."""
    return solve_clip(problem, walk.frame_count)


def _assert_equal(steps: list[Step], clip: Solution, first: int) -> None:
    """Hold steps against a clip's frames from ``first`` on, to the last bit."""
    for step, frame in zip(steps, range(first, first + len(steps)), strict=True):
        assert step.q.tobytes() == clip.q[frame].tobytes(), f"frame {frame}"
        assert (step.cost, step.iterations) == (clip.costs[frame], clip.iterations[frame])
        assert (step.ending, step.infeasible_by) == (Ending(clip.endings[frame]), clip.infeasible_by[frame])


def _signatures() -> int:
    """Return for how many kinds of arguments the loop has been compiled in this process."""
    return len(advance.dispatcher.signatures)


def test_steps_equal_the_clip_bit_by_bit(problem: Problem, clip: Solution) -> None:
    solver = Solver(problem)
    steps = [solver.step(frame_of(problem.costs, frame)) for frame in range(len(clip.q))]
    assert len({step.ending for step in steps} & {Ending.CONVERGED}) == 1
    _assert_equal(steps, clip, 0)


def test_a_step_leaves_earlier_steps_alone(problem: Problem) -> None:
    solver = Solver(problem)
    first = solver.step(frame_of(problem.costs, 0))
    kept = first.q.copy()
    solver.step(frame_of(problem.costs, 1))
    assert first.q.tobytes() == kept.tobytes()


def test_a_saved_state_goes_on_as_if_there_had_been_no_break(
    problem: Problem, clip: Solution, tmp_path: Path
) -> None:
    solver = Solver(problem)
    for frame in range(HALF):
        solver.step(frame_of(problem.costs, frame))
    path = tmp_path / "state.npz"
    solver.state.save(path)
    other = Solver(problem, State.load(path, problem.tree))
    frames = range(HALF, 2 * HALF)
    _assert_equal([other.step(frame_of(problem.costs, frame)) for frame in frames], clip, HALF)


def test_a_copied_state_goes_on_by_itself(problem: Problem, clip: Solution) -> None:
    solver = Solver(problem)
    for frame in range(HALF):
        solver.step(frame_of(problem.costs, frame))
    copy = solver.state.copy()
    frames = range(HALF, HALF + 10)
    _assert_equal([solver.step(frame_of(problem.costs, frame)) for frame in frames], clip, HALF)
    assert (copy.done[0], solver.state.done[0]) == (HALF, HALF + 10)
    again = Solver(problem, copy)
    _assert_equal([again.step(frame_of(problem.costs, frame)) for frame in frames], clip, HALF)


def test_a_clip_may_be_solved_in_pieces(problem: Problem, clip: Solution) -> None:
    out, solver = new_outcome(2 * HALF, clip.q.shape[1]), Solver(problem)
    assert solver.run(out, 0, HALF) == HALF
    assert solver.run(out, HALF, 2 * HALF) == 2 * HALF
    assert out.q.tobytes() == clip.q[: 2 * HALF].tobytes()


def test_frames_use_nothing_of_the_frames_after_them(problem: Problem, clip: Solution) -> None:
    costs = problem.costs
    spoilt = costs.direction._replace(target=costs.direction.target.copy())
    spoilt.target[HALF:] = spoilt.target[HALF:][..., ::-1]
    other = Problem(
        problem.tree, costs._replace(direction=spoilt), problem.bounds, problem.starts, problem.effort
    )
    changed = solve_clip(other, 2 * HALF).q
    assert changed[:HALF].tobytes() == clip.q[:HALF].tobytes()
    assert np.abs(changed[HALF:] - clip.q[HALF : 2 * HALF]).max() > 1e-3


def _read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.flags.writeable = False
    return array


def _strided(array: np.ndarray) -> np.ndarray:
    return np.stack([array, array], axis=-1)[..., 0]


@pytest.mark.parametrize("awkward", [_read_only, _strided, np.asfortranarray])
def test_arrays_of_any_layout_give_the_same_bits_without_compiling_anew(
    problem: Problem, clip: Solution, awkward
) -> None:
    def made(part):
        return type(part)(*map(made, part)) if isinstance(part, tuple) else awkward(part)

    known = _signatures()
    starts, bounds = awkward(problem.starts), made(problem.bounds)
    other = Problem(problem.tree, made(problem.costs), bounds, starts, problem.effort, problem.pattern)
    assert solve_clip(other, HALF).q.tobytes() == clip.q[:HALF].tobytes()
    assert _signatures() == known


def test_arrays_that_are_fit_for_the_kernels_are_not_copied(problem: Problem) -> None:
    taken = as_kernels_take(problem.costs)
    assert all(
        np.shares_memory(one, other) for one, other in zip(taken.posture, problem.costs.posture, strict=True)
    )


def test_whole_numbers_in_an_effort_compile_nothing_anew(problem: Problem, clip: Solution) -> None:
    known = _signatures()
    effort = problem.effort._replace(doubtful_cost=1, iterations=31.0)
    other = Problem(problem.tree, problem.costs, problem.bounds, problem.starts, effort, problem.pattern)
    solve_clip(other, 2)
    assert _signatures() == known


def test_a_problem_asks_other_targets_as_if_it_were_made_anew(problem: Problem, clip: Solution) -> None:
    point = problem.costs.point
    shifted = point._replace(target=point.target + 0.01)
    asked = problem.asking(point=shifted)
    anew = replace(problem, costs=problem.costs._replace(point=shifted))
    frames = len(clip.q)
    np.testing.assert_array_equal(solve_clip(asked, frames).q, solve_clip(anew, frames).q)
    np.testing.assert_array_equal(solve_clip(problem, frames).q, clip.q)
    with pytest.raises(InvalidMotionError, match="'point' has targets that are not finite"):
        problem.asking(point=point._replace(target=np.full(point.target.shape, np.nan)))
    with pytest.raises(InvalidMotionError, match="'point' has arrays for different numbers of frames"):
        problem.asking(point=point._replace(target=point.target[:-1]))


def test_a_problem_is_content_otherwise_as_if_it_were_made_anew(problem: Problem, clip: Solution) -> None:
    start = clip.q[:1] + 0.01
    other = problem.content_with(start, iterations=2, doubtful_cost=1)
    effort = problem.effort._replace(iterations=2, doubtful_cost=1.0)
    anew = replace(problem, starts=start, effort=effort)
    assert other.effort == effort
    np.testing.assert_array_equal(solve_clip(other, 3).q, solve_clip(anew, 3).q)
    assert problem.effort != effort
    np.testing.assert_array_equal(problem.content_with(iterations=2).starts, problem.starts)
