"""Rows of numbers with a broken cell here and there, told from lines of another kind.

Files without titles are told by the numbers of their first lines. One cell that is no number must not make
such a file unknown: it is told by its other rows, and whoever then reads all of it names the cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from understudy.capture.text.cells import cell_number
from understudy.capture.text.text_table import Layout, row_cells

_MOST_BROKEN = 0.25
"""Share of a row's cells that may be broken; of titles and sentences more are no numbers."""


def whole_rows(lines: Sequence[bytes], layout: Layout) -> list[bytes] | None:
    """Return the lines that are whole rows of a table.

    Args:
        lines: Lines without their ends.
        layout: How rows are written.

    Returns:
        None where that is not most of them, or where another line is more than a row with a few broken cells.
    """
    others = layout.skipped_columns.union(layout.word_columns)
    whole: list[bytes] = []
    for line in lines:
        cells = row_cells(line, layout.separator)
        if len(cells) < layout.column_count or any(cells[layout.column_count :]):
            return None
        own = [cell for column, cell in enumerate(cells[: layout.column_count]) if column not in others]
        broken = sum(_is_broken(cell, layout) for cell in own)
        if broken > _MOST_BROKEN * len(own):
            return None
        if broken == 0:
            whole.append(line)
    return whole if 2 * len(whole) > len(lines) else None


def _is_broken(cell: bytes, layout: Layout) -> bool:
    text = cell.replace(b",", b".") if layout.has_decimal_comma else cell
    return bool(text) and cell_number(text, layout.limit, layout.words) is None
