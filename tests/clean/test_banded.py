"""Banded equations against dense ones."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean import banded

factorise, solve, inverse_diagonal = (
    getattr(banded, name).py_func for name in ("factorise", "solve", "inverse_diagonal")
)


def make_system(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a dense positive definite matrix and the same in bands."""
    generator = np.random.default_rng(size)
    lower = np.tril(generator.normal(size=(size, size)))
    lower[np.subtract.outer(np.arange(size), np.arange(size)) > banded.BANDS] = 0.0
    lower[np.diag_indices(size)] = 2.0 + generator.random(size)
    dense = lower @ lower.T
    bands = np.zeros((size, banded.BANDS + 1))
    for d in range(min(size, banded.BANDS + 1)):
        bands[d:, d] = np.diag(dense, -d)
    return dense, bands


@pytest.mark.parametrize("size", [1, 3, 7, 30])
def test_solution_and_variances(size: int) -> None:
    dense, bands = make_system(size)
    values = np.random.default_rng(0).normal(size=size)
    expected, inverse = np.linalg.solve(dense, values), np.linalg.inv(dense)
    factorise(bands)
    solution = values.copy()
    solve(bands, solution)
    np.testing.assert_allclose(solution, expected, rtol=1e-8, atol=1e-10)
    for index in {0, size // 2, size - 1}:
        variance = inverse_diagonal(bands, index, np.empty(size))
        assert variance == pytest.approx(inverse[index, index], rel=1e-8)
