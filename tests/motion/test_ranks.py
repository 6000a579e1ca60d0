"""Medians and percentiles are NumPy's, to the last digit."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion.ranks import median, medians, percentiles

PERCENTS = (0.0, 2.5, 10.0, 50.0, 95.0, 99.0, 100.0)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 100, 101, 240])
def test_they_are_numpys_to_the_last_digit(count: int) -> None:
    values = np.random.default_rng(count).normal(size=count) ** 3
    assert median(values) == np.median(values)
    assert percentiles(values, PERCENTS) == tuple(np.percentile(values, PERCENTS))


def test_medians_are_taken_along_the_last_axis_and_leave_their_input_as_it_was() -> None:
    values = np.random.default_rng(1).normal(size=(4, 3, 10))
    before = values.copy()
    assert np.array_equal(medians(values), np.median(values, axis=-1))
    assert np.array_equal(values, before)


def test_equal_numbers_are_their_own_percentiles() -> None:
    assert percentiles(np.full(9, 0.1), (50.0, 95.0)) == (0.1, 0.1)
