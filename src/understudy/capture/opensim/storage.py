"""OpenSim's storage files, MOT and STO: a head that ends in ``endheader``, titles, then rows of numbers.

Motion files of SIMM are written alike, with ``datacolumns`` and ``datarows`` in the head. OpenSim 4 also
writes tables whose cells are vectors, three numbers with commas between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import BLANKS, Layout, parse_rows
from understudy.errors import CaptureError
from understudy.plain_text import plain_count, trimmed

FORMAT_NAME = "MOT/STO"

MAX_HEAD_LINES = 1000
MAX_COLUMNS = 100_000

_SNIFFED_BYTES = 1 << 16
_END_OF_HEAD = re.compile(rb"(?:\A|[\r\n])[ \t]*endheader[ \t]*[\r\n]", re.IGNORECASE)
_END_WORD = b"endheader"
_SETTING = re.compile(r"(\w+)\s*(?:=|\s)(.*)", re.ASCII)
_ROW_COUNTS = ("nrows", "datarows")
_VECTOR = "vec3"
_VECTOR_AXES = ("x", "y", "z")


@dataclass(frozen=True, eq=False)
class Storage:
    """What a storage file says.

    Attributes:
        name: The first line.
        settings: The head's settings, names in lower case.
        titles: C column titles behind the time; a column of vectors has become three.
        values: (T, C) the numbers.
        times: (T,) [s].
        lines: (T,) the line of each row.
        title_line: The line of the titles.
        notes: What the file says wrongly about itself.
    """

    name: str
    settings: Mapping[str, str]
    titles: tuple[str, ...]
    values: np.ndarray
    times: np.ndarray
    lines: np.ndarray
    title_line: int
    notes: tuple[str, ...]


def looks_like_storage(content: bytes) -> bool:
    """Tell whether a file has the end of a storage file's head among its first lines."""
    start = content[:_SNIFFED_BYTES]
    # Most texts do not hold the word at all, which is sooner seen than that no line is it.
    return b"\0" not in start and _END_WORD in start.lower() and _END_OF_HEAD.search(start) is not None


def parse_storage(source: Source) -> Storage:
    """Parse a storage file, as it is.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    lines = TextLines(source.path, source.content)
    name, settings = _head(lines)
    lines.skip_blank()
    line = trimmed(lines.next("the columns' titles"))
    titles = split_titles(line, "\t" if "\t" in line else BLANKS)
    title_line = lines.line - 1
    if not titles or titles[0].lower() != "time" or len(titles) > MAX_COLUMNS:
        found = shown(titles[0]) if titles else "nothing"
        raise lines.error(f"found {found}, expected time and up to {MAX_COLUMNS} further columns' titles", 1)
    kind = settings.get("datatype", "double").lower()
    if kind == _VECTOR:
        titles = ["time", *(f"{title}_{axis}" for title in titles[1:] for axis in _VECTOR_AXES)]
    elif kind not in ("double", "float"):
        raise CaptureError(source.path, f"has cells of type {shown(kind)}, expected Double or Vec3")
    content = source.content
    if kind == _VECTOR:
        # Commas are one byte long as blanks are, so that every line stays where it is.
        content = content[: lines.position] + content[lines.position :].replace(b",", b"\t")
    rows = parse_rows(source.path, content, lines.position, lines.line, Layout(len(titles), BLANKS))
    notes = _require_whole(source, settings, len(rows.values), rows.lines)
    return Storage(
        name,
        settings,
        tuple(titles[1:]),
        rows.values[:, 1:],
        rows.values[:, 0],
        rows.lines,
        title_line,
        notes,
    )


def _head(lines: TextLines) -> tuple[str, dict[str, str]]:
    """Return the first line and the settings, and go on behind ``endheader``."""
    name = trimmed(lines.peek())
    settings: dict[str, str] = {}
    for _ in range(MAX_HEAD_LINES):
        text = lines.next("a line with the word endheader")
        if trimmed(text).lower() == "endheader":
            return name, settings
        match = _SETTING.fullmatch(trimmed(text))
        if match is not None:
            settings.setdefault(match[1].lower(), trimmed(match[2]))
    raise lines.error(f"has {MAX_HEAD_LINES} lines without the word endheader, expected it among them")


def _require_whole(
    source: Source, settings: Mapping[str, str], row_count: int, lines: np.ndarray
) -> tuple[str, ...]:
    """Refuse a file without rows or one that was cut off, and say where it miscounts its rows."""
    if row_count == 0:
        raise CaptureError(source.path, "holds no row of numbers, expected one a frame")
    declared = plain_count(next((settings[key] for key in _ROW_COUNTS if key in settings), ""))
    if declared is None or declared == row_count:
        return ()
    if row_count < declared and not source.content.endswith((b"\n", b"\r")):
        raise CaptureError(
            source.path, f"ends in row {row_count}, expected {declared} as its head says", int(lines[-1])
        )
    return (f"The header declares {declared} rows, the file holds {row_count}.",)
