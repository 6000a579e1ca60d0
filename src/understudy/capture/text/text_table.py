"""Rows of a table in a text file: numbers, words, and a line number for every fault.

Every format whose captures are lines of numbers is read here. Long texts are read by a compiled kernel,
several times as fast as NumPy's readers of text (see ``benchmarks/read_tables.py``); short ones by Python,
before that is even loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from understudy.capture.text.cells import MAX_MAGNITUDE, bare_cell, cell_number, cell_text
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_kernel import parse_cells
from understudy.capture.text.text_lines import line_at
from understudy.errors import CaptureError
from understudy.plain_text import BLANK_CHARACTERS

BLANKS = ""
"""The separator of tables whose cells stand apart by any number of blanks and tabs."""

MAX_CELLS = 450_000_000
"""Rows times columns, as many numbers as 150 million points have; more would fill the memory."""

MAX_WORD_BYTES = 80
"""Longest name in a column of words."""

SHORT_TEXT = 1 << 20
"""Bytes of text that Python reads in a tenth of a second, in less time than it takes to load the kernel."""

_MOST_NOTED = 1 << 16
_BLANK_BYTES = BLANK_CHARACTERS.encode()
_NUMBER_BYTES = b"0123456789+-.eE" + _BLANK_BYTES


@dataclass(frozen=True)
class Layout:
    """How the rows of a table are written.

    Attributes:
        column_count: Cells in a row.
        separator: One character between cells, or ``BLANKS``.
        has_decimal_comma: Whether numbers may be written as ``1,5``.
        word_columns: The columns that hold words instead of numbers.
        skipped_columns: The columns that may hold anything and are not read.
        may_end_early: Whether the last cells of a row may be left out, with their separators, unless the
            file itself ends there.
        may_be_missing: Whether a word, such as ``nan``, may say that a value is missing; between separators
            an empty cell always does.
        limit: Largest magnitude of a number.
        words: What else may stand for a number, in small letters.
        count_source: Who says how many cells there are, for messages.
    """

    column_count: int
    separator: str
    has_decimal_comma: bool = False
    word_columns: tuple[int, ...] = ()
    skipped_columns: frozenset[int] = frozenset()
    may_end_early: bool = False
    may_be_missing: bool = True
    limit: float = MAX_MAGNITUDE
    words: Mapping[bytes, float] = field(default_factory=dict)
    count_source: str = " as the header has"


@dataclass(frozen=True, eq=False)
class Rows:
    """What the rows say.

    Attributes:
        values: (T, C), NaN where a cell is empty or says that its value is missing; in a column of words
            the index of the word in ``words``, in a skipped column NaN.
        lines: (T,) the line of each row, counted from 1.
        words: The different words of the columns of words, in the order in which they first occur.
    """

    values: np.ndarray
    lines: np.ndarray
    words: tuple[str, ...] = ()


def parse_rows(path: Path, content: bytes, start: int, first_line: int, layout: Layout) -> Rows:
    """Parse all lines from a place to the file's end; empty lines, also between rows, do not count.

    Args:
        path: The file, for messages.
        content: The whole file.
        start: Where in ``content`` the first row begins.
        first_line: The line on which it begins, counted from 1.
        layout: How rows are written.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    parser = _Parser(path, layout)
    is_long, line_ends = len(content) - start > SHORT_TEXT, content.count(b"\n", start)
    if not is_long and not parse_cells.is_worth_it(line_ends):
        values, lines = parser.parse_short(content[start:], first_line)
    else:
        values, lines = parser.parse_long(content, start, first_line, line_ends)
    return Rows(values, lines, tuple(map(cell_text, parser.index_of_word)))


def row_cells(line: bytes, separator: str) -> list[bytes]:
    """Return the cells of a line, without blanks around them."""
    cells = line.split(separator.encode() or None)
    return [cell.strip(_BLANK_BYTES) for cell in cells] if separator else cells


class _Parser:
    """Reads rows in either way; both leave the cells that are no plain numbers to ``_value``."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self.path = path
        self.layout = layout
        self.separator = layout.separator.encode()
        self.most_rows = MAX_CELLS // max(layout.column_count, 1)
        self.index_of_word: dict[bytes, int] = {}
        self._value_of_cell: dict[bytes, float] = {}
        self._idle_bytes = _BLANK_BYTES + self.separator
        others = layout.skipped_columns.union(layout.word_columns)
        self._has_numbers_only = not others
        self._number_columns = [column for column in range(layout.column_count) if column not in others]

    def parse_short(self, text: bytes, line: int) -> tuple[np.ndarray, np.ndarray]:
        rows: list[list[float]] = []
        lines: list[int] = []
        texts = text.splitlines(keepends=True)
        for number, row in enumerate(texts, start=line):
            values = self._row(row, number, is_last=number == line + len(texts) - 1)
            if values:
                rows.append(values)
                lines.append(number)
                self._require_room(len(rows), number)
        count = self.layout.column_count
        return np.array(rows, dtype=np.float64).reshape(-1, count), np.array(lines, dtype=np.int64)

    def _row(self, text: bytes, line: int, is_last: bool) -> list[float]:
        """Return the numbers of a line, none of one that is blank."""
        if not text.strip(self._idle_bytes):
            return []
        count = self.layout.column_count
        if self.layout.has_decimal_comma:
            text = text.replace(b",", b".")
        cells = text.split(self.separator or None)
        values = self._plain_values(cells, line) if len(cells) == count else None
        if values is not None:
            return values
        cells = row_cells(text, self.layout.separator)
        values = [self._value(cell, column, line) for column, cell in enumerate(cells[:count])]
        is_cut = is_last and not text.endswith((b"\n", b"\r"))
        if any(cells[count:]) or (len(cells) < count and (is_cut or not self.layout.may_end_early)):
            raise self._length_fault(text, line, is_cut)
        return values + [np.nan] * (count - len(cells))

    def _plain_values(self, cells: list[bytes], line: int) -> list[float] | None:
        """Return the numbers of a row at once, None where a cell takes a closer look."""
        numbers = cells if self._has_numbers_only else [cells[column] for column in self._number_columns]
        if b"".join(numbers).translate(None, _NUMBER_BYTES):
            return None
        # Of the bytes of numbers alone, float reads what any other program would, or nothing.
        limit = self.layout.limit
        try:
            values = list(map(float, numbers))
            is_over = bool(values) and (max(values) > limit or min(values) < -limit)
        except ValueError:
            try:
                values = [float(cell) if cell.strip() else np.nan for cell in numbers]
            except ValueError:
                return None
            is_over = any(abs(value) > limit for value in values)
        if is_over:
            return None
        if self._has_numbers_only:
            return values
        row = [np.nan] * len(cells)
        for column, value in zip(self._number_columns, values, strict=True):
            row[column] = value
        for column in self.layout.word_columns:
            row[column] = self._word(cells[column], line)
        return row

    def parse_long(
        self, content: bytes, start: int, line: int, line_ends: int
    ) -> tuple[np.ndarray, np.ndarray]:
        # Numba takes half a second to load, which short texts need not wait for.
        from understudy.capture.text import table_kernel as kernel
        from understudy.kernels.compilation import announced_compilation

        layout = self.layout
        # No more rows than lines; what is not written to takes no memory.
        room = min(line_ends + content.count(b"\r", start) + 1, self.most_rows + 1)
        values, lines = np.empty((room, layout.column_count)), np.empty(room, dtype=np.int64)
        roles = np.full(layout.column_count, kernel.NUMBER, dtype=np.uint8)
        roles[list(layout.word_columns)] = kernel.WORD
        roles[sorted(layout.skipped_columns)] = kernel.SKIPPED
        noted = np.empty((_MOST_NOTED, 4), dtype=np.int64)
        state = np.zeros(kernel.STATE_SIZE, dtype=np.int64)
        state[[kernel.POSITION, kernel.LINE, kernel.LINE_START]] = start, line, start
        separator = self.separator[0] if self.separator else kernel.NO_BYTE
        comma = ord("," if layout.has_decimal_comma else ".")
        flags = (separator, comma, layout.may_end_early, layout.may_be_missing)
        data = np.frombuffer(content, dtype=np.uint8)
        outcome = kernel.FULL
        while outcome == kernel.FULL:
            with announced_compilation(kernel.parse_cells):
                outcome = kernel.parse_cells(
                    data, state, *flags, roles, values, lines, noted, float(layout.limit)
                )
            # The kernel leaves the cells over that are no plain numbers.
            for row, column, begin, end in noted[: state[kernel.NOTED]].tolist():
                values[row, column] = self._value(content[begin:end], column, int(lines[row]))
            state[kernel.NOTED] = 0
        if outcome == kernel.FAULT:
            begin = int(state[kernel.LINE_START])
            text = line_at(content, begin)
            raise self._length_fault(text, int(state[kernel.LINE]), begin + len(text) == len(content))
        row_count = int(state[kernel.ROW])
        self._require_room(row_count, int(state[kernel.LINE]))
        return values[:row_count], lines[:row_count]

    def _value(self, cell: bytes, column: int, line: int) -> float:
        """Return the number that a cell stands for in its column."""
        if not cell or column in self.layout.skipped_columns:
            return np.nan
        if column in self.layout.word_columns:
            return self._word(cell, line)
        value = self._value_of_cell.get(cell)
        if value is not None:
            return value
        text = cell.replace(b",", b".") if self.layout.has_decimal_comma else cell
        value = cell_number(text, self.layout.limit, self.layout.words)
        if value is None or (value != value and not self.layout.may_be_missing):
            empty = " or an empty cell" if self.separator else ""
            raise CaptureError(
                self.path,
                f"has {shown(cell_text(cell))} in column {column + 1}, expected a finite number{empty}",
                line,
            )
        if value != value or value in self.layout.words.values():
            # The few words for what is missing, or for states, are looked at once.
            self._value_of_cell[cell] = value
        return value

    def _word(self, cell: bytes, line: int) -> float:
        word = bare_cell(cell)
        if len(word) > MAX_WORD_BYTES:
            problem = f"has a name of {len(word)} bytes, expected at most {MAX_WORD_BYTES}"
            raise CaptureError(self.path, problem, line)
        return self.index_of_word.setdefault(word, len(self.index_of_word)) if word else np.nan

    def _length_fault(self, text: bytes, line: int, is_cut: bool) -> CaptureError:
        """Return the error of a row that is too short or too long."""
        count, found = self.layout.column_count, len(row_cells(text, self.layout.separator))
        if is_cut and self.layout.may_end_early and found < count:
            return CaptureError(self.path, f"ends in a row of {found} cells, expected {count}", line)
        what = "cells" if self.separator else "numbers"
        return CaptureError(
            self.path, f"has {found} {what}, expected {count}{self.layout.count_source}", line
        )

    def _require_room(self, row_count: int, line: int) -> None:
        if row_count > self.most_rows:
            raise CaptureError(self.path, f"holds more than {MAX_CELLS} numbers, at most so many", line)
