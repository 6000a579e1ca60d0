"""Packets of strangers, read with care: nothing is read beyond their end, and counts are bounded."""

from __future__ import annotations

import struct
from functools import lru_cache

import numpy as np

LARGEST_PACKET = 1 << 20
"""Bytes of a packet beyond which nobody looks at it."""

LONGEST_NAME = 256
"""Bytes of a name."""

MOST_ITEMS = 10_000
"""Things of one kind that a packet may count."""


class PacketError(ValueError):
    """A packet that is not what its protocol says; it is ignored and counted."""


@lru_cache(maxsize=64)
def _struct(layout: str) -> struct.Struct:
    return struct.Struct(layout)


class PacketReader:
    """Reads a packet from its beginning.

    Args:
        data: The bytes.
        order: ``<`` for little-endian, ``>`` for big-endian numbers.
    """

    def __init__(self, data: bytes, order: str) -> None:
        """Begin at the first byte."""
        if len(data) > LARGEST_PACKET:
            raise PacketError(f"has {len(data)} bytes, expected at most {LARGEST_PACKET}")
        self._data, self._order, self.place = data, order, 0

    @property
    def left(self) -> int:
        """How many bytes are left."""
        return len(self._data) - self.place

    def take(self, layout: str) -> tuple:
        """Return numbers by their layout as :mod:`struct` has it, without its byte order."""
        form = _struct(self._order + layout)
        if form.size > self.left:
            raise PacketError(f"ends at byte {len(self._data)}, expected {form.size} more at {self.place}")
        values = form.unpack_from(self._data, self.place)
        self.place += form.size
        return values

    def number(self, layout: str) -> int:
        """Return one whole number."""
        return int(self.take(layout)[0])

    def count(self, layout: str = "i", size: int = 1) -> int:
        """Return how many things of at least ``size`` bytes each follow; more than can follow are refused."""
        count = self.number(layout)
        if not 0 <= count <= MOST_ITEMS or count * size > self.left:
            raise PacketError(f"counts {count} things at byte {self.place}, more than it holds")
        return count

    def floats(self, count: int) -> np.ndarray:
        """Return (count,) numbers of 32 bits as 64-bit ones."""
        return np.array(self.take(f"{count}f"), dtype=np.float64)

    def rows(self, count: int, width: int) -> np.ndarray:
        """Return (count, width) such numbers."""
        return self.floats(count * width).reshape(count, width)

    def bytes(self, count: int) -> bytes:
        """Return so many bytes."""
        if not 0 <= count <= self.left:
            raise PacketError(f"states {count} bytes at {self.place}, expected at most {self.left}")
        self.place += count
        return self._data[self.place - count : self.place]

    def text(self) -> str:
        """Return a text that ends with a zero byte."""
        end = self._data.find(b"\0", self.place, self.place + LONGEST_NAME + 1)
        if end < 0:
            raise PacketError(
                f"has a name at byte {self.place} that does not end within {LONGEST_NAME} bytes"
            )
        text = decoded(self._data[self.place : end])
        self.place = end + 1
        return text


def decoded(raw: bytes) -> str:
    """Return UTF-8 as text."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PacketError("has a name that is not UTF-8") from error


def require_finite(values: np.ndarray) -> np.ndarray:
    """Return numbers, refused where some are not finite."""
    if not np.isfinite(values).all():
        raise PacketError("holds numbers that are not finite")
    return values


def unit_quaternions(wxyz: np.ndarray) -> np.ndarray:
    """Return (..., 4) quaternions of unit length; those that are far from it are no orientations."""
    lengths = np.linalg.norm(wxyz, axis=-1, keepdims=True)
    if not (np.abs(lengths - 1.0) < 0.1).all():
        raise PacketError("holds quaternions that are not of unit length")
    return wxyz / lengths
