"""Each check passes what is valid and names what is not."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check


def test_frozen_arrays_are_contiguous_read_only_copies() -> None:
    source = np.arange(6).reshape(2, 3).T
    frozen = check.frozen_array(source)
    assert frozen.flags.c_contiguous
    assert not frozen.flags.writeable
    assert frozen.dtype == np.float64
    assert not np.shares_memory(frozen, source)


@pytest.mark.parametrize("values", [["a", "b"], [[1.0], [1.0, 2.0]], {}])
def test_what_is_no_array_of_numbers_is_refused(values: object) -> None:
    with pytest.raises(InvalidMotionError, match="an array of float64 was expected"):
        check.frozen_array(values)


def test_shapes() -> None:
    check.require_shape("q", np.zeros((4, 2)), (None, 2))
    for shape in ((None, 3), (None,), (None, 2, None)):
        with pytest.raises(InvalidMotionError, match=r"q has shape \(4, 2\), expected \("):
            check.require_shape("q", np.zeros((4, 2)), shape)
    with pytest.raises(InvalidMotionError, match=r"expected \(any, 3\)"):
        check.require_shape("q", np.zeros((4, 2)), (None, 3))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_the_first_frame_that_is_not_finite_is_named(bad: float) -> None:
    values = np.zeros((5, 2, 3))
    values[3, 1, 2] = values[4, 0, 0] = bad
    with pytest.raises(InvalidMotionError, match="points has a value that is not finite, first in frame 3"):
        check.require_finite("points", values)
    where = np.ones((5, 2), dtype=bool)
    where[3, 1] = where[4, 0] = False
    check.require_finite("points", values, where)


def test_quaternions_of_another_length_are_named() -> None:
    quaternions = np.tile([0.6, 0.8, 0.0, 0.0], (4, 1))
    check.require_unit_quaternions("root", quaternions)
    quaternions[2] *= 1.0 + 2.0 * check.UNIT_TOLERANCE
    with pytest.raises(
        InvalidMotionError, match="root has a quaternion not of unit length, first in frame 2"
    ):
        check.require_unit_quaternions("root", quaternions)


@pytest.mark.parametrize("fps", [0.0, -30.0, np.nan, np.inf, 1e6])
def test_frame_rates_over_which_time_stands_still_are_refused(fps: float) -> None:
    check.require_fps(1e5)
    with pytest.raises(InvalidMotionError, match="expected a number over 0 and at most 100000"):
        check.require_fps(fps)


def test_names_given_twice_are_named() -> None:
    check.require_unique("joints", ("a", "b"))
    with pytest.raises(InvalidMotionError, match="joints holds 'a' twice"):
        check.require_unique("joints", ("a", "b", "a"))


@pytest.mark.parametrize("values", [[0.0, 1.0, 1.0], [0.0, 1.0, 0.5]])
def test_time_that_does_not_increase_is_named(values: list[float]) -> None:
    check.require_increasing("time", np.array([0.0, 1e-9]))
    with pytest.raises(InvalidMotionError, match="time does not increase at frame 2"):
        check.require_increasing("time", np.array(values))


def test_columns_fit_a_fixed_or_a_free_base() -> None:
    for columns in (2, 9):
        check.require_columns(np.zeros((1, columns)), ("a", "b"))
    with pytest.raises(InvalidMotionError, match=r"q has 3 columns for 2 joints, expected 2 .* or 9"):
        check.require_columns(np.zeros((1, 3)), ("a", "b"))


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ([np.nan, 0.0, 0.0, 0.0], "turns has a value that is not finite, first in frame 1"),
        ([0.0, np.inf, 0.0, 0.0], "turns has a value that is not finite, first in frame 1"),
        ([1.1, 0.0, 0.0, 0.0], "turns has a quaternion not of unit length, first in frame 1"),
    ],
)
def test_turns_are_finite_and_of_unit_length(row: list[float], problem: str) -> None:
    turns = np.tile([1.0, 0.0, 0.0, 0.0], (3, 1))
    check.require_finite_turns("turns", turns)
    turns[1] = row
    with pytest.raises(InvalidMotionError, match=problem):
        check.require_finite_turns("turns", turns)


def test_turns_that_may_be_unknown_are_not_taken_as_finite() -> None:
    unknown = check.frozen_array(np.full((2, 4), np.nan))
    check.require_unit_quaternions("turns", unknown)
    with pytest.raises(InvalidMotionError, match="not finite"):
        check.require_finite_turns("turns", unknown)
