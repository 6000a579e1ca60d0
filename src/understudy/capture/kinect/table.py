"""Tables with a header, as recorders of depth cameras write them: columns by name, time, and persons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.kinect.cells import NumberColumns, Writing, find_writing, first_lines, rows
from understudy.capture.kinect.sensor import squeezed
from understudy.capture.kinect.time import past_midnight, stamp_of
from understudy.capture.source import Source
from understudy.capture.text.plain_text import trimmed
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

_TIMES = ("timestamp", "relativetime", "sensortime", "capturetime", "time", "timems", "timesec", "times")
_FRAMES = ("ticks", "t", "framenumber", "framenum", "frameno", "frameid", "frameindex", "frame")
TIME_WORDS = _TIMES + _FRAMES
"""Names of columns that say when a row was, the best first."""

PERSON_WORDS = ("trackingid", "bodyid", "userid", "personid", "skeletonid", "id", "user", "person", "body")
"""Names of columns that say of whom a row is, the best first."""

_AXIS_WORDS = ("", "pos", "position", "p", "world", "camera", "real", "coord", "3d")
_TURN_WORDS = ("q", "quat", "quaternion", "orientation", "orient", "ori", "rot", "rotation")
_STATE_WORDS = ("state", "trackingstate", "tracked", "conf", "confidence", "confidencelevel")

QUANTITIES: dict[str, str] = (
    {word + axis: axis for word in _AXIS_WORDS for axis in "xyz"}
    | {axis + word: axis for word in _AXIS_WORDS for axis in "xyz"}
    | {word + axis: f"q{axis}" for word in _TURN_WORDS for axis in "xyzw"}
    | dict.fromkeys(_STATE_WORDS, "state")
)
"""What people call a joint's numbers, squeezed → what they are."""


@dataclass(frozen=True)
class Header:
    """The first line of a table: names of columns, squeezed, and how the rows below are written."""

    names: tuple[str, ...]
    writing: Writing

    def find(self, words: Sequence[str]) -> int | None:
        """Return the first column that bears one of these names, the best first."""
        return next((self.names.index(word) for word in words if word in self.names), None)


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of one person.

    Attributes:
        values: (R, C) the chosen columns, NaN where a cell is empty.
        stamps: (R,) time stamps, or None.
        words: For every column of words that was asked for, its R cells.
        notes: What there is to say.
    """

    values: np.ndarray
    stamps: np.ndarray | None
    words: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def read_header(content: bytes) -> Header | None:
    """Return the header of a table, None where a file begins otherwise."""
    lines = first_lines(content, 2)
    if len(lines) < 2:
        return None
    writing = find_writing(lines[0], lines[1])
    cells = Writing(writing.separator, False).cells(lines[0])
    return Header(tuple(squeezed(cell.decode("utf-8", errors="replace")) for cell in cells), writing)


def read_table(
    source: Source, header: Header, columns: Sequence[int], word_columns: Sequence[int] = ()
) -> Table:
    """Read columns of numbers and of words from all rows of the person who has most of them."""
    time, person = header.find(TIME_WORDS), header.find(PERSON_WORDS)
    reader = NumberColumns(source, len(header.names), columns)
    stamps: list[float] = []
    persons: list[bytes] = []
    words: list[tuple[str, ...]] = []
    for line, cells in rows(source, header.writing, skipped=1):
        reader.add(line, cells)
        if time is not None:
            stamps.append(_stamp(source, line, cells[time]))
        if person is not None:
            persons.append(cells[person].strip())
        if word_columns:
            words.append(tuple(trimmed(cells[column].decode("latin-1")) for column in word_columns))
    values = reader.take()
    kept, notes = most_seen(persons, len(values))
    return Table(
        values=values[kept],
        stamps=past_midnight(np.array(stamps))[kept] if time is not None else None,
        words=tuple(zip(*(words[row] for row in np.flatnonzero(kept)), strict=True)) if word_columns else (),
        notes=notes,
    )


def most_seen(persons: Sequence[bytes | str], row_count: int) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return (R,) which rows are of the person who has most of them, and the sentence that says so."""
    counts = Counter(persons).most_common()
    if len(counts) < 2:
        return np.ones(row_count, dtype=bool), ()
    kept = np.array([person == counts[0][0] for person in persons])
    return kept, (f"Of {len(counts)} persons the one who is seen most was read.",)


def _stamp(source: Source, line: int, cell: bytes) -> float:
    stamp = stamp_of(cell.decode("latin-1"))
    if stamp is None:
        word = shown(cell.decode("utf-8", errors="backslashreplace"))
        raise CaptureError(source.path, f"has the time {word}, expected a number or 12:34:56.789", line)
    return stamp
