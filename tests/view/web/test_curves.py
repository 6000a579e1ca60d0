"""Curves under the scene."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.view.web.curves import MOST_CURVES, Curves


def test_curves_of_different_lengths_are_refused() -> None:
    with pytest.raises(InvalidMotionError, match="one length"):
        Curves(30.0, "°", {"a": np.zeros(3), "b": np.zeros(4)})
    with pytest.raises(InvalidMotionError, match="rate"):
        Curves(0.0, "°", {"a": np.zeros(3)})


def test_those_that_vary_most_are_chosen_in_their_own_order() -> None:
    count = MOST_CURVES + 4
    series = {f"c{i}": np.arange(10) * float(i) for i in range(count)}
    assert Curves(30.0, "°", series).chosen() == tuple(f"c{i}" for i in range(4, count))


def test_a_curve_without_any_value_is_chosen_last() -> None:
    curves = Curves(30.0, "m", {"gone": np.full(5, np.nan), "there": np.zeros(5)})
    assert curves.chosen(1) == ("there",)


def test_long_curves_are_thinned_out_and_keep_their_ends() -> None:
    times, (values,) = Curves(100.0, "m", {"a": np.arange(100_000.0)}).points(("a",))
    assert len(times) <= 400
    assert (times[0], times[-1]) == (0.0, pytest.approx(999.99))
    assert (values[0], values[-1]) == (0.0, 99_999.0)
