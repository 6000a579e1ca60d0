"""The compiled kernel that walks through the cells of a table and reads their numbers.

What is no plain number is noted with its place and left to Python, and so is every word that is meant as one.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.text.number_kernel import number_at
from understudy.kernels.compilation import lean_inner_kernel, lean_kernel

DONE, FAULT, FULL = 0, 1, 2
"""How the kernel ends: at the end of the text, at a row of the wrong length, or with no room for notes."""

NUMBER, WORD, SKIPPED = 0, 1, 2
"""What the cells of a column are."""

NO_BYTE = 256
"""Stands for a separator that is no single byte."""

POSITION, LINE, LINE_START, ROW, COLUMN, IS_FILLED, NOTED = range(7)
STATE_SIZE = 7
"""What the kernel goes on from: where it is, and how many cells are noted."""

_IN_WORD, _BLANK, _LINE_END = 0, 1, 2
_KINDS = np.zeros(256, dtype=np.uint8)
"""Of every byte, whether it belongs to a word, separates words, or ends a line."""

_KINDS[list(b" \t\v\f")] = _BLANK
_KINDS[list(b"\r\n")] = _LINE_END

_RETURN, _NEWLINE = b"\r\n"
_N, _A = b"na"


@lean_kernel
def parse_cells(data, state, separator, comma, ends_early, has_gaps, roles, values, lines, noted, limit):
    """Fill ``values`` and ``lines`` of all rows, from where ``state`` stands, and move it along.

    Args:
        data: (B,) bytes.
        state: (7,) where to go on.
        separator: The byte between cells, ``NO_BYTE`` where that is any number of blanks.
        comma: The byte beside the point that decimals may follow.
        ends_early: Whether the last cells of a row may be left out, unless the text ends there.
        has_gaps: Whether the word ``nan`` may stand for a number.
        roles: (C,) what each column is.
        values: (R, C) of which rows that hold anything are filled; further rows are only counted.
        lines: (R,) the line of each row.
        noted: (N, 4) row, column, start and end of the cells that are left to Python.
        limit: Numbers of a larger magnitude are left to Python.
    """
    size, count = data.shape[0], roles.shape[0]
    position, row, column = state[POSITION], state[ROW], state[COLUMN]
    is_filled, outcome = state[IS_FILLED], DONE
    while True:
        while position < size and data[position] != separator and _KINDS[data[position]] == _BLANK:
            position += 1
        if position >= size or _KINDS[data[position]] == _LINE_END:
            if is_filled:
                cells = column + 1 if separator < NO_BYTE else column
                if cells < count and (not ends_early or position >= size):
                    outcome = FAULT
                    break
                row += 1
            if position >= size:
                break
            is_pair = data[position] == _RETURN and position + 1 < size and data[position + 1] == _NEWLINE
            position += 2 if is_pair else 1
            state[LINE] += 1
            state[LINE_START] = position
            column, is_filled = 0, 0
        elif data[position] == separator:
            column += 1
            position += 1
        elif column >= count:
            outcome = FAULT
            break
        elif state[NOTED] == noted.shape[0]:
            outcome = FULL
            break
        else:
            has_room = row < values.shape[0]
            if not is_filled:
                is_filled = 1
                if has_room:
                    lines[row] = state[LINE]
                    for each in range(count):
                        values[row, each] = np.nan
            is_read, value, end = False, 0.0, position
            if roles[column] == NUMBER:
                is_read, value, end = number_at(data, position, size, comma)
                end = _cell_end(data, end, size, separator) if is_read else end
                is_read = is_read and end >= 0 and abs(value) <= limit
            if is_read:
                if has_room:
                    values[row, column] = value
                position = end
            else:
                end = _word_end(data, position, size, separator)
                # The row is filled with NaN already.
                is_missing = roles[column] == NUMBER and has_gaps and _is_nan(data, position, end)
                if roles[column] != SKIPPED and not is_missing and has_room:
                    place = state[NOTED]
                    noted[place, 0], noted[place, 1] = row, column
                    noted[place, 2], noted[place, 3] = position, end
                    state[NOTED] += 1
                position = end
            if separator == NO_BYTE:
                column += 1
    state[POSITION], state[ROW], state[COLUMN], state[IS_FILLED] = position, row, column, is_filled
    return outcome


@lean_inner_kernel
def _cell_end(data, position, size, separator):
    """Return where the cell of a number ends, -1 where more than the number stands in it."""
    if separator < NO_BYTE:
        while position < size and data[position] != separator and _KINDS[data[position]] == _BLANK:
            position += 1
        is_end = position >= size or data[position] == separator or _KINDS[data[position]] == _LINE_END
    else:
        is_end = position >= size or _KINDS[data[position]] != _IN_WORD
    return position if is_end else -1


@lean_inner_kernel
def _word_end(data, position, size, separator):
    """Return where a cell ends, whatever stands in it."""
    while position < size and data[position] != separator and _KINDS[data[position]] != _LINE_END:
        if separator == NO_BYTE and _KINDS[data[position]] == _BLANK:
            break
        position += 1
    return position


@lean_inner_kernel
def _is_nan(data, start, end):
    """Tell whether a cell is the word ``nan`` in small or capital letters, and nothing else."""
    if end - start != 3:
        return False
    # A letter's capital differs from it in one bit.
    return data[start] | 32 == _N and data[start + 1] | 32 == _A and data[start + 2] | 32 == _N
