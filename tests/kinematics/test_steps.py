"""Steps of the loop that are shortened at a wall, or lengthened where many more would follow."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kernels.compilation import kernel
from understudy.kinematics import box, levenberg_marquardt

FREE = np.full(2, np.inf)


@kernel
def _shorter_step(cost, trial, gradient, change):
    return levenberg_marquardt.shorter_step(cost, trial, gradient, change)


@kernel
def _look_ahead(change, history, follows, lower, upper):
    levenberg_marquardt.look_ahead(change, history, follows, lower, upper)


@kernel
def _step_again(gradient, lower, upper, held, kept, kept_count, factor, x):
    return box.step_again(gradient, lower, upper, held, kept, kept_count, factor, x)


def test_a_step_into_a_wall_is_shortened_to_where_it_costs_least() -> None:
    """Of f(s) = −s + ½ s² + s⁴ along a step of 1, least at ½, which costs more at its end than before."""
    assert _shorter_step(2.0, 2.5, np.array([-1.0]), np.array([1.0])) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(("trial", "expected"), [(np.inf, 0.1), (1e9, 0.1), (1.0 + 1e-9, 0.59)])
def test_a_shortened_step_is_neither_next_to_nothing_nor_most_of_it(trial: float, expected: float) -> None:
    assert _shorter_step(1.0, trial, np.array([-1.0]), np.array([1.0])) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_steps_that_shrink_by_a_fixed_share_arrive_at_once(share: float) -> None:
    last = np.array([0.03, -0.01])
    change, history = share * last, np.stack([last, last])
    _look_ahead(change, history, True, -FREE, FREE)
    np.testing.assert_allclose(change, share * last / (1.0 - share))
    np.testing.assert_allclose(history, [share * last, change])


def test_a_lengthened_step_stays_within_its_bounds_and_a_first_one_is_left_alone() -> None:
    last = np.array([0.04, 0.0])
    change = 0.75 * last
    _look_ahead(change, np.stack([last, last]), True, np.full(2, -1.0), np.full(2, 0.035))
    assert change.tolist() == [0.035, 0.0]
    change = 0.75 * last
    _look_ahead(change, np.stack([last, last]), False, -FREE, np.full(2, 0.1))
    assert change.tolist() == (0.75 * last).tolist()


def test_what_is_far_away_is_not_looked_ahead_to() -> None:
    last = np.array([0.3, -0.1])
    change = 0.8 * last
    _look_ahead(change, np.stack([last, last]), True, -FREE, FREE)
    assert change.tolist() == (0.8 * last).tolist()


@pytest.mark.parametrize(
    ("gradient", "held", "right"),
    [((0.2, -0.4), (0, 0), True), ((0.2, 5.0), (0, -1), True), ((0.2, -5.0), (0, -1), False),
     ((9.0, 0.0), (0, 0), False)],
)  # fmt: skip
def test_the_last_factor_leads_on_only_with_the_right_variables_held(gradient, held, right) -> None:
    factor, kept = np.diag([2.0, 1.0]), np.zeros((2, 2), dtype=np.uint32)
    x, held_at = np.zeros(2), np.array(held)
    found = _step_again(
        np.array(gradient), np.full(2, -1.0), np.full(2, 1.0), held_at, kept, np.zeros(2, dtype=np.int64),
        factor, x,
    )  # fmt: skip
    assert found == right
    if right:
        expected = [-gradient[0] / 4.0, -gradient[1] if held[1] == 0 else 0.0]
        assert x.tolist() == pytest.approx(expected)
