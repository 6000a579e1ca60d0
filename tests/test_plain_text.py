"""Blanks, words and numbers by ASCII alone, however many more Python knows."""

from __future__ import annotations

import math

import pytest

from understudy.plain_text import (
    BLANK_CHARACTERS,
    plain_count,
    plain_lines,
    plain_number,
    plain_numbers,
    plain_words,
    squeezed,
    trimmed,
)

OTHER_BLANKS = "\x1c\x1d\x1e\x1f\x85\xa0\u2028\u2029\u3000"
"""White space to ``str.strip``, some of it to ``int`` and ``float``, and none to a file format."""

ENDLESS = "0" * 5000


@pytest.mark.parametrize(
    ("word", "number"),
    [("1", 1.0), ("-1.5", -1.5), ("+.5", 0.5), ("5.", 5.0), ("1E3", 1000.0), ("1e-3", 0.001), ("007", 7.0)],
)
def test_numbers_are_read_from_text_and_bytes(word: str, number: float) -> None:
    assert plain_number(word) == number
    assert plain_number(word.encode()) == number


@pytest.mark.parametrize(
    "word",
    ["", " ", "-", ".", "e", "1e", "e5", "1-2", "1.2.3", "1 2", " 1", "1\n", "1_0", "0x10", "1,5", "1f"]
    + [
        "nan",
        "-nan",
        "inf",
        "Infinity",
        "٣",
        "1²",
        "½",
        "−1",
        "１",
        "1\0",
        *(f"1{blank}" for blank in OTHER_BLANKS),
    ],
)
def test_other_words_are_no_numbers(word: str) -> None:
    assert plain_number(word) is None
    assert plain_number(word.encode()) is None


def test_a_limit_bounds_the_magnitude() -> None:
    assert plain_number("-10", 10.0) == -10.0
    assert plain_number("-10.1", 10.0) is None
    assert plain_number("1e999", 1e300) is None
    assert plain_number("1e999") == math.inf


def test_endless_numbers_take_no_time() -> None:
    assert plain_number("1e" + ENDLESS) == 1.0
    assert plain_number(ENDLESS + "1") == 1.0
    assert plain_count(ENDLESS) is None


@pytest.mark.parametrize(("word", "count"), [("0", 0), ("12", 12), ("007", 7), ("9" * 12, 10**12 - 1)])
def test_counts_are_digits(word: str, count: int) -> None:
    assert plain_count(word) == count


@pytest.mark.parametrize(
    "word", ["", "-1", "+1", "1.0", "1e3", "1_0", " 1", "9" * 13, "²", "٣", "1\x1c", "x"]
)
def test_other_words_are_no_counts(word: str) -> None:
    assert plain_count(word) is None


def test_only_blanks_part_words() -> None:
    assert plain_words(f"{BLANK_CHARACTERS}a b{BLANK_CHARACTERS}c ") == ["a", "b", "c"]
    assert plain_words("") == []
    for blank in OTHER_BLANKS:
        assert plain_words(f"a{blank}b {blank}") == [f"a{blank}b", blank]


def test_only_blanks_are_trimmed() -> None:
    assert trimmed(f"{BLANK_CHARACTERS}a b{BLANK_CHARACTERS}") == "a b"
    assert trimmed(OTHER_BLANKS) == OTHER_BLANKS


def test_lines_end_as_on_any_system() -> None:
    assert plain_lines("a\nb\r\nc\rd") == ["a", "b", "c", "d"]
    for blank in f"{OTHER_BLANKS}\v\f":
        assert plain_lines(f"a{blank}b") == [f"a{blank}b"]


def test_names_are_squeezed() -> None:
    assert squeezed("Time-Stamp [ms]") == "timestampms"
    assert squeezed("A_" * 100) == "a" * 100


def test_words_are_numbers_together_where_each_is_one_alone() -> None:
    assert plain_numbers(["1", "-2.5e1", ".5"]) == [1.0, -25.0, 0.5]
    assert plain_numbers([]) == []
    for wrong in ("nan", "1_0", "", "1e", "x"):
        assert plain_numbers(["1", wrong]) is None
    assert plain_numbers(["1", "-11"], limit=10.0) is None
