"""Wide least squares within bounds, against SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from understudy.kinematics.wide_least_squares import least_squares_in_box

COUNT, ROWS, SIZE = 25, 6, 20


def problems(price: float) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(1)
    matrix, target = rng.normal(size=(COUNT, ROWS, SIZE)), 30.0 * rng.normal(size=(COUNT, ROWS))
    lower, upper = rng.uniform(-2.0, 0.0, (COUNT, SIZE)), rng.uniform(0.0, 2.0, (COUNT, SIZE))
    lower[:, :8], upper[:, :8] = 0.0, np.inf
    upper[:, 8] = lower[:, 8]
    return matrix, target, price * rng.uniform(0.5, 2.0, (COUNT, SIZE)), lower, upper


@pytest.mark.parametrize("price", [1.0, 1e-3])
def test_each_problem_gets_its_least_point(price: float) -> None:
    matrix, target, prices, lower, upper = problems(price)
    found = least_squares_in_box(matrix, target, prices, lower, upper)
    for k in range(COUNT):
        room = lower[k] < upper[k]
        stacked = np.vstack([matrix[k], np.diag(np.sqrt(prices[k]))])
        goal = np.concatenate([target[k], np.zeros(SIZE)]) - stacked[:, ~room] @ lower[k, ~room]
        expected = lsq_linear(stacked[:, room], goal, (lower[k, room], upper[k, room]), tol=1e-14)
        np.testing.assert_allclose(found[k, room], expected.x, atol=1e-6)
        np.testing.assert_array_equal(found[k, ~room], lower[k, ~room])


def test_a_tiny_price_explains_what_can_be_explained() -> None:
    matrix, target, prices, _, _ = problems(1e-9)
    found = least_squares_in_box(
        matrix, target, prices, np.full_like(prices, -np.inf), np.full_like(prices, np.inf)
    )
    np.testing.assert_allclose(np.einsum("tmv,tv->tm", matrix, found), target, rtol=1e-6)


def test_nothing_wanted_gives_nothing() -> None:
    matrix, target, prices, _, upper = problems(1.0)
    found = least_squares_in_box(matrix, np.zeros_like(target), prices, np.zeros_like(prices), np.abs(upper))
    np.testing.assert_array_equal(found, 0.0)
