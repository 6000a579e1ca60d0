"""Rows of numbers are read as Python reads them, by both readers."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture.text.number_rows import SHORT_TEXT, NumberRows, read_long, read_rows, read_short
from understudy.capture.text.plain_text import plain_number

Reader = Callable[[bytes, int, int, int, float], NumberRows]
READERS: tuple[Reader, ...] = (read_short, read_long)
LIMIT = 1e9
NO_NUMBERS = (
    "nan", "inf", "-inf", "1e", "--1", "+-1", "1.2.3", ".", "+", "-", "1e+", "0x1", "1-2", "\x00", "1_0",
    "e5", "1e999", "1e10", "-1000000001", "2,5", "é",
)  # fmt: skip
WORDS = 30_000
COLUMNS = 10


def random_word(generator: random.Random) -> str:
    """Return a number as some program might print it, from few digits to more than a double holds."""
    value = generator.uniform(-1.0, 1.0) * 10.0 ** generator.uniform(-12.0, 9.0)
    digits = generator.randrange(10 ** generator.randrange(1, 22))
    return generator.choice(
        [
            f"{value:.6f}",
            f"{value:.4f}",
            repr(value),
            f"{value:+.17e}",
            f"{value:.18g}",
            f"{value:.25f}",
            f"{generator.randrange(10**9)}",
            f".{digits}",
            f"{digits}E-{generator.randrange(15, 40)}",
            f"000{generator.randrange(1000)}.{digits}",
            halfway(value),
        ]
    )


def halfway(value: float) -> str:
    """Return a decimal number near the middle between two neighbouring doubles, the hardest to round."""
    mantissa, exponent = np.frexp(abs(value))
    twice = 2 * int(mantissa * 2.0**53) + 1
    shift = 54 - int(exponent)
    return f"{twice * 10**20 // 2**shift}E-20" if shift > 0 else f"{twice}"


def test_every_bit_is_as_python_has_it() -> None:
    generator = random.Random(0)
    words = [random_word(generator) for _ in range(WORDS)]
    text = "\n".join(" ".join(words[k : k + COLUMNS]) for k in range(0, WORDS, COLUMNS)).encode()
    expected = np.array([float(word) for word in words])
    for read in READERS:
        rows = read(text, 0, COLUMNS, WORDS, 2.0 * LIMIT)
        assert rows.fault is None
        np.testing.assert_array_equal(rows.values.ravel(), expected)


@pytest.mark.parametrize("read", READERS)
def test_blanks_and_line_ends_of_every_kind(read: Reader) -> None:
    rows = read(b"x\n\n 1 2\t3 \r\n\r4\t\t5  6\n \n-0 1e3 .5", 1, 3, 9, LIMIT)
    np.testing.assert_array_equal(rows.values, [[1, 2, 3], [4, 5, 6], [0, 1000, 0.5]])
    assert np.signbit(rows.values[2, 0])
    assert (rows.row_count, rows.fault) == (3, None)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("word", NO_NUMBERS)
def test_words_that_are_no_numbers_are_faults(read: Reader, word: str) -> None:
    text = b"1 2 3\n4 5 " + word.encode("latin-1") + b"\n7 8 9"
    rows = read(text, 0, 3, 9, LIMIT)
    assert rows.row_count == 1
    assert rows.fault is not None
    assert len(b"1 2 3\n") <= rows.fault < text.index(b"7")


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("line", [b"1 2", b"1 2 3 4", b"1"])
def test_rows_of_another_length_are_faults(read: Reader, line: bytes) -> None:
    assert read(b"1 2 3\n" + line + b"\n1 2 3", 0, 3, 9, LIMIT).fault is not None
    assert read(b"1 2 3\n" + line, 0, 3, 9, LIMIT).fault is not None


@pytest.mark.parametrize("read", READERS)
def test_rows_beyond_those_asked_for_are_counted(read: Reader) -> None:
    rows = read(b"1 2\n" * 7, 0, 2, 5, LIMIT)
    assert rows.values.shape == (5, 2)
    assert rows.row_count == 7


@pytest.mark.parametrize("read", READERS)
def test_a_text_without_numbers_has_no_rows(read: Reader) -> None:
    for text in (b"", b" \n\r\n\t"):
        rows = read(text, 0, 4, 3, LIMIT)
        assert rows.values.shape == (0, 4)
        assert (rows.row_count, rows.fault) == (0, None)


def test_memory_follows_the_text_and_not_what_was_asked_for() -> None:
    assert read_long(b"1 2\n", 0, 2, 10**12, LIMIT).values.shape == (1, 2)


def test_long_texts_are_read_by_the_kernel_and_alike() -> None:
    text = b"1.25 -3.5e-7 1234567.125\n" * (SHORT_TEXT // 20)
    assert len(text) > SHORT_TEXT
    rows = read_rows(text, 0, 3, 10**9, LIMIT)
    assert rows.row_count == SHORT_TEXT // 20
    assert (rows.values == [1.25, -3.5e-7, 1234567.125]).all()


@pytest.mark.parametrize(("word", "value"), [(b"2.5", 2.5), (b"1e9", 1e9), (b"1.1e9", None), (b"nan", None)])
def test_a_number_within_the_limit(word: bytes, value: float | None) -> None:
    assert plain_number(word, LIMIT) == value
