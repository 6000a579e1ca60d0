"""Values of ranks, as the kernels find them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from understudy.kernels.compilation import kernel
from understudy.kernels.ranking import median_of, ranked

NUMBERS = st.lists(st.floats(-1e6, 1e6) | st.integers(0, 3).map(float), min_size=1, max_size=40)


@kernel
def median(values: np.ndarray, count: int) -> float:
    """Let Python ask."""
    return median_of(values, count)


@given(NUMBERS, st.data())
def test_a_rank_parts_the_lower_from_the_higher(numbers: list[float], data: st.DataObject) -> None:
    rank = data.draw(st.integers(0, len(numbers) - 1))
    values = np.array(numbers)
    assert ranked.py_func(values, 0, len(values) - 1, rank) == sorted(numbers)[rank]
    assert sorted(values) == sorted(numbers)
    assert values[:rank].max(initial=-np.inf) <= values[rank] <= values[rank:].min()


@given(NUMBERS)
def test_medians_are_numpys(numbers: list[float]) -> None:
    values = np.append(numbers, -1e9)
    assert median(values, len(numbers)) == np.median(numbers)
    assert values[-1] == -1e9
