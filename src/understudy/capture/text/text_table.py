"""Rows of numbers in a text file, parsed many lines at a time, with a line number for every fault.

Where cells stand is found by counting separators and line ends before each word of a piece of the file,
for all words at once; what they say is read by the compiled reader of numbers. Nothing is done word by word
in Python unless a fault has to be located.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.text.number_rows import read_rows
from understudy.capture.text.plain_text import BLANK_CHARACTERS, plain_number
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

BLANKS = ""
"""The separator of tables whose cells stand apart by any number of blanks and tabs."""

MAX_CELLS = 450_000_000
"""Rows times columns, as many numbers as 150 million points have; more would fill the memory."""

MAX_MAGNITUDE = 1e19
"""Nothing in a capture is larger than the nanoseconds since 1970."""

MAX_WORD_BYTES = 80
"""Longest name in a text column."""

_PIECE_BYTES = 4 << 20
_NUMBER_BYTES = b"0123456789+-.eE" + BLANK_CHARACTERS.encode()
_MISSING = re.compile(
    rb"(?<![^\s\x1f])(?:[-+]?nan(?:\([a-z]*\))?|[-+]?1\.#(?:qnan|snan|ind)\d*|n/?a|null|none|-+)(?![^\s\x1f])",
    re.IGNORECASE,
)
"""What programs write where a value is missing, standing alone; \\x1f is the separator during parsing."""

_LONE_DASH = re.compile(rb"-[-\s\x1f]")
_CELL_END = b"\x1f"
_NAN = b"nan"
_WORD_A_LINE = bytes.maketrans(b" \t\v\f" + _CELL_END, b"\n" * 5)
_BLANK = ord(" ")
_NEWLINE = ord("\n")


@dataclass(frozen=True)
class Layout:
    """How the rows of a table are written.

    Attributes:
        column_count: Cells in a row.
        separator: One character between cells, or ``BLANKS``.
        has_decimal_comma: Whether numbers are written as ``1,5``.
        text_column: The column that holds words instead of numbers, if there is one.
        may_end_early: Whether the last cells of a row may be left out, with their separators, unless the
            file itself ends there.
    """

    column_count: int
    separator: str
    has_decimal_comma: bool = False
    text_column: int | None = None
    may_end_early: bool = False


@dataclass(frozen=True, eq=False)
class Rows:
    """What the rows say.

    Attributes:
        values: (T, C), NaN where a cell is empty or says that its value is missing; in the text column
            the index of the word in ``words``.
        lines: (T,) the line of each row, counted from 1.
        words: The different words of the text column, in the order in which they first occur.
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
    return _Parser(path, layout).parse(content, start, first_line)


@dataclass(frozen=True, eq=False)
class _Places:
    """Where the words of a piece stand.

    Attributes:
        rows, columns: For each word the row and the column that it stands in.
        row_lines: (R,) for each row its line in the piece, counted from 0.
        cell_counts: (R,) how many cells each row has.
    """

    rows: np.ndarray
    columns: np.ndarray
    row_lines: np.ndarray
    cell_counts: np.ndarray


class _Parser:
    def __init__(self, path: Path, layout: Layout) -> None:
        self.path = path
        self.layout = layout
        self.index_of_word: dict[bytes, int] = {}
        self.last_cell_count = layout.column_count

    def parse(self, content: bytes, start: int, line: int) -> Rows:
        values: list[np.ndarray] = [np.empty((0, self.layout.column_count))]
        lines: list[np.ndarray] = [np.empty(0, dtype=np.int64)]
        row_count = 0
        for piece in _pieces(content, start):
            part = self._parse_piece(piece, line)
            row_count += len(part.lines)
            if row_count * self.layout.column_count > MAX_CELLS:
                raise CaptureError(self.path, f"holds more than {MAX_CELLS} numbers, at most so many", line)
            values.append(part.values)
            lines.append(part.lines)
            line += piece.count(b"\n")
        row_lines = np.concatenate(lines)
        # Behind a newline there is one more line than there are rows, so that no row stands on the last.
        if self.last_cell_count < self.layout.column_count and row_lines[-1] == line:
            found = f"ends in a row of {self.last_cell_count} cells"
            raise CaptureError(self.path, f"{found}, expected {self.layout.column_count}", line)
        words = tuple(word.decode("utf-8", errors="backslashreplace") for word in self.index_of_word)
        return Rows(np.concatenate(values), row_lines, words)

    def _parse_piece(self, piece: bytes, line: int) -> Rows:
        if _CELL_END in piece:
            fault = line + piece.count(b"\n", 0, piece.index(_CELL_END))
            raise CaptureError(
                self.path, "has the control character \\x1f, expected numbers of a table", fault
            )
        text = self._with_cell_ends(piece)
        words = None
        if self.layout.text_column is not None:
            text, words = self._take_out_words(text, line)
        text = self._without_missing(text)
        places = self._find_places(text)
        numbers = _numbers(text)
        if numbers is None or not self._is_sound(text, places, numbers):
            raise self._first_fault(piece, line)
        if len(places.row_lines):
            self.last_cell_count = int(places.cell_counts[-1])
        values = np.full((len(places.row_lines), self.layout.column_count), np.nan)
        values[places.rows, places.columns] = numbers
        if words is not None:
            values[:, self.layout.text_column] = words[places.row_lines]
        return Rows(values, line + places.row_lines)

    def _with_cell_ends(self, piece: bytes) -> bytes:
        """Return a piece in which one certain byte ends a cell, and numbers have decimal points."""
        if self.layout.separator != BLANKS:
            piece = piece.replace(self.layout.separator.encode(), _CELL_END)
        return piece.replace(b",", b".") if self.layout.has_decimal_comma else piece

    def _find_places(self, text: bytes) -> _Places:
        characters = np.frombuffer(text, dtype=np.uint8)
        is_end = characters == _CELL_END[0]
        is_word = (characters > _BLANK) & ~is_end
        starts = np.flatnonzero(is_word & ~np.concatenate([[False], is_word[:-1]]))
        newlines = np.flatnonzero(characters == _NEWLINE)
        word_lines = np.searchsorted(newlines, starts)
        is_first = np.diff(word_lines, prepend=-1) > 0
        row_lines, rows = word_lines[is_first], np.cumsum(is_first) - 1
        if self.layout.separator == BLANKS:
            first_words = np.flatnonzero(is_first)
            counts = np.diff(np.concatenate([first_words, [len(rows)]]))
            return _Places(rows, np.arange(len(rows)) - first_words[rows], row_lines, counts)
        ends = np.flatnonzero(is_end)
        line_bounds = np.searchsorted(ends, np.concatenate([[0], newlines + 1, [len(text)]]))
        columns = np.searchsorted(ends, starts) - line_bounds[row_lines][rows]
        return _Places(rows, columns, row_lines, np.diff(line_bounds)[row_lines] + 1)

    def _is_sound(self, text: bytes, places: _Places, numbers: np.ndarray) -> bool:
        """Tell whether every word is a number and alone in a column of the table."""
        count = self.layout.column_count
        if text.translate(None, _NUMBER_BYTES + _CELL_END + _NAN) or len(numbers) != len(places.rows):
            return False
        if len(numbers) and places.columns.max() >= count:
            return False
        shares_cell = (np.diff(places.rows) == 0) & (np.diff(places.columns) == 0)
        ends_early = not self.layout.may_end_early and bool((places.cell_counts < count).any())
        return not (shares_cell.any() or ends_early)

    def _without_missing(self, text: bytes) -> bytes:
        """Return a piece in which missing values are empty cells, or ``nan`` where blanks separate."""
        has_words = text.translate(None, _NUMBER_BYTES + _CELL_END) or _LONE_DASH.search(text)
        return _MISSING.sub(_NAN if self.layout.separator == BLANKS else b"", text) if has_words else text

    def _take_out_words(self, text: bytes, line: int) -> tuple[bytes, np.ndarray]:
        """Return a piece with a number in place of each word, and for each of its lines the word's index."""
        characters = np.frombuffer(text, dtype=np.uint8).copy()
        starts, lengths = self._word_cells(characters)
        width = int(lengths.max(initial=0))
        if width > MAX_WORD_BYTES:
            fault = line + int(np.argmax(lengths))
            problem = f"has a name of {width} bytes, expected at most {MAX_WORD_BYTES}"
            raise CaptureError(self.path, problem, fault)
        places = starts[:, None] + np.arange(width)
        is_inside = np.arange(width) < lengths[:, None]
        cells = np.where(is_inside, characters[np.where(is_inside, places, 0)], 0).astype(np.uint8)
        characters[places[is_inside]] = _BLANK
        if width == 0:
            return text, np.full(len(lengths), np.nan)
        different, first, index = np.unique(
            cells.reshape(-1).view(f"S{width}"), return_index=True, return_inverse=True
        )
        codes = np.empty(len(different))
        for place in np.argsort(first):
            word = bytes(different[place]).strip(b" \t\"'")
            codes[place] = self.index_of_word.setdefault(word, len(self.index_of_word)) if word else np.nan
        return characters.tobytes(), codes[index]

    def _word_cells(self, characters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return for each line of a piece where its word cell starts and how many bytes it has."""
        column = self.layout.text_column
        assert column is not None, "only tables with a text column are asked"
        newlines = np.flatnonzero(characters == _NEWLINE)
        line_starts = np.concatenate([[0], newlines + 1])
        line_ends = np.concatenate([newlines, [len(characters)]])
        ends = np.concatenate(
            [np.flatnonzero(characters == _CELL_END[0]), np.full(column + 1, len(characters))]
        )
        first_end = np.searchsorted(ends, line_starts)
        starts = line_starts if column == 0 else ends[first_end + column - 1] + 1
        stops = np.minimum(ends[first_end + column], line_ends)
        return starts, np.maximum(stops - starts, 0)

    def _first_fault(self, piece: bytes, line: int) -> CaptureError:
        """Return the error of the first line that is not a row of the table."""
        for index, text in enumerate(self._with_cell_ends(piece).split(b"\n")):
            problem = self._fault(text)
            if problem is not None:
                return CaptureError(self.path, problem, line + index)
        return CaptureError(self.path, "holds numbers that cannot be read, expected rows of a table", line)

    def _fault(self, text: bytes) -> str | None:
        separator = None if self.layout.separator == BLANKS else _CELL_END
        cells = [cell.strip() for cell in text.split(separator)]
        if not any(cells):
            return None
        count = self.layout.column_count
        for column, cell in enumerate(cells):
            is_text = column == self.layout.text_column
            if cell and not is_text and (column >= count or not _is_number(cell)):
                if column >= count:
                    return f"has {len(cells)} cells, expected {count} as the header has"
                word = shown(cell.decode("utf-8", errors="backslashreplace"))
                return f"has {word} in column {column + 1}, expected a finite number or an empty cell"
        if len(cells) < count and not self.layout.may_end_early:
            return f"has {len(cells)} cells, expected {count} as the header has"
        return None


def _pieces(content: bytes, start: int) -> Iterator[bytes]:
    """Yield the rest of the file in pieces of whole lines, which all end in a newline only."""
    while start < len(content):
        newline = content.find(b"\n", start + _PIECE_BYTES)
        end = len(content) if newline < 0 else newline + 1
        piece = content[start:end]
        yield piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in piece else piece
        start = end


def _numbers(text: bytes) -> np.ndarray | None:
    """Return all words of a piece as numbers, None where one is none."""
    if _NAN in text:
        try:
            numbers = np.array(text.replace(_CELL_END, b" ").split(), dtype=np.float64)
        except ValueError:
            return None
        return numbers if (np.isnan(numbers) | (np.abs(numbers) <= MAX_MAGNITUDE)).all() else None
    # The reader of rows of equal length reads any table as rows of one number.
    rows = read_rows(text.translate(_WORD_A_LINE), 0, 1, len(text), MAX_MAGNITUDE)
    return None if rows.fault is not None else rows.values[:, 0]


def _is_number(cell: bytes) -> bool:
    return _MISSING.fullmatch(cell) is not None or plain_number(cell, MAX_MAGNITUDE) is not None
