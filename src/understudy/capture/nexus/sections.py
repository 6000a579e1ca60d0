"""The sections of a Vicon Nexus CSV: each has a title, a rate, names over their columns, axes, units, rows.

    Trajectories
    100
    ,,Ann:LASI,,,Ann:RASI,,
    Frame,Sub Frame,X,Y,Z,X,Y,Z
    ,,mm,mm,mm,mm,mm,mm
    1,0,101.2,-230.4,931.0, …

Forces, angles and events are further sections, in any order, with a blank line between them. Vicon's older
programs write ``120,Hz`` as the rate and ``Field #`` for the frames.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.capture.source import Source
from understudy.capture.text.point_columns import LENGTH_UNITS
from understudy.capture.text.quoting import shown
from understudy.capture.text.table_head import separator_of, split_titles
from understudy.capture.text.text_lines import TextLines
from understudy.capture.text.text_table import Layout, Rows, parse_rows
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS
from understudy.plain_text import plain_number

MAX_COLUMNS = 300_000
_MOST_SECTIONS = 100

_TITLES = rb"(Trajectories|Model Outputs|Devices|Segments|Joints|Events|Objects)"
_BEGINNING = re.compile(
    rb"[\xef\xbb\xbf\s]*\"?" + _TITLES + rb"\"?[,;\t ]{0,99}\r?\n\s{0,99}\"?[0-9]", re.IGNORECASE
)
_SECTION = re.compile(rb"^(?:\xef\xbb\xbf)?\"?" + _TITLES + rb"\"?[,;\t ]*\r?$", re.IGNORECASE | re.MULTILINE)
_FRAMES = ("frame", "field")


@dataclass(frozen=True)
class Section:
    """Where a section is.

    Attributes:
        title: Its title in small letters.
        start: Where its title begins.
        line: The line of its title, counted from 1.
        end: Where the next section begins, or the file ends.
    """

    title: str
    start: int
    line: int
    end: int


@dataclass(frozen=True, eq=False)
class SectionTable:
    """What a section holds.

    Attributes:
        fps: Frames a second [1/s].
        unit: Metres per unit of length, None where the file does not say.
        names: K names that have columns for all axes.
        points: (T, K, 3).
        frames: (T,) numbers of the frames.
        lines: (T,) their lines.
    """

    fps: float
    unit: float | None
    names: tuple[str, ...]
    points: np.ndarray
    frames: np.ndarray
    lines: np.ndarray


def looks_like_nexus(content: bytes) -> bool:
    """Tell whether a text begins with the title of a section and a number."""
    return _BEGINNING.match(content) is not None


def find_sections(content: bytes) -> tuple[Section, ...]:
    """Return the sections in their order; beyond a hundred the last one holds the rest."""
    matches = []
    for match in _SECTION.finditer(content):
        matches.append(match)
        if len(matches) == _MOST_SECTIONS:
            break
    ends = [*(match.start() for match in matches[1:]), len(content)]
    sections: list[Section] = []
    line, place = 1, 0
    for match, end in zip(matches, ends, strict=True):
        line += content.count(b"\n", place, match.start())
        place = match.start()
        sections.append(Section(match[1].decode().lower(), place, line, end))
    return tuple(sections)


def parse_section(source: Source, section: Section, axes: tuple[str, str, str]) -> SectionTable:
    """Parse a section of points.

    Args:
        source: The file.
        section: Where it is.
        axes: What its columns of x, y and z are called, in small letters.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    content = source.content if section.end == len(source.content) else source.content[: section.end]
    lines = TextLines(source.path, content, section.start, section.line)
    lines.next("the title of a section")
    fps = _rate(lines)
    names = lines.next("a line of names over their columns")
    titles_line = lines.next("a line that begins with Frame")
    separator = separator_of(titles_line) or ","
    titles = [title.lower() for title in split_titles(titles_line, separator)]
    if len(titles) > MAX_COLUMNS:
        raise lines.error(f"has {len(titles)} columns, at most {MAX_COLUMNS} are read", 1)
    if not titles[0].startswith(_FRAMES):
        raise lines.error(f"begins with {shown(titles[0])}, expected Frame", 1)
    columns = _columns(split_titles(names, separator), titles, axes)
    if not columns:
        wanted = ", ".join(axis.upper() for axis in axes)
        raise lines.error(f"names no point above columns {wanted}, expected one above each three", 1)
    unit = _unit(lines, separator, columns)
    layout = Layout(
        len(titles),
        separator,
        has_decimal_comma=separator != "," and "," in lines.peek(),
        skipped_columns=frozenset(range(1, len(titles))).difference(*columns.values()),
        may_end_early=True,
    )
    rows = parse_rows(source.path, content, lines.position, lines.line, layout)
    return SectionTable(fps, unit, tuple(columns), _points(rows, columns), rows.values[:, 0], rows.lines)


def _rate(lines: TextLines) -> float:
    lines.skip_blank()
    text = lines.next("a line with the rate").strip(' \t,;"').split(",")[0]
    rate = plain_number(text, MAX_FPS)
    if rate is None or rate < MIN_FPS:
        expected = f"expected a number from {MIN_FPS:g} to {MAX_FPS:g}"
        raise lines.error(f"has the rate {shown(text)}, {expected}", 1)
    return rate


def _columns(names: list[str], titles: list[str], axes: tuple[str, str, str]) -> dict[str, tuple[int, ...]]:
    """Return name → the columns of its axes, for names that have all of them; each stands over its first."""
    found: dict[str, dict[str, int]] = {}
    name = ""
    for column, title in enumerate(titles):
        name = (names[column] if column < len(names) else "") or name
        if name and title in axes:
            found.setdefault(name, {}).setdefault(title, column)
    whole = {name: places for name, places in found.items() if len(places) == len(axes)}
    return {name: tuple(places[axis] for axis in axes) for name, places in whole.items()}


def _unit(lines: TextLines, separator: str, columns: Mapping[str, tuple[int, ...]]) -> float | None:
    """Return the unit of some columns by the row of units, where there is one, and go on to the first row."""
    lines.skip_blank()
    cells = [cell.lower() for cell in split_titles(lines.peek(), separator)]
    if cells[0]:
        return None
    lines.next("a row of units")
    used = {cells[column] for places in columns.values() for column in places if column < len(cells)}
    unknown = next((unit for unit in sorted(used) if unit not in LENGTH_UNITS), None)
    if unknown is not None or len(used) > 1:
        found = (
            f"the unit {shown(unknown)}" if unknown is not None else "columns of different units of length"
        )
        raise lines.error(f"has {found}, expected one of {', '.join(LENGTH_UNITS)}", 1)
    return LENGTH_UNITS[used.pop()] if used else None


def _points(rows: Rows, columns: Mapping[str, tuple[int, ...]]) -> np.ndarray:
    places = np.array(list(columns.values()), dtype=np.int64).reshape(-1, 3)
    return rows.values[:, places]
