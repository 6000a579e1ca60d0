"""Medians and percentiles are NumPy's, to the last digit."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.kinematics.vector_kernels import VECTOR_KERNELS
from understudy.motion.ranks import median, median_norm, medians, percentiles
from understudy.spatial.compiled import put_in

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


def swaying(count: int) -> np.ndarray:
    """Return vectors (count, 3) of many lengths, some of them equal, in no order."""
    places = np.arange(count)
    return np.stack([np.sin(3.7 * places), (places % 5) - 2.0, np.cos(1.3 * places) ** 3], axis=1)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 101, 240])
def test_the_median_length_is_numpys_to_the_last_digit(count: int, compiled: bool) -> None:
    vectors = swaying(count)
    put_in(VECTOR_KERNELS if compiled else None)
    try:
        assert median_norm(vectors) == np.median(np.linalg.norm(vectors, axis=1))
        assert median_norm(vectors[0]) == np.linalg.norm(vectors[:1], axis=1)[0]
        vectors[::3, 1] = np.nan
        seen = vectors[np.isfinite(vectors).all(axis=1)]
        expected = np.median(np.linalg.norm(seen, axis=1)) if len(seen) else np.nan
        np.testing.assert_equal(median_norm(vectors), expected)
    finally:
        put_in(None)


@pytest.mark.parametrize("compiled", [False, True])
def test_equal_lengths_and_none_at_all_have_a_median_as_well(compiled: bool) -> None:
    put_in(VECTOR_KERNELS if compiled else None)
    try:
        assert median_norm(np.tile([0.0, 3.0, 4.0], (6, 1))) == 5.0
        assert np.isnan(median_norm(np.full((4, 3), np.nan)))
        assert np.isnan(median_norm(np.zeros((0, 3))))
    finally:
        put_in(None)
