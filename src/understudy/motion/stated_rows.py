"""Tables that somebody wrote or edited by hand: CSV or JSON, of which every row states the same fields."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from understudy.errors import CaptureError, unknown_name
from understudy.opening import read_file
from understudy.plain_text import plain_lines, plain_number, printable, trimmed

_MOST_BYTES = 1 << 22
_MOST_ROWS = 100_000
_SHOWN = 40

Row = tuple[int, dict[str, Any]]
"""Where a row stands in its file, and what it states."""


def read_rows(
    path: Path, one: str, many: str, fields: Sequence[str], further: Sequence[str] = ()
) -> list[Row]:
    """Read a table: a CSV whose first line names its columns, or a JSON list of objects.

    Args:
        path: The file.
        one: What a row is.
        many: Several of them.
        fields: What every row states.
        further: What it may state besides.

    Raises:
        CaptureError: Naming the file, the line or row, what was found, and what would be valid.
    """
    try:
        text = read_file(path, _MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise CaptureError(path, f"is no text in UTF-8, expected CSV or JSON of {many}") from error
    is_json = trimmed(text).startswith(("[", "{"))
    rows = (_json_rows if is_json else _csv_rows)(path, text, one, (tuple(fields), tuple(further)))
    if len(rows) > _MOST_ROWS:
        raise CaptureError(path, f"holds {len(rows)} {many}, expected at most {_MOST_ROWS}")
    return rows


def seconds(path: Path, row: Row, name: str) -> float:
    """Return the time [s] that a row states.

    Raises:
        CaptureError: Where it is no number.
    """
    place, stated = row
    value = stated[name]
    number = plain_number(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
        found = printable(str(value)[:_SHOWN])
        raise CaptureError(path, f"{name} is '{found}', expected a number of seconds", place)
    return float(number)


_Fields = tuple[tuple[str, ...], tuple[str, ...]]
"""Those that have to be there, and those that may."""


def _csv_rows(path: Path, text: str, one: str, fields: _Fields) -> list[Row]:
    lines = [(number, trimmed(line)) for number, line in enumerate(plain_lines(text), start=1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise CaptureError(path, f"is empty, expected a line {','.join(fields[0])} and one for every {one}")
    titles = [trimmed(title) for title in lines[0][1].split(",")]
    _require_fields(path, titles, lines[0][0], fields)
    if len(set(titles)) < len(titles):
        raise CaptureError(path, "names a column twice, expected each of them once", lines[0][0])
    rows: list[Row] = []
    for number, line in lines[1:]:
        cells = [trimmed(cell) for cell in line.split(",")]
        if len(cells) != len(titles):
            raise CaptureError(path, f"has {len(cells)} cells, expected {len(titles)}", number)
        rows.append((number, dict(zip(titles, cells, strict=True))))
    return rows


def _json_rows(path: Path, text: str, one: str, fields: _Fields) -> list[Row]:
    try:
        stated = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CaptureError(path, f"cannot be read as JSON ({error})") from error
    if not isinstance(stated, list) or not all(isinstance(row, dict) for row in stated):
        raise CaptureError(path, f"is no list of objects, expected {', '.join(fields[0])} for each {one}")
    for index, row in enumerate(stated, start=1):
        _require_fields(path, list(row), index, fields)
    return list(enumerate(stated, start=1))


def _require_fields(path: Path, names: list[str], place: int, fields: _Fields) -> None:
    required, further = fields
    known = (*required, *further)
    astray = next((name for name in names if name not in known), None)
    if astray is not None:
        raise CaptureError(path, unknown_name("field", astray, known), place)
    missing = next((name for name in required if name not in names), None)
    if missing is not None:
        raise CaptureError(path, f"has no field {missing}, expected {', '.join(required)}", place)
