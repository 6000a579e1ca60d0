"""Cells, and the numbers that they hold or stand for."""

from __future__ import annotations

import math

import pytest

from understudy.capture.text.cells import MAX_MAGNITUDE, bare_cell, cell_number, cell_text

NO_NUMBERS = (
    "inf", "-inf", "1e", "--1", "+-1", "1.2.3", ".", "+", "1e+", "0x1", "1-2", "\x00", "1_0", "e5", "1e999",
    "2,5", "é", "٣", "4\x1c", "nanny",
)  # fmt: skip


@pytest.mark.parametrize(("cell", "number"), [(b" 1.5 ", 1.5), (b'"-2e3"', -2000.0), (b"'7'\r\n", 7.0)])
def test_blanks_and_quotes_around_a_number_do_not_count(cell: bytes, number: float) -> None:
    assert cell_number(cell) == number


@pytest.mark.parametrize("cell", [b"", b" ", b'""', b"NaN", b"-nan(ind)", b"-1.#IND", b"N/A", b"null", b"--"])
def test_words_for_what_is_missing(cell: bytes) -> None:
    number = cell_number(cell)
    assert number is not None and math.isnan(number)


@pytest.mark.parametrize("word", NO_NUMBERS)
def test_other_words_are_no_numbers(word: str) -> None:
    assert cell_number(word.encode()) is None


def test_a_number_beyond_the_limit_is_none() -> None:
    assert cell_number(b"1e20") is None
    assert cell_number(b"11", limit=10.0) is None
    assert cell_number(b"1e20", limit=math.inf) == 1e20 > MAX_MAGNITUDE


def test_a_table_may_have_words_of_its_own() -> None:
    assert cell_number(b"Inferred", words={b"inferred": 1.0}) == 1.0


def test_texts_keep_what_is_no_utf_8() -> None:
    assert cell_text(b' "a\xff" ') == r"a\xff"
    assert bare_cell(b"\t'x' ") == b"x"
