"""FBX's tree of records, as a text or in binary."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

VERSION = 7400
_END = b"\0" * 13
_ARRAYS = {"float64": b"d", "float32": b"f", "int64": b"l", "int32": b"i"}
_FOOTER = bytes.fromhex("fabcab09d0c8d466b1763a837823c000")
"""Any bytes do for most programs; those that check compare the version behind them only."""


@dataclass(frozen=True)
class Id:
    """A number of an object, which is 64 bits wide in binary."""

    number: int


@dataclass(frozen=True)
class Name:
    """An object's name and its class, whose order differs between text and binary."""

    name: str
    kind: str


Value = int | float | str | Id | Name | np.ndarray


@dataclass(frozen=True, eq=False)
class Record:
    """A record: its name, its values, and records in it."""

    name: str
    values: Sequence[Value] = ()
    inner: Sequence[Record] = ()


def as_text(records: Sequence[Record]) -> bytes:
    """Return records as FBX in ASCII."""
    lines = [f"; FBX {VERSION // 1000}.{VERSION // 100 % 10}.0 project file", "; written by Understudy", ""]
    for record in records:
        lines += _lines(record, "")
    return ("\n".join(lines) + "\n").encode()


def _lines(record: Record, indent: str) -> Iterator[str]:
    arrays = [value for value in record.values if isinstance(value, np.ndarray)]
    if arrays:
        yield f"{indent}{record.name}: *{arrays[0].size} {{"
        yield f"{indent}\ta: {','.join(map(_number, arrays[0].tolist()))}"
        yield indent + "}"
        return
    head = f"{indent}{record.name}: {', '.join(map(_text, record.values))}"
    if not record.inner:
        yield head
        return
    yield head + " {"
    for inner in record.inner:
        yield from _lines(inner, indent + "\t")
    yield indent + "}"


def _text(value: Value) -> str:
    if isinstance(value, Name):
        return f'"{value.kind}::{value.name}"'
    if isinstance(value, Id):
        return str(value.number)
    return f'"{value}"' if isinstance(value, str) else _number(value)


def _number(value: object) -> str:
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def as_binary(records: Sequence[Record]) -> bytes:
    """Return records as FBX in binary."""
    content = bytearray(b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", VERSION))
    for record in records:
        _append(content, record)
    content += _END + _FOOTER + b"\0" * 4
    content += b"\0" * (-len(content) % 16) + struct.pack("<I", VERSION) + b"\0" * 120
    return bytes(content)


def _append(content: bytearray, record: Record) -> None:
    values = b"".join(map(_packed, record.values))
    name, begin = record.name.encode(), len(content)
    content += b"\0" * 4 + struct.pack("<IIB", len(record.values), len(values), len(name)) + name + values
    for inner in record.inner:
        _append(content, inner)
    if record.inner:
        content += _END
    content[begin : begin + 4] = struct.pack("<I", len(content))


def _packed(value: Value) -> bytes:
    if isinstance(value, np.ndarray):
        data = np.ascontiguousarray(value).tobytes()
        return _ARRAYS[value.dtype.name] + struct.pack("<III", value.size, 0, len(data)) + data
    if isinstance(value, Id):
        return b"L" + struct.pack("<q", value.number)
    if isinstance(value, int):
        return b"I" + struct.pack("<i", value)
    if isinstance(value, float):
        return b"D" + struct.pack("<d", value)
    text = (f"{value.name}\0\x01{value.kind}" if isinstance(value, Name) else value).encode()
    return b"S" + struct.pack("<I", len(text)) + text
