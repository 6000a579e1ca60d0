"""The parameters of a C3D file: named values in named groups, such as ``POINT:RATE``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.capture.c3d.header import PARAMETER_RECORDS, C3dHeader, Processor
from understudy.capture.source import Source
from understudy.errors import CaptureError

MAX_RECORDS = 20_000
"""Files of real laboratories hold a few hundred; more would only keep the reader busy."""

MAX_DIMENSIONS = 7

TEXT, BYTE, INTEGER, FLOAT = -1, 1, 2, 4
_SIZES = {TEXT: 1, BYTE: 1, INTEGER: 2, FLOAT: 4}
"""Bytes of a value of each type."""


@dataclass(frozen=True)
class Parameter:
    """Where a parameter's values stand.

    Attributes:
        kind: ``TEXT``, ``BYTE``, ``INTEGER`` or ``FLOAT``.
        dimensions: Lengths along each dimension, the fastest running first; empty for a single value.
        start: The first value's place [byte].
    """

    kind: int
    dimensions: tuple[int, ...]
    start: int

    @property
    def count(self) -> int:
        """How many values there are."""
        return math.prod(self.dimensions)


@dataclass(frozen=True, eq=False)
class C3dParameters:
    """All parameters of a file; each is decoded when it is asked for.

    Attributes:
        content: The file.
        processor: How numbers are stored.
        records: (group, parameter), both in capitals → where the values stand.
    """

    content: bytes
    processor: Processor
    records: Mapping[tuple[str, str], Parameter]

    def names(self, group: str) -> list[str]:
        """Return the names of a group's parameters."""
        return [name for owner, name in self.records if owner == group]

    def texts(self, group: str, name: str) -> list[str]:
        """Return a parameter's texts without trailing blanks; none where it is absent or no text."""
        record = self.records.get((group, name))
        if record is None or record.kind != TEXT:
            return []
        length = record.dimensions[0] if record.dimensions else 1
        data = self.content[record.start : record.start + record.count]
        return [_decode(data[start : start + length]) for start in range(0, len(data), length or 1)]

    def all_texts(self, group: str, name: str) -> list[str]:
        """Return the texts of a parameter and of those that continue it, such as LABELS, LABELS2, LABELS3."""
        found = self.texts(group, name)
        number = 2
        while (group, f"{name}{number}") in self.records:
            found += self.texts(group, f"{name}{number}")
            number += 1
        return found

    def values(self, group: str, name: str) -> np.ndarray:
        """Return a parameter's numbers, float64, in its dimensions with the slowest first; (0,) where absent.

        Integers are unsigned, as counts of frames and of points are.
        """
        record = self.records.get((group, name))
        if record is None or record.kind == TEXT:
            return np.empty(0)
        if record.kind == BYTE:
            values = np.frombuffer(self.content, "u1", record.count, record.start)
        elif record.kind == INTEGER:
            values = self.processor.integers(self.content, record.start, record.count).astype("u2")
        else:
            values = self.processor.floats(self.content, record.start, record.count)
        # A signalling NaN of a broken file becomes a quiet one here, which is no reason to warn.
        with np.errstate(invalid="ignore"):
            return values.astype(np.float64).reshape(record.dimensions[::-1])

    def number(self, group: str, name: str) -> float | None:
        """Return a parameter's first number, None where there is none or it is not finite."""
        values = self.values(group, name).ravel()
        return float(values[0]) if len(values) and np.isfinite(values[0]) else None

    def text(self, group: str, name: str) -> str:
        """Return a parameter's first text, empty where there is none."""
        return next(iter(self.texts(group, name)), "")


def parse_parameters(source: Source, header: C3dHeader) -> C3dParameters:
    """Find every parameter, from record to record; each says where the next one stands.

    Raises:
        CaptureError: Where a record reaches beyond the section.
    """
    content, place = source.content, header.parameter_start + PARAMETER_RECORDS
    # The count of blocks in the section's first bytes overflows in files with many parameters, so that
    # the section ends where the data begin, or else with the file.
    end = header.data_start if header.data_start > header.parameter_start else len(content)
    groups: dict[int, str] = {}
    members: list[tuple[int, str, Parameter]] = []
    for _ in range(MAX_RECORDS):
        if place + 2 > end or content[place] == 0:
            break
        # A name of negative length is that of a locked parameter.
        length, owner = abs(_signed(content[place])), _signed(content[place + 1])
        name_end = place + 2 + length
        name = _decode(content[place + 2 : name_end]).upper()
        record = _parameter(content, name_end + 2, end) if owner > 0 else None
        if name_end + 2 > end or (owner > 0 and record is None):
            what = "a parameter's name" if name_end + 2 > end else f"parameter {name}"
            raise CaptureError(
                source.path,
                f"its parameters are broken at byte {place}: {what if what.isprintable() else ascii(what)} "
                f"is of no known type or does not end before byte {end}",
            )
        if record is not None:
            members.append((owner, name, record))
        elif owner < 0:
            groups.setdefault(-owner, name)
        step = int(header.processor.integers(content, name_end, 1).astype("u2")[0])
        if step < 2:
            break
        place = name_end + step
    else:
        raise CaptureError(source.path, f"holds more than {MAX_RECORDS} parameters, so it is no capture")
    records = {(groups[owner], name): record for owner, name, record in members if owner in groups}
    return C3dParameters(content, header.processor, records)


def _parameter(content: bytes, start: int, end: int) -> Parameter | None:
    """Return what stands behind a parameter's name, None where that is broken."""
    if start + 2 > end:
        return None
    kind, dimension_count = _signed(content[start]), content[start + 1]
    values = start + 2 + dimension_count
    if kind not in _SIZES or dimension_count > MAX_DIMENSIONS or values > end:
        return None
    record = Parameter(kind, tuple(content[start + 2 : values]), values)
    return record if values + record.count * _SIZES[kind] <= end else None


def _signed(value: int) -> int:
    return value - 256 if value > 127 else value


def _decode(data: bytes) -> str:
    """Return text without what fills it up; bytes that are no UTF-8 are taken as Latin-1."""
    data = data.rstrip(b" \x00")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
