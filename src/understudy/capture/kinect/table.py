"""Tables with a header, as recorders of depth cameras write them: columns by name, time, and persons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.kinect.time import past_midnight, stamp_of
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import TableHead, read_head
from understudy.capture.text.text_lines import TextLines
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

STATES: dict[bytes, float] = {
    **{b"nottracked": 0.0, b"inferred": 1.0, b"tracked": 2.0, b"false": 0.0, b"true": 1.0},
    **{b"low": 1.0, b"medium": 2.0, b"high": 3.0},
    **{sign + word: float(sign + word) for sign in (b"", b"+", b"-") for word in (b"inf", b"infinity")},
}
"""Words that stand for numbers: states of tracking, and what is beyond measure."""

_SNIFFED_BYTES = 1 << 18


@dataclass(frozen=True, eq=False)
class Table:
    """Rows of one person.

    Attributes:
        values: (R, C) the chosen columns, NaN where a cell is empty.
        stamps: (R,) time stamps, or None.
        names: R cells of the column of words that was asked for.
        notes: What there is to say.
    """

    values: np.ndarray
    stamps: np.ndarray | None
    names: tuple[str, ...]
    notes: tuple[str, ...]


def read_header(content: bytes) -> TableHead | None:
    """Return the header of a table, None where a file begins otherwise."""
    lines = TextLines(Path(), content[:_SNIFFED_BYTES])
    lines.skip_blank()
    head = None if lines.is_at_end else read_head(lines)
    lines.skip_blank()
    return None if lines.is_at_end else head


def read_table(source: Source, head: TableHead, columns: Sequence[int], names: int | None = None) -> Table:
    """Read columns of numbers, and one of names, from all rows of the person who has most of them."""
    time, person = head.find(TIME_WORDS), head.find(PERSON_WORDS)
    words = tuple(column for column in (time, person, names) if column is not None)
    rows = head.rows(
        source,
        word_columns=words,
        skipped_columns=frozenset(range(len(head.titles))).difference(columns, words),
        limit=np.inf,
        words=STATES,
    )
    cells = {column: np.nan_to_num(rows.values[:, column], nan=-1.0).astype(np.int64) for column in words}
    kept, notes = np.ones(len(rows.values), dtype=bool), ()
    if person is not None:
        kept, notes = most_seen(cells[person].tolist(), len(rows.values))
    stamps = None
    if time is not None:
        stamps = past_midnight(_stamps(source, rows.words, cells[time], rows.lines))[kept]
    every = (*rows.words, "")
    named = () if names is None else tuple(every[index] for index in cells[names][kept].tolist())
    return Table(rows.values[kept][:, list(columns)], stamps, named, notes)


def most_seen(persons: Sequence[object], row_count: int) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return (R,) which rows are of the person who has most of them, and the sentence that says so."""
    counts = Counter(persons).most_common()
    if len(counts) < 2:
        return np.ones(row_count, dtype=bool), ()
    kept = np.array([person == counts[0][0] for person in persons])
    return kept, (f"Of {len(counts)} persons the one who is seen most was read.",)


def _stamps(source: Source, words: Sequence[str], indices: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Return (R,) the time stamps of rows by the words in their cells."""
    every = (*words, "")
    found = {index: stamp_of(every[index]) for index in np.unique(indices).tolist()}
    wrong = next((k for k, index in enumerate(indices.tolist()) if found[index] is None), None)
    if wrong is not None:
        raise CaptureError(
            source.path,
            f"has the time {shown(every[indices[wrong]])}, expected a number or 12:34:56.789",
            int(lines[wrong]),
        )
    return np.array([found[index] for index in indices.tolist()], dtype=np.float64)
