"""Systems of three diagonals are solved as dense ones are."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.signals.three_diagonals import solve_three_diagonals


@pytest.mark.parametrize("size", [1, 2, 50])
def test_it_solves_what_numpy_does(size: int) -> None:
    random = np.random.default_rng(size)
    beside, right = random.normal(size=size - 1), random.normal(size=size)
    diagonal = 4.0 + random.uniform(size=size)
    dense = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    before = [array.copy() for array in (diagonal, beside, right)]
    np.testing.assert_allclose(
        solve_three_diagonals(diagonal, beside, right), np.linalg.solve(dense, right), rtol=1e-12
    )
    for array, old in zip((diagonal, beside, right), before, strict=True):
        np.testing.assert_array_equal(array, old)
