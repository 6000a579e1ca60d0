"""Lines of a text file as cells: numbers, the words that stand for numbers, and where they are wrong.

Recorders are written by everybody: cells are separated by commas, semicolons, tabs or blanks, numbers
have a decimal comma where Windows is set so, and states are numbers or words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

import numpy as np

from understudy.capture.source import Source
from understudy.capture.text.plain_text import plain_number
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

MAX_LINE_BYTES = 1 << 16
"""No frame of a person comes near this; a longer line is refused before it is split."""

MAX_NUMBERS = 450_000_000
"""Rows times columns, as many numbers as 150 million points have; more would fill the memory."""

_SNIFFED_BYTES = 1 << 22
_SPARE_LINES = 100
_PIECE_NUMBERS = 1 << 17
_MARK = b"\xef\xbb\xbf"
_LINE = re.compile(rb"[^\r\n]+")
_DECIMAL_COMMA = re.compile(rb"\d,\d")
_MISSING = float("nan")
_WORDS = dict.fromkeys((b"", b"null", b"none", b"n/a", b"na", b"-", b"-1.#ind", b"1.#qnan"), _MISSING) | {
    **{sign + b"nan": _MISSING for sign in (b"", b"+", b"-")},
    **{sign + word: float(sign + word) for sign in (b"", b"+", b"-") for word in (b"inf", b"infinity")},
    b"nottracked": 0.0,
    b"inferred": 1.0,
    b"tracked": 2.0,
    b"false": 0.0,
    b"true": 1.0,
    b"low": 1.0,
    b"medium": 2.0,
    b"high": 3.0,
}
"""Words that stand for numbers: what is missing or beyond measure, and states of tracking."""


@dataclass(frozen=True)
class Writing:
    """How cells are written: what separates them (None for blanks), and how decimals are."""

    separator: bytes | None
    has_decimal_comma: bool

    def cells(self, line: bytes) -> list[bytes]:
        """Return the cells of a line; a separator at its end begins no further cell."""
        if self.has_decimal_comma:
            line = line.replace(b",", b".")
        cells = line.split(self.separator)
        if len(cells) > 1 and not cells[-1].strip():
            cells.pop()
        return cells


def find_writing(header: bytes, row: bytes) -> Writing:
    """Tell from a header (or a first row) and a row after it how cells are written."""
    for separator in (b";", b"\t"):
        if separator in header:
            return Writing(separator, b"." not in row and _DECIMAL_COMMA.search(row) is not None)
    return Writing(b"," if b"," in header else None, False)


def first_lines(content: bytes, count: int) -> list[bytes]:
    """Return the first lines that are not blank, as far as they lie near the beginning of a file."""
    beginning = content[:_SNIFFED_BYTES].removeprefix(_MARK)
    # However many blank lines a file begins with, looking at it takes no time.
    lines = (match.group() for match in islice(_LINE.finditer(beginning), _SPARE_LINES + count))
    return list(islice((line[: MAX_LINE_BYTES + 1] for line in lines if line.strip()), count))


def rows(source: Source, writing: Writing, skipped: int = 0) -> Iterator[tuple[int, list[bytes]]]:
    """Yield number and cells of every line that is not blank, but for the first ones.

    Raises:
        CaptureError: At a line that is too long to be a frame of a person.
    """
    for index, (number, line) in enumerate(_lines(source.content)):
        if len(line) > MAX_LINE_BYTES:
            raise CaptureError(
                source.path, f"has a line of over {MAX_LINE_BYTES} bytes, expected a frame", number
            )
        if index >= skipped:
            yield number, writing.cells(line)


class NumberColumns:
    """Collects some columns of rows as numbers, row after row."""

    def __init__(self, source: Source, cell_count: int, columns: Sequence[int]) -> None:
        """Choose columns by their indices; every row has to have ``cell_count`` cells."""
        self._source = source
        self._cell_count = cell_count
        self._columns = tuple(columns)
        self._get = itemgetter(*columns) if len(columns) > 1 else lambda cells: (cells[columns[0]],)
        self._numbers: list[float] = []
        self._pieces: list[np.ndarray] = []

    def add(self, line: int, cells: list[bytes]) -> None:
        """Read one row."""
        if len(cells) != self._cell_count:
            raise CaptureError(
                self._source.path, f"has {len(cells)} cells, expected {self._cell_count}", line
            )
        numbers = _bare_numbers(self._get(cells))
        if numbers is None:
            numbers = [self._number(line, column, cells[column]) for column in self._columns]
        self._numbers.extend(numbers)
        if len(self._numbers) >= _PIECE_NUMBERS:
            self._end_piece()
            if len(self._pieces) * _PIECE_NUMBERS > MAX_NUMBERS:
                raise CaptureError(self._source.path, f"holds more than {MAX_NUMBERS} numbers", line)

    def take(self) -> np.ndarray:
        """Return all numbers (rows, columns), NaN where a cell is empty; nothing is left to take then."""
        self._end_piece()
        table = np.empty((sum(map(len, self._pieces)), len(self._columns)))
        end = len(table)
        # Each piece is let go as soon as it is copied, so that numbers are never held twice.
        while self._pieces:
            piece = self._pieces.pop()
            table[end - len(piece) : end] = piece
            end -= len(piece)
        return table

    def _end_piece(self) -> None:
        self._pieces.append(np.array(self._numbers).reshape(-1, len(self._columns)))
        self._numbers.clear()

    def _number(self, line: int, column: int, cell: bytes) -> float:
        number = number_of(cell)
        if number is None:
            word = shown(cell.decode("utf-8", errors="backslashreplace"))
            raise CaptureError(
                self._source.path, f"has {word} in column {column + 1}, expected a number", line
            )
        return number


def _bare_numbers(cells: tuple[bytes, ...]) -> list[float] | None:
    """Return cells as numbers all at once, None where one of them takes a closer look."""
    # Of bytes, float reads what any other program would, but for underscores between digits.
    if b"_" in b"".join(cells):
        return None
    try:
        return list(map(float, cells))
    except ValueError:
        return None


def number_of(cell: bytes) -> float | None:
    """Return the number that a cell holds or stands for, None where it is neither."""
    word = cell.strip(b" \t\r\n\v\f\"'")
    number = plain_number(word)
    return _WORDS.get(word.lower()) if number is None else number


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield number and text of every line that is not blank, whichever system ended it."""
    start = len(_MARK) if content.startswith(_MARK) else 0
    end_mark = b"\n" if b"\n" in content else b"\r"
    number = 0
    while start < len(content):
        end = content.find(end_mark, start)
        end = len(content) if end < 0 else end
        number += 1
        line = content[start : min(end, start + MAX_LINE_BYTES + 1)]
        if line.strip():
            yield number, line.strip(b"\r\n")
        start = end + 1
