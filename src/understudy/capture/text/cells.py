"""Cells of a table, and the numbers that they hold or stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping

from understudy.plain_text import BLANK_CHARACTERS, plain_number

MAX_MAGNITUDE = 1e19
"""Nothing in a capture is larger than the nanoseconds since 1970."""

_AROUND = (BLANK_CHARACTERS + "\"'").encode()
_MISSING = re.compile(
    rb"(?:[-+]?nan(?:\([a-z]*\))?|[-+]?1\.#(?:qnan|snan|ind)\d*|n/?a|null|none|-+)?", re.IGNORECASE
)
"""What programs write where a value is missing; most write nothing."""

_NAN = float("nan")
_LONGEST_KEPT = 40
_NO_WORDS: dict[bytes, float] = {}


def bare_cell(cell: bytes) -> bytes:
    """Return a cell without blanks and quotes around it."""
    return cell.strip(_AROUND)


def cell_text(cell: bytes) -> str:
    """Return a cell as text; bytes that are not UTF-8 stay distinct."""
    return bare_cell(cell).decode("utf-8", errors="backslashreplace")


def cell_number(
    cell: bytes, limit: float = MAX_MAGNITUDE, words: Mapping[bytes, float] = _NO_WORDS
) -> float | None:
    """Return the number in a cell, NaN where it says that its value is missing, None where it is neither.

    Args:
        cell: What stands between separators.
        limit: Largest magnitude of a number.
        words: What stands for a number in this table, in small letters.
    """
    word = bare_cell(cell)
    number = plain_number(word, limit)
    if number is not None or len(word) > _LONGEST_KEPT:
        return number
    if _MISSING.fullmatch(word):
        return _NAN
    return words.get(word.lower())
