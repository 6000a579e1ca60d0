"""A kernel's figures are NumPy's to the last bit, so that a batch says what a single clip does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.evaluate import statistics as stats
from understudy.evaluate.statistics_kernel import FIGURES
from understudy.kinematics.vector_kernels import VECTOR_KERNELS
from understudy.spatial import compiled

Figures = Callable[[np.ndarray, bool], dict[str, float]]

COUNTS = [*range(1, 20), 127, 128, 129, 135, 136, 240, 257, 1000, 5003]
"""Around what is added up in one block, and in blocks of blocks."""


def wave(count: int) -> np.ndarray:
    """Return values (N,) whose sums depend on the order in which they are added."""
    at = np.arange(count)
    return np.sin(12.9898 * at) * np.exp(3.0 * np.sin(0.37 * at)) + 0.1


@pytest.fixture
def by_kernel() -> Figures:
    """Let the process use kernels while a test asks for them."""
    before = compiled.compiled_functions()

    def figures(values: np.ndarray, with_kernel: bool) -> dict[str, float]:
        compiled.put_in(VECTOR_KERNELS if with_kernel else None)
        try:
            return stats.describe_frames(values)
        finally:
            compiled.put_in(before)

    return figures


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("gaps", [0, 3])
def test_figures_are_those_of_numpy(count: int, gaps: int, by_kernel: Figures) -> None:
    values = wave(count)
    if gaps:
        values[::gaps] = np.nan
    plain, found = by_kernel(values, False), by_kernel(values, True)
    assert list(plain) == list(found) == list(FIGURES)
    np.testing.assert_array_equal(list(plain.values()), list(found.values()))


def test_nothing_has_no_figures_by_a_kernel_either(by_kernel: Figures) -> None:
    assert all(np.isnan(value) for value in by_kernel(np.full(4, np.nan), True).values())


def test_the_first_of_the_largest_is_its_frame(by_kernel: Figures) -> None:
    for with_kernel in (False, True):
        found = by_kernel(np.array([np.nan, 1.0, 3.0, 3.0, 2.0]), with_kernel)
        assert (found["frame"], found["max"]) == (2.0, 3.0)


def test_what_is_told_besides_comes_before_the_frame() -> None:
    found = stats.describe_frames(np.array([1.0, 2.0]), {"share": 0.5})
    assert list(found)[-2:] == ["share", "frame"]
