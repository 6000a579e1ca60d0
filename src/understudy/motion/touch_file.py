"""Files of touches that somebody annotated: CSV or JSON with parts and times, and nothing else needed.

    part_a,part_b,start_s,end_s
    hand_l,head,1.20,2.45

JSON is a list of objects with the same fields.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from understudy.errors import CaptureError, InvalidMotionError, unknown_name
from understudy.motion.archive import write_bytes
from understudy.motion.touches import Touch, Touches
from understudy.opening import read_file
from understudy.plain_text import plain_lines, plain_number, printable, trimmed

FIELDS = ("part_a", "part_b", "start_s", "end_s")

_MOST_BYTES = 1 << 22
_MOST_TOUCHES = 100_000
_SHOWN = 40


def read_touches(path: str | Path) -> Touches:
    """Read touches that somebody annotated.

    Args:
        path: A CSV whose first line names its columns, or a JSON list of objects.

    Raises:
        CaptureError: Naming the file, the line or touch, what was found, and what would be valid.
    """
    path = Path(path)
    try:
        text = read_file(path, _MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise CaptureError(path, f"cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise CaptureError(path, "is no text in UTF-8, expected CSV or JSON of touches") from error
    rows = _json_rows(path, text) if trimmed(text).startswith(("[", "{")) else _csv_rows(path, text)
    if len(rows) > _MOST_TOUCHES:
        raise CaptureError(path, f"holds {len(rows)} touches, expected at most {_MOST_TOUCHES}")
    return Touches(tuple(_touch(path, place, row) for place, row in rows))


def write_touches(path: str | Path, touches: Touches) -> None:
    """Write touches as CSV, which :func:`read_touches` reads; places are left out.

    Raises:
        OutputError: Where the file cannot be written.
    """
    lines = [f"{t.part_a},{t.part_b},{t.start:.4f},{t.end:.4f}\n" for t in touches.items]
    write_bytes(path, "".join([",".join(FIELDS) + "\n", *lines]).encode())


Row = tuple[int, dict[str, Any]]
"""Where a touch stands in its file, and what it states."""


def _csv_rows(path: Path, text: str) -> list[Row]:
    lines = [(number, trimmed(line)) for number, line in enumerate(plain_lines(text), start=1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise CaptureError(path, f"is empty, expected a line {','.join(FIELDS)} and one for every touch")
    titles = [trimmed(title) for title in lines[0][1].split(",")]
    _require_fields(path, titles, lines[0][0])
    if len(set(titles)) < len(titles):
        raise CaptureError(path, "names a column twice, expected each of them once", lines[0][0])
    rows: list[Row] = []
    for number, line in lines[1:]:
        cells = [trimmed(cell) for cell in line.split(",")]
        if len(cells) != len(titles):
            raise CaptureError(path, f"has {len(cells)} cells, expected {len(titles)}", number)
        rows.append((number, dict(zip(titles, cells, strict=True))))
    return rows


def _json_rows(path: Path, text: str) -> list[Row]:
    try:
        stated = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CaptureError(path, f"cannot be read as JSON ({error})") from error
    if not isinstance(stated, list) or not all(isinstance(row, dict) for row in stated):
        raise CaptureError(path, f"is no list of objects, expected {', '.join(FIELDS)} for each touch")
    for index, row in enumerate(stated, start=1):
        _require_fields(path, list(row), index)
    return list(enumerate(stated, start=1))


def _require_fields(path: Path, names: list[str], place: int) -> None:
    astray = next((name for name in names if name not in FIELDS), None)
    if astray is not None:
        raise CaptureError(path, unknown_name("field", astray, FIELDS), place)
    missing = next((name for name in FIELDS if name not in names), None)
    if missing is not None:
        raise CaptureError(path, f"has no field {missing}, expected {', '.join(FIELDS)}", place)


def _touch(path: Path, place: int, row: dict[str, Any]) -> Touch:
    times = []
    for name in FIELDS[2:]:
        value = row[name]
        number = plain_number(value) if isinstance(value, str) else value
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            found = printable(str(value)[:_SHOWN])
            raise CaptureError(path, f"{name} is '{found}', expected a number of seconds", place)
        times.append(float(number))
    try:
        return Touch(str(row["part_a"]), str(row["part_b"]), *times)
    except InvalidMotionError as error:
        raise CaptureError(path, str(error), place) from None
