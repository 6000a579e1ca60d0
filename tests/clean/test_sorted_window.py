"""Sorted windows, as the kernels use them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from understudy.clean import sorted_window

put_in, take_out, middle = (getattr(sorted_window, name).py_func for name in ("put_in", "take_out", "middle"))
NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=15)


@given(NUMBERS)
def test_median_of_what_was_put_in(numbers: list[float]) -> None:
    values = np.empty(len(numbers))
    for size, number in enumerate(numbers):
        put_in(values, size, number)
    np.testing.assert_array_equal(values, np.sort(numbers))
    assert middle(values, len(numbers)) == np.median(numbers)


@given(NUMBERS, st.data())
def test_what_is_taken_out_is_gone(numbers: list[float], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(numbers))
    values = np.sort(numbers)
    take_out(values, len(numbers), gone)
    left = sorted(numbers)
    left.remove(gone)
    np.testing.assert_array_equal(values[: len(left)], left)
