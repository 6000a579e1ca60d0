"""The box-bounded quadratic: optimality for random problems, by both methods."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.kernels.compilation import kernel
from understudy.kinematics import box

OPTIMALITY = 1e-9


@kernel
def _minimise(
    hessian,
    gradient,
    damping,
    lower,
    upper,
    held,
    fill,
    fill_count,
    kept,
    kept_count,
    factor,
    buffers,
    x,
    guesses,
):
    box.minimise_in_box(
        hessian, gradient, damping, lower, upper, held, fill, fill_count, kept, kept_count, factor, buffers,
        x, guesses,
    )  # fmt: skip


@kernel
def _around(dof_q, variable, q, lower, upper, least, most):
    box.box_around(dof_q, variable, q, lower, upper, least, most)


@kernel
def _keep_within(dof_q, variable, q, lower, upper):
    box.keep_within(dof_q, variable, q, lower, upper)


@kernel
def _guess_held(gradient, lower, upper, held):
    box.guess_held(gradient, lower, upper, held)


def _dense_pattern(size: int) -> tuple[np.ndarray, np.ndarray]:
    fill = np.zeros((size, size), dtype=np.uint32)
    for row in range(size):
        fill[row, :row] = np.arange(row)
    return fill, np.arange(size, dtype=np.int64)


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(1, 14), guesses=st.sampled_from([0, 1, box.GUESSES]))
def test_result_is_optimal_within_the_box(seed: int, size: int, guesses: int):
    generator = np.random.default_rng(seed)
    root = generator.normal(size=(size, size + 2))
    full = root @ root.T
    gradient = 3.0 * generator.normal(size=size)
    lower = -np.abs(generator.normal(size=size))
    upper = np.abs(generator.normal(size=size))
    lower[generator.random(size) < 0.2], upper[generator.random(size) < 0.2] = -np.inf, np.inf
    fixed = generator.random(size) < 0.1
    lower[fixed], upper[fixed] = 0.0, 0.0
    damping, x = np.full(size, 1e-8), np.zeros(size)
    held = np.zeros(size, dtype=np.int64)
    fill, count = _dense_pattern(size)
    _minimise(
        np.tril(full), gradient, damping, lower, upper, held, fill, count, fill.copy(), count.copy(),
        np.zeros_like(full), np.zeros((3, size)), x, guesses,
    )  # fmt: skip
    slope = (full + np.diag(damping)) @ x + gradient
    scale = max(1.0, float(np.abs(gradient).max()))
    assert (x >= lower).all() and (x <= upper).all()
    inside = (x > lower + 1e-12) & (x < upper - 1e-12)
    at_lower, at_upper = (x <= lower + 1e-12) & ~fixed, (x >= upper - 1e-12) & ~fixed
    assert np.abs(slope[inside]).max(initial=0.0) < OPTIMALITY * scale
    assert slope[at_lower].min(initial=0.0) > -OPTIMALITY * scale
    assert slope[at_upper].max(initial=0.0) < OPTIMALITY * scale


def test_a_cycling_active_set_still_ends_at_the_optimum():
    """A matrix on which the primal-dual active set goes round in circles: both methods must agree."""
    generator = np.random.default_rng(0)
    size, cycled = 3, 0
    for _ in range(3000):
        root = generator.normal(size=(size, size))
        full = root @ root.T + 1e-3 * np.eye(size)
        gradient = generator.normal(size=size) * 5.0
        lower, upper = np.zeros(size), np.full(size, np.inf)
        results = []
        for guesses in (0, box.GUESSES):
            x, held = np.zeros(size), np.zeros(size, dtype=np.int64)
            fill, count = _dense_pattern(size)
            _minimise(
                np.tril(full), gradient, np.zeros(size), lower, upper, held, fill, count, fill.copy(),
                count.copy(), np.zeros_like(full), np.zeros((3, size)), x, guesses,
            )  # fmt: skip
            results.append(x)
        assert results[0] == pytest.approx(results[1], abs=1e-7)
        cycled += _plain_active_set_cycles(full, gradient)
    assert cycled > 0, "no problem made the plain active set cycle, so the fallback went untested"


def _plain_active_set_cycles(full: np.ndarray, gradient: np.ndarray) -> bool:
    """Return whether the primal-dual active set for x ≥ 0, written plainly, fails to settle."""
    held = np.zeros(len(gradient), dtype=bool)
    for _ in range(box.GUESSES):
        x = np.zeros(len(gradient))
        free = np.flatnonzero(~held)
        x[free] = np.linalg.solve(full[np.ix_(free, free)], -gradient[free]) if len(free) else 0.0
        slope = full @ x + gradient
        new = (held & (slope >= 0.0)) | (~held & (x < 0.0))
        if (new == held).all():
            return False
        held = new
    return True


DOF_Q = np.array([-1, 0, 1, 2])
"""Of a turn without limits, two joints, and a third that follows the second."""

DRIVERS = np.array([0, 1, 2, 2])
LOWER, UPPER = np.array([-9.0, -1.0, -1.0, -1.0]), np.array([9.0, 1.0, 2.0, 1.0])


def test_the_box_is_the_room_to_the_limits_and_none_for_joints_that_follow():
    least, most = np.full(4, np.nan), np.full(4, np.nan)
    _around(DOF_Q, DRIVERS, np.array([0.25, 2.5, 0.0]), LOWER, UPPER, least, most)
    assert least.tolist() == [-np.inf, -1.25, -3.5, 0.0]
    # A joint beyond its limit may stay, but go no farther.
    assert most.tolist() == [np.inf, 0.75, 0.0, 0.0]


def test_joints_are_moved_onto_their_limits_but_those_that_follow_are_left_to_their_driver():
    q = np.array([-1.5, 2.5, 7.0])
    _keep_within(DOF_Q, DRIVERS, q, LOWER, UPPER)
    assert q.tolist() == [-1.0, 2.0, 7.0]


def test_variables_at_a_bound_on_which_the_gradient_presses_are_guessed_to_be_held():
    lower, upper = np.array([0.0, 0.0, -1.0, -1.0, 0.0]), np.array([1.0, 1.0, 0.0, 1.0, 0.0])
    held = np.full(5, 7, dtype=np.int64)
    _guess_held(np.array([2.0, -2.0, -2.0, 2.0, 2.0]), lower, upper, held)
    # Pressed down, drawn off, pressed up, between its bounds, without any room.
    assert held.tolist() == [-1, 0, 1, 0, 0]
