"""Tables with a header, as recorders of depth cameras write them, in two ways.

A line a frame has columns such as ``SpineBase_X``, ``HipCenter.y`` or ``JOINT_WAIST.z``: a joint and what of
it the column holds, in either order and with anything between. A line a joint has columns such as
``Timestamp, JointID, Position.X, Position.Y, Position.Z, State``, with joints by number or by name; a frame
is what has the same time stamp, or without one the lines up to where joints begin again.

A column of time stamps and one of persons may stand anywhere. Other columns are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.kinect.body import Found, SensorBody, most_seen
from understudy.capture.kinect.joints import Sensor, best_sensor, plain
from understudy.capture.kinect.plausible import is_person
from understudy.capture.kinect.time import past_midnight, stamps_of
from understudy.capture.kinect.words import JOINT_WORDS, NUMBERS, PERSON_WORDS, QUANTITIES, STATES, TIME_WORDS
from understudy.capture.source import Source
from understudy.capture.text.broken_rows import whole_rows
from understudy.capture.text.cells import cell_text
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import TableHead, read_head
from understudy.capture.text.text_lines import TextLines, first_lines
from understudy.capture.text.text_table import Layout, Rows, row_cells
from understudy.errors import CaptureError
from understudy.plain_text import plain_count

Column = tuple[str, int]
"""A joint and which of its numbers a column holds."""

_LONGEST_NAME = 64
"""Characters of a column's name; every way to part it is tried."""

_SNIFFED_BYTES = 1 << 18
_SNIFFED_LINES = 200
_PLACE = (0, 1, 2)


def find_columns(content: bytes, sensors: Sequence[Sensor]) -> Found | None:
    """Return the sensor whose joints a file's first line names as columns, if there is one."""
    head = read_header(content)
    if head is None:
        return None
    found = {sensor.name: _joint_columns(sensor, head) for sensor in sensors}
    told = [sensor for sensor in sensors if sensor.is_told_by(_placed_joints(found[sensor.name]))]
    if not told:
        return None
    best = max(told, key=lambda sensor: len(found[sensor.name]))
    return Found(best, lambda source: _read_columns(source, best, head, found[best.name]))


def _read_columns(
    source: Source, sensor: Sensor, head: TableHead, columns: Mapping[Column, int]
) -> SensorBody:
    values, stamps, _, notes = _rows_of_one(source, head, columns.values())
    placed = _placed_joints(columns)
    joints = tuple(joint for joint in sensor.joints if joint in placed)
    numbers = np.full((len(values), len(joints), len(NUMBERS)), np.nan)
    for (joint, quantity), column in columns.items():
        if joint in placed:
            numbers[:, joints.index(joint), quantity] = values[:, column]
    return SensorBody(joints, numbers, stamps, notes)


def find_rows(content: bytes, sensors: Sequence[Sensor]) -> Found | None:
    """Return the sensor whose joints the first lines of a file give one after the other, if any."""
    head = read_header(content)
    joint = None if head is None else head.find(JOINT_WORDS)
    if head is None or joint is None:
        return None
    columns: dict[int, int] = {}
    for column, name in enumerate(head.plain):
        if name in QUANTITIES:
            columns.setdefault(QUANTITIES[name], column)
    if not columns.keys() >= set(_PLACE):
        return None

    def found(sensor: Sensor) -> Found:
        return Found(sensor, lambda source: _read_rows(source, sensor, head, joint, columns))

    lines = first_lines(content, _SNIFFED_LINES)
    # The last line may be cut off.
    lines = lines[:-1] if len(lines) > 2 else lines
    cells = [row_cells(line, head.separator) for line in lines[1:]]
    names = [cell_text(row[joint]) for row in cells if len(row) > joint]
    counts = [plain_count(name) for name in names]
    if None in counts:
        best = best_sensor(sensors, names)
        return None if best is None else found(best)
    numbers = {count for count in counts if count is not None}
    above, layout = content[: head.position], head.layout(**_roles(head, columns.values(), joint))
    told = (found(sensor) for sensor in sensors if sensor.is_told_by_numbers(numbers))
    return next((each for each in told if _makes_a_person(each, above, lines[1:], layout)), None)


def _makes_a_person(found: Found, above: bytes, lines: Sequence[bytes], layout: Layout) -> bool:
    """Tell whether the rows with which a file begins make up a person, if joints have this order.

    A row with a broken cell is left to whoever reads the whole file.
    """
    try:
        return is_person(found.sensor, found.read(Source(Path(), above + b"\n".join(lines))).points)
    except CaptureError:
        whole = whole_rows(lines, layout)
        return whole is not None and len(whole) < len(lines) and _makes_a_person(found, above, whole, layout)


def _read_rows(
    source: Source, sensor: Sensor, head: TableHead, joint: int, columns: Mapping[int, int]
) -> SensorBody:
    values, stamps, words, notes = _rows_of_one(source, head, columns.values(), joint)
    indices = _joint_indices(source, sensor, [words[index] for index in _cells(values[:, joint]).tolist()])
    begins = np.diff(indices) <= 0 if stamps is None else np.diff(stamps) != 0.0
    starts = np.concatenate([[0], np.flatnonzero(begins) + 1])[: len(indices)]
    frames = np.concatenate([[0], np.cumsum(begins)])[: len(indices)]
    numbers = np.full((len(starts), len(sensor.joints), len(NUMBERS)), np.nan)
    for quantity, column in columns.items():
        numbers[frames, indices, quantity] = values[:, column]
    return SensorBody(sensor.joints, numbers, None if stamps is None else stamps[starts], notes)


def _joint_indices(source: Source, sensor: Sensor, words: Sequence[str]) -> np.ndarray:
    """Return (R,) the joint of each row, by its place in the sensor's order."""
    known = {word: sensor.joint_of(word) for word in set(words)}
    unknown = next((word for word, joint in known.items() if joint is None), None)
    if unknown is not None:
        raise CaptureError(
            source.path, f"names the joint {shown(unknown)}, expected one of: {', '.join(sensor.joints)}"
        )
    places = {word: sensor.index[joint] for word, joint in known.items() if joint is not None}
    return np.array([places[word] for word in words], dtype=np.int64)


def read_header(content: bytes) -> TableHead | None:
    """Return the header of a table, None where a file begins otherwise."""
    lines = TextLines(Path(), content[:_SNIFFED_BYTES])
    lines.skip_blank()
    head = None if lines.is_at_end else read_head(lines)
    lines.skip_blank()
    return None if lines.is_at_end else head


def _rows_of_one(
    source: Source, head: TableHead, columns: Iterable[int], names: int | None = None
) -> tuple[np.ndarray, np.ndarray | None, tuple[str, ...], tuple[str, ...]]:
    """Read the rows of the person who has most of them.

    Returns:
        (R, C) the numbers, in columns of words the words' indices; (R,) time stamps, or None; the words, of
        which the last, an empty one, stands for an empty cell; and what there is to say.
    """
    time, person = head.find(TIME_WORDS), head.find(PERSON_WORDS)
    rows = head.rows(source, **_roles(head, columns, names))
    kept, notes = most_seen([] if person is None else _cells(rows.values[:, person]).tolist())
    stamps = None if time is None else past_midnight(_stamps(source, rows, time))
    if notes:
        return rows.values[kept], None if stamps is None else stamps[kept], (*rows.words, ""), notes
    return rows.values, stamps, (*rows.words, ""), notes


def _roles(head: TableHead, columns: Iterable[int], names: int | None) -> dict[str, Any]:
    """Return which columns hold words, which nothing that is read, and what stands for numbers in others."""
    time, person = head.find(TIME_WORDS), head.find(PERSON_WORDS)
    words = tuple(column for column in (time, person, names) if column is not None)
    skipped = frozenset(range(len(head.titles))).difference(columns, words)
    return {"word_columns": words, "skipped_columns": skipped, "limit": np.inf, "words": STATES}


def _stamps(source: Source, rows: Rows, time: int) -> np.ndarray:
    """Return (R,) the time stamps of rows."""
    stamps = stamps_of(rows.words, rows.values[:, time])
    if np.isnan(stamps).any():
        wrong = int(np.argmax(np.isnan(stamps)))
        word = (*rows.words, "")[_cells(rows.values[:, time])[wrong]]
        problem = f"has the time {shown(word)} in column {time + 1}, expected a number or 12:34:56.789"
        raise CaptureError(source.path, problem, int(rows.lines[wrong]))
    return stamps


def _cells(indices: np.ndarray) -> np.ndarray:
    """Return (R,) indices of words, -1 for an empty cell."""
    return np.nan_to_num(indices, nan=-1.0).astype(np.int64)


def _joint_columns(sensor: Sensor, head: TableHead) -> dict[Column, int]:
    """Return what columns hold → their indices; of columns that hold the same the first counts."""
    found: dict[Column, int] = {}
    for index, name in enumerate(head.plain):
        column = _column(sensor, plain(name))
        if column is not None:
            found.setdefault(column, index)
    return found


def _column(sensor: Sensor, name: str) -> Column | None:
    for joint, quantity in _splits(name) if len(name) <= _LONGEST_NAME else ():
        if joint in sensor.spellings:
            return sensor.spellings[joint], quantity
    return None


@lru_cache(maxsize=4096)
def _splits(name: str) -> tuple[tuple[str, int], ...]:
    """Return the ways to part a name into a joint, of whatever sensor, and a quantity, the best first."""
    parts = ((name[:length], name[length:]) for length in range(1, len(name)))
    both = (way for part in parts for way in (part, part[::-1]))
    return tuple((joint, QUANTITIES[quantity]) for joint, quantity in both if quantity in QUANTITIES)


def _placed_joints(columns: Mapping[Column, int]) -> set[str]:
    """Return the joints that have all three coordinates."""
    return {joint for joint, _ in columns if all((joint, axis) in columns for axis in _PLACE)}
