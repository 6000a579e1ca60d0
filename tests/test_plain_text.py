"""Lists of numbers and quotations of a stranger's text."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.plain_text import plain_array, quoted


def test_lists_are_read_from_text_and_bytes() -> None:
    np.testing.assert_array_equal(plain_array(" 1 -2.5\n+3e2\t.5 "), [1.0, -2.5, 300.0, 0.5])
    np.testing.assert_array_equal(plain_array(b"7"), [7.0])
    empty = plain_array("")
    assert empty is not None and len(empty) == 0


@pytest.mark.parametrize(
    "text", ["1 nan", "inf", "1_0", "0x1", "1e999", "٣", "1\xa02", "1,2", "-", "1e", b"1\x002"]
)
def test_what_is_no_list_of_finite_numbers_is_none(text: str | bytes) -> None:
    assert plain_array(text) is None


def test_quotations_are_short_and_on_one_line() -> None:
    assert quoted(" a\nb\x00 ") == "'a?b?'"
    assert len(quoted("x" * 1000)) == 42
