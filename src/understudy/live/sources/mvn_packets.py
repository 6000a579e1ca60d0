"""Datagrams of Xsens MVN's real-time network streaming, as its specification lays them out.

Numbers are big-endian. A datagram is a header of 24 bytes and what its type says; those of one sample carry
the same counter, and the last of them a mark.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.live.packets import LONGEST_NAME, PacketError, PacketReader, decoded, require_finite

EULER, QUATERNION, POINTS, UNITY = "01", "02", "03", "05"
META, SCALE = "12", "13"
JOINT_ANGLES, LINEAR, ANGULAR, TRACKERS, MASS, TIME_CODE = "20", "21", "22", "23", "24", "25"

_ITEM = {EULER: 6, QUATERNION: 7, POINTS: 3, UNITY: 7, LINEAR: 9, ANGULAR: 10, TRACKERS: 10}
"""Type → numbers of 32 bits behind the identifier of each item."""

KNOWN = (*_ITEM, META, SCALE, JOINT_ANGLES, MASS, TIME_CODE)


@dataclass(frozen=True)
class MvnHeader:
    """The header of a datagram.

    Attributes:
        kind: Its type, two digits.
        sample: Counts samples.
        datagram: Counts datagrams of a sample.
        is_last: Whether it is the last one of its sample.
        items: How many things it holds.
        time: By the sender's clock [s].
        character: Whose it is.
        segments, props, fingers: How many of each the character has; 0 before MVN 2019.
        payload: Bytes behind the header; 0 before MVN 2019.
    """

    kind: str
    sample: int
    datagram: int
    is_last: bool
    items: int
    time: float
    character: int
    segments: int
    props: int
    fingers: int
    payload: int


@dataclass(frozen=True, eq=False)
class MvnItems:
    """Segments, points, trackers or joints of a datagram.

    Attributes:
        header: The header.
        identifiers: (N,) or, of joints, (N, 2).
        values: (N, W) in the order of the specification.
    """

    header: MvnHeader
    identifiers: np.ndarray
    values: np.ndarray


@dataclass(frozen=True, eq=False)
class MvnScale:
    """The character in its null pose.

    Attributes:
        header: The header.
        segments: Name → (3,) where it begins.
        points: Segment's and own identifier, name, flags, and (3,) where it is from the segment's beginning.
    """

    header: MvnHeader
    segments: dict[str, np.ndarray]
    points: tuple[tuple[int, int, str, int, np.ndarray], ...]


@dataclass(frozen=True)
class MvnTexts:
    """Tags of a character (type 12), or its time code under ``time`` (type 25)."""

    header: MvnHeader
    tags: dict[str, str]


@dataclass(frozen=True, eq=False)
class MvnMass:
    """Where (3,) the centre of mass is."""

    header: MvnHeader
    place: np.ndarray


MvnPacket = MvnItems | MvnScale | MvnTexts | MvnMass


def read_mvn(data: bytes) -> MvnPacket | None:
    """Return what a datagram holds, None for a type that is not known.

    Raises:
        PacketError: Where it is malformed.
    """
    reader = PacketReader(data, ">")
    header = _header(reader)
    if header.payload and header.payload != reader.left:
        raise PacketError(f"states {header.payload} bytes, holds {reader.left}")
    if header.kind in _ITEM:
        return _items(reader, header, 1, _ITEM[header.kind])
    if header.kind == JOINT_ANGLES:
        return _items(reader, header, 2, 3)
    if header.kind == SCALE:
        return _scale(reader, header)
    if header.kind == META:
        return MvnTexts(header, _tags(decoded(reader.bytes(reader.left))))
    if header.kind == TIME_CODE:
        size = reader.left
        # Some versions send the length of the text before it, as of any other.
        text = _text(reader) if size > 12 else decoded(reader.bytes(size))
        return MvnTexts(header, {"time": text})
    if header.kind == MASS:
        return MvnMass(header, require_finite(reader.floats(3)))
    return None


def _header(reader: PacketReader) -> MvnHeader:
    mark, sample, datagram, items, time, character, segments, props, fingers, payload = reader.take(
        "6sIBBIBBBB2xH"
    )
    if not mark.startswith(b"MXTP") or not mark[4:].isdigit():
        raise PacketError("does not begin with MXTP and a type")
    return MvnHeader(
        kind=mark[4:].decode("ascii"),
        sample=sample,
        datagram=datagram & 0x7F,
        is_last=bool(datagram & 0x80),
        items=items,
        time=time / 1000.0,
        character=character,
        segments=segments,
        props=props,
        fingers=fingers,
        payload=payload,
    )


def _items(reader: PacketReader, header: MvnHeader, keys: int, width: int) -> MvnItems:
    identifiers = np.empty((header.items, keys), dtype=np.int64)
    values = np.empty((header.items, width))
    for row in range(header.items):
        numbers = reader.take(f"{keys}i{width}f")
        identifiers[row], values[row] = numbers[:keys], numbers[keys:]
    if reader.left:
        raise PacketError(f"holds {reader.left} bytes beyond its {header.items} items")
    return MvnItems(header, identifiers[:, 0] if keys == 1 else identifiers, require_finite(values))


def _scale(reader: PacketReader, header: MvnHeader) -> MvnScale:
    segments = {}
    for _ in range(reader.count("I", 16)):
        name = _text(reader)
        segments[name] = require_finite(reader.floats(3))
    points = []
    for _ in range(reader.count("I", 24)):
        segment, own = reader.take("HH")
        name = _text(reader)
        flags = reader.number("I")
        points.append((segment, own, name, flags, require_finite(reader.floats(3))))
    return MvnScale(header, segments, tuple(points))


def _text(reader: PacketReader) -> str:
    """Return a text that stands behind its length."""
    size = reader.number("i")
    if not 0 <= size <= LONGEST_NAME:
        raise PacketError(f"has a name of {size} bytes, expected at most {LONGEST_NAME}")
    return decoded(reader.bytes(size))


def _tags(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.splitlines())
    return {tag.strip(): value.strip() for tag, colon, value in pairs if colon}
