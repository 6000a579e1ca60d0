"""MVN datagrams written from the streaming protocol's specification, for tests of the reader."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

import numpy as np


def datagram(kind: str, items: int, payload: bytes, **header: int) -> bytes:
    fields = {
        "sample": 7,
        "counter": 0x80,
        "time": 1234,
        "character": 0,
        "segments": 23,
        "props": 0,
        "fingers": 0,
    }
    fields |= header
    size = header.get("stated", len(payload))
    return (
        b"MXTP"
        + kind.encode()
        + struct.pack(">IBBI", fields["sample"], fields["counter"], items, fields["time"])
        + struct.pack(">BBBB", fields["character"], fields["segments"], fields["props"], fields["fingers"])
        + b"\0\0"
        + struct.pack(">H", size)
        + payload
    )


def items(identifiers: np.ndarray, values: np.ndarray) -> bytes:
    """Return items: identifiers (N,) or (N, 2), and (N, W) numbers behind each."""
    keys = np.asarray(identifiers, dtype=">i4").reshape(len(values), -1)
    rows = zip(keys, np.asarray(values, dtype=">f4"), strict=True)
    return b"".join(key.tobytes() + row.tobytes() for key, row in rows)


def scale(
    segments: Mapping[str, np.ndarray], points: Sequence[tuple[int, int, str, int, np.ndarray]]
) -> bytes:
    out = struct.pack(">I", len(segments))
    for name, place in segments.items():
        out += _text(name) + np.asarray(place, dtype=">f4").tobytes()
    out += struct.pack(">I", len(points))
    for segment, own, name, flags, place in points:
        out += struct.pack(">HH", segment, own) + _text(name)
        out += struct.pack(">I", flags) + np.asarray(place, dtype=">f4").tobytes()
    return out


def _text(text: str) -> bytes:
    raw = text.encode()
    return struct.pack(">i", len(raw)) + raw
