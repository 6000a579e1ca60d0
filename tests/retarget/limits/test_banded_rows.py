"""Banded rows do what the same matrix written out does."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.limits.banded_rows import BandedRows


@pytest.mark.parametrize(("rows", "width"), [(6, 3), (1, 3), (5, 1), (0, 4)])
def test_products_are_those_of_the_matrix_written_out(rows: int, width: int) -> None:
    generator = np.random.default_rng(3)
    banded = BandedRows(generator.normal(size=(rows, width)))
    written_out = np.zeros((rows, banded.columns))
    for row in range(rows):
        written_out[row, row : row + width] = banded.values[row]
    right, left = generator.normal(size=(banded.columns, 2)), generator.normal(size=(rows, 2))
    np.testing.assert_allclose(banded.times(right), written_out @ right)
    np.testing.assert_allclose(banded.transposed_times(left), written_out.T @ left, atol=1e-12)
    bands = np.zeros((width, banded.columns))
    banded.add_square(bands)
    square = written_out.T @ written_out
    for below in range(min(width, banded.columns)):
        np.testing.assert_allclose(bands[below, : banded.columns - below], np.diagonal(square, -below))
