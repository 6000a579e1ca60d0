"""Titles of tables, and how the rows below them are written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.source import Source
from understudy.capture.text.table_head import read_head, separator_of, split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import BLANKS


@pytest.mark.parametrize(
    ("line", "separator"),
    [
        ("a,b", ","),
        ("a;b", ";"),
        ("a\tb", "\t"),
        ("a,\tb,\tc", ","),
        ("0,1;0,2;0,3", ";"),
        ("0,1\t0,2", "\t"),
        ("a b;c,d,e,f", ","),
        ("1 2", BLANKS),
        ("", BLANKS),
    ],
)
def test_separators_are_told(line: str, separator: str) -> None:
    assert separator_of(line) == separator


def test_titles_have_no_quotes() -> None:
    assert split_titles("\"a\"; 'b' ;c", ";") == ["a", "b", "c"]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_rows_below_with_decimal_commas(separator: str) -> None:
    content = f"Time Stamp{separator}x\n1,5{separator}2\n".encode()
    head = read_head(TextLines(Path("f"), content))
    assert head.plain == ("timestamp", "x")
    assert head.find(("time", "timestamp")) == 0
    assert head.find(("y",)) is None
    np.testing.assert_array_equal(head.rows(Source(Path("f"), content)).values, [[1.5, 2.0]])
