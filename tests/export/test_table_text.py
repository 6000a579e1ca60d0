"""Points as text."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.export.table_text import printed, require_plain_names, rows_of_text, seen_points
from understudy.motion import Recording


def test_missing_values_are_empty_cells() -> None:
    rows = list(rows_of_text(np.array([[1.0, np.nan], [np.nan, -2.5]]), 2, ";"))
    assert rows == ["1.00;", ";-2.50"]


def test_points_that_were_not_seen_are_nan() -> None:
    recording = Recording(("a", "b"), np.ones((1, 2, 3)), 10.0, valid=np.array([[True, False]]))
    np.testing.assert_array_equal(np.isnan(seen_points(recording)[0, :, 0]), [False, True])


@pytest.mark.parametrize("name", ["a,b", "a;b", "a\tb", "a\nb", 'a"b', "", " a"])
def test_names_that_would_fall_apart_are_refused(name: str) -> None:
    with pytest.raises(InvalidMotionError, match="cannot be written to a table"):
        require_plain_names(Recording((name,), np.zeros((1, 1, 3)), 10.0))


def test_ordinary_names_pass() -> None:
    require_plain_names(Recording(("*hip_l", "R.ASIS", "left hip"), np.zeros((1, 3, 3)), 10.0))


def test_zero_has_no_sign() -> None:
    assert list(rows_of_text(np.array([[-1e-9, -0.0, np.nan]]), 3, " ", missing="nan")) == ["0.000 0.000 nan"]
    assert not np.signbit(printed(np.array([-1e-12, -0.0]), 6)).any()
