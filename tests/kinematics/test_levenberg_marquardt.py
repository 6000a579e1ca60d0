"""The one loop against SciPy's bounded least squares on several trees, and its rules one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import mujoco
import numpy as np
import pytest

from tests.kinematics.block_kit import FRAME, follow
from tests.kinematics.bounded_problems import Bounded, bounded_problem
from tests.kinematics.conftest import ALL_JOINT_TYPES
from understudy.kernels.compilation import kernel
from understudy.kinematics import levenberg_marquardt
from understudy.kinematics.costs import no_costs
from understudy.kinematics.forward import new_pose
from understudy.kinematics.limits import Effort, typed
from understudy.kinematics.sparsity import pattern_of
from understudy.kinematics.work import new_asked, new_work
from understudy.robots import load_robot

PROBLEMS = [("all joint types", 1), ("all joint types", 2), ("qtrobot", 1), ("qtrobot", 2)]
PROBLEMS += [("nao", 1), ("dummy", 1), ("fetus", 1)]
"""Trees and seeds; the larger trees, two of which have coupled joints, once."""

SAME_COST = 1e-10
SAME_POSE = 1e-6
FINE = typed(Effort(smallest_step=1e-10, least_damping=1e-12, ridge=1e-14))
ENOUGH = 300


class Found(NamedTuple):
    """What the loop came to."""

    cost: float
    iterations: int
    converged: bool
    q: np.ndarray


@kernel
def _minimise(tree, costs, pattern, frame, asked, effort, iterations, pose, work, q):
    return levenberg_marquardt.minimise(
        tree, costs, pattern, frame, asked, effort, iterations, np.inf, 0.0, pose, work, q
    )


@kernel
def _next_damping(damp, gain, least):
    return levenberg_marquardt.next_damping(damp, gain, least)


@kernel
def _promise_of(change, gradient, damping):
    return levenberg_marquardt.promise_of(change, gradient, damping)


def solve(problem: Bounded, iterations: int = ENOUGH, effort: Effort = FINE) -> Found:
    """Return what the loop makes of a problem."""
    tree, q = problem.place.tree, problem.start.copy()
    pattern, buffers = pattern_of(tree, problem.costs), (new_pose(tree), new_work(tree))
    cost, taken, converged = _minimise(
        tree, problem.costs, pattern, FRAME, problem.asked, effort, iterations, *buffers, q
    )
    return Found(cost, taken, converged, q)


@pytest.fixture(scope="module", params=PROBLEMS, ids=str)
def problem(request: pytest.FixtureRequest) -> Bounded:
    """Return one problem after the other."""
    name, seed = request.param
    every = mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES)
    return bounded_problem(every if name == "all joint types" else load_robot(name).model, seed)


@pytest.fixture(scope="module")
def found(problem: Bounded) -> Found:
    """Return what the loop makes of it."""
    return solve(problem)


def at_limits(problem: Bounded, q: np.ndarray) -> int:
    """Return how many joints sit at a limit; none may be beyond."""
    drivers, tree = problem.place.drivers, problem.place.tree
    scalar = drivers[tree.dof_q[drivers] >= 0]
    values, lower, upper = q[tree.dof_q[scalar]], problem.asked.lower[scalar], problem.asked.upper[scalar]
    assert (values >= lower).all() and (values <= upper).all()
    return int(((values == lower) | (values == upper)).sum())


def test_the_loop_ends_where_scipy_does(problem: Bounded, found: Found) -> None:
    expected = problem.by_scipy()
    assert found.converged
    assert found.cost == pytest.approx(expected.cost, rel=SAME_COST)
    assert np.abs(found.q - problem.moved(expected.x)).max() < SAME_POSE
    assert at_limits(problem, found.q) > 0, "no limit is in the way, so that none is tested"


@pytest.mark.parametrize("enough", [1e-3, 1e-5, 1e-7])
def test_a_pose_that_is_left_early_has_no_more_to_gain_than_it_may(
    problem: Bounded, found: Found, enough: float
) -> None:
    left = solve(problem, effort=FINE._replace(enough=enough))
    residual = problem.residual(left.q)
    assert 0.5 * residual @ residual - found.cost < enough
    assert left.iterations <= found.iterations


def test_the_cost_is_that_of_the_pose(problem: Bounded, found: Found) -> None:
    residual = problem.residual(found.q)
    assert found.cost == pytest.approx(0.5 * float(residual @ residual), rel=SAME_COST)
    assert np.abs(found.q - follow(problem.place.model, found.q.copy())).max() < 1e-12


def test_every_iteration_stays_within_limits_and_costs_no_more_than_the_last(
    problem: Bounded, found: Found
) -> None:
    costs = []
    for iterations in range(1, found.iterations):
        part = solve(problem, iterations)
        assert (part.iterations, part.converged) == (iterations, False)
        at_limits(problem, part.q)
        costs.append(part.cost)
    assert (np.diff(costs) <= 0.0).all()
    assert costs[-1] == pytest.approx(found.cost, rel=SAME_COST)


def test_a_start_outside_the_limits_is_brought_onto_them(problem: Bounded, found: Found) -> None:
    drivers, tree = problem.place.drivers, problem.place.tree
    scalar = drivers[tree.dof_q[drivers] >= 0]
    outside = problem.start.copy()
    outside[tree.dof_q[scalar]] = problem.asked.upper[scalar] + 0.1
    at_limits(problem, solve(replace(problem, start=outside), iterations=1).q)
    assert solve(replace(problem, start=outside)).cost == pytest.approx(found.cost, rel=SAME_COST)


def test_a_pose_of_which_nothing_is_asked_stays_as_it_is(problem: Bounded) -> None:
    tree = problem.place.tree
    idle = replace(problem, costs=no_costs(tree), asked=new_asked(tree))
    found = solve(idle)
    assert (found.cost, found.iterations, found.converged) == (0.0, 1, True)
    np.testing.assert_allclose(found.q, problem.start, atol=1e-15)


@pytest.mark.parametrize(
    ("damp", "gain", "expected"),
    [
        (1e-3, 0.9, 1e-4),
        (1e-9, 1.0, 1e-9),
        (1e-3, 0.5, 1e-3),
        (1e-3, 0.1, 1e-2),
        (1e9, 0.1, 1e9),
        (1e-3, -1.0, 1e-2),
        (1e-9, -1.0, 1e-4),
    ],
)
def test_damping_shrinks_where_the_model_was_right_and_grows_where_not(
    damp: float, gain: float, expected: float
) -> None:
    assert _next_damping(damp, gain, 1e-9) == pytest.approx(expected)


def test_a_step_promises_what_its_model_gains() -> None:
    generator = np.random.default_rng(3)
    root = generator.normal(size=(5, 7))
    hessian, gradient, damping = root @ root.T, generator.normal(size=5), generator.uniform(0.1, 1.0, 5)
    change = -np.linalg.solve(hessian + np.diag(damping), gradient)
    largest, promised = _promise_of(change, gradient, damping)
    assert promised == pytest.approx(-gradient @ change - 0.5 * change @ hessian @ change)
    assert largest == np.abs(change).max()
