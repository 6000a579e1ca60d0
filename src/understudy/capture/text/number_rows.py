"""Rows of numbers in text, the bulk of large captures.

NumPy's fastest parser of text takes 0.25 µs a number, so that ten minutes of motion take seconds. Long texts
are read by a compiled kernel instead, six times as fast; short ones by Python, before that is even loaded.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.text.plain_text import BLANK_CHARACTERS, plain_number

SHORT_TEXT = 1 << 20
"""Bytes of text that Python reads in a tenth of a second."""

_BLANK_BYTES = BLANK_CHARACTERS.encode()


@dataclass(frozen=True, eq=False)
class NumberRows:
    """What was read.

    Attributes:
        values: (N, C) the numbers of the first N rows.
        row_count: How many rows there are, of which no more than asked for are in ``values``.
        fault: Where in the text the first fault is (a word that is no number, or too large, or a row of
            the wrong length), None where there is none.
    """

    values: np.ndarray
    row_count: int
    fault: int | None


def read_rows(content: bytes, start: int, column_count: int, most_rows: int, limit: float) -> NumberRows:
    """Read lines of numbers that are separated by blanks or tabs; empty lines are skipped.

    Args:
        content: The text; lines end as on any system.
        start: Where in it the first line begins.
        column_count: Numbers in a row.
        most_rows: Rows beyond this many are counted only.
        limit: Largest magnitude of a number.
    """
    if len(content) - start <= SHORT_TEXT:
        return read_short(content, start, column_count, most_rows, limit)
    return read_long(content, start, column_count, most_rows, limit)


def read_short(content: bytes, start: int, column_count: int, most_rows: int, limit: float) -> NumberRows:
    """Read as :func:`read_rows` does, in Python."""
    rows: list[list[float]] = []
    row_count, position = 0, start
    for line in content[start:].splitlines(keepends=True):
        words = line.split()
        if words:
            row = [plain_number(word, limit) for word in words]
            if len(row) != column_count or None in row:
                return NumberRows(_array(rows, column_count), row_count, position)
            if row_count < most_rows:
                rows.append([value for value in row if value is not None])
            row_count += 1
        position += len(line)
    return NumberRows(_array(rows, column_count), row_count, None)


def _array(rows: list[list[float]], column_count: int) -> np.ndarray:
    return np.array(rows, dtype=np.float64).reshape(len(rows), column_count)


def read_long(content: bytes, start: int, column_count: int, most_rows: int, limit: float) -> NumberRows:
    """Read as :func:`read_rows` does, by the compiled kernel."""
    # Numba takes half a second to load, which short texts need not wait for.
    from understudy.capture.text.number_kernel import FAULT, HARD, parse_numbers
    from understudy.kinematics.compilation import announced_compilation

    # A number takes at least one digit and one blank, which bounds the memory by the size of the text.
    room = (len(content) - start) // (2 * column_count) + 1
    values = np.empty((min(most_rows, room), column_count))
    data = np.frombuffer(content, dtype=np.uint8)
    state = np.array([start, 0, 0], dtype=np.int64)
    outcome = HARD
    while outcome == HARD:
        with announced_compilation(parse_numbers):
            outcome = parse_numbers(data, state, values, limit)
        if outcome == HARD and not _read_word(content, state, values, limit):
            outcome = FAULT
    position, row_count = int(state[0]), int(state[1])
    return NumberRows(values[:row_count], row_count, position if outcome == FAULT else None)


def _read_word(content: bytes, state: np.ndarray, values: np.ndarray, limit: float) -> bool:
    """Read the word at which the kernel stopped; tell whether it is a number."""
    position, row, column = state.tolist()
    end = position
    while end < len(content) and content[end] not in _BLANK_BYTES:
        end += 1
    value = plain_number(content[position:end], limit)
    if value is None:
        return False
    if row < len(values) and column < values.shape[1]:
        values[row, column] = value
    state[0], state[2] = end, column + 1
    return True
