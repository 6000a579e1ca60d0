"""Cells of lines, however they are separated, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.cells import (
    MAX_LINE_BYTES,
    NumberColumns,
    Writing,
    find_writing,
    first_lines,
    number_of,
    rows,
)
from understudy.capture.source import Source
from understudy.errors import CaptureError


def source(content: bytes) -> Source:
    return Source(Path("cells.txt"), content)


@pytest.mark.parametrize(
    ("header", "row", "writing"),
    [
        (b"a,b", b"1.5,2", Writing(b",", False)),
        (b"a;b", b"1,5;2", Writing(b";", True)),
        (b"a;b", b"1.5;2", Writing(b";", False)),
        (b"a\tb", b"1,5\t2", Writing(b"\t", True)),
        (b"1 2", b"1 2", Writing(None, False)),
    ],
)
def test_writing_is_told(header: bytes, row: bytes, writing: Writing) -> None:
    assert find_writing(header, row) == writing


def test_separator_at_the_end_begins_no_cell() -> None:
    assert Writing(b",", False).cells(b"1,2,") == [b"1", b"2"]


def test_decimal_comma_becomes_a_point() -> None:
    assert Writing(b";", True).cells(b"1,5;2") == [b"1.5", b"2"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_have_numbers_however_they_end(end: bytes) -> None:
    content = b"\xef\xbb\xbf" + end.join([b"1 2", b"", b"3 4", b""])
    assert list(rows(source(content), Writing(None, False))) == [(1, [b"1", b"2"]), (3, [b"3", b"4"])]
    assert first_lines(content, 5) == [b"1 2", b"3 4"]


@pytest.mark.parametrize(
    ("cell", "number"),
    [(b" 1.5 ", 1.5), (b'"2"', 2.0), (b"Tracked", 2.0), (b"NotTracked", 0.0), (b"True", 1.0), (b"cat", None)]
    + [(b"1_0", None), (b"1\x1c", None), (b"\xc2\xa01", None), (b"-inf", -np.inf), (b"1e999", np.inf)],
)
def test_words_may_stand_for_numbers(cell: bytes, number: float | None) -> None:
    assert number_of(cell) == number


@pytest.mark.parametrize("cell", [b"", b"NaN", b"null", b"-1.#IND"])
def test_missing_numbers_are_nan(cell: bytes) -> None:
    number = number_of(cell)
    assert number is not None
    assert np.isnan(number)


def test_chosen_columns_are_read() -> None:
    columns = NumberColumns(source(b""), 3, [0, 2])
    columns.add(1, [b"1", b"word", b"Inferred"])
    columns.add(2, [b"3", b"word", b"4"])
    np.testing.assert_array_equal(columns.take(), [[1.0, 1.0], [3.0, 4.0]])


def test_no_rows_are_no_numbers() -> None:
    assert NumberColumns(source(b""), 3, [1]).take().shape == (0, 1)


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ([b"1"], "line 7: has 1 cells, expected 2"),
        ([b"1", b"cat"], r"line 7: has 'cat' in column 2"),
        ([b"1", b"1_0"], r"line 7: has '1_0' in column 2"),
    ],
)
def test_faults_have_a_place(cells: list[bytes], problem: str) -> None:
    with pytest.raises(CaptureError, match=problem):
        NumberColumns(source(b""), 2, [0, 1]).add(7, cells)


def test_endless_line_is_refused() -> None:
    content = b"1 2\n" + b"1" * (MAX_LINE_BYTES + 1)
    with pytest.raises(CaptureError, match="line 2: has a line of over"):
        list(rows(source(content), Writing(None, False)))
