"""Open Sound Control 1.0 (Wright 2002): messages and bundles out of packets."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.live.packets import PacketError, PacketReader

DEEPEST = 8
"""Bundles within bundles."""

MOST_ARGUMENTS = 64
_BUNDLE = b"#bundle\0"
_NUMBERS = {"i": "i", "f": "f", "h": "q", "d": "d", "t": "Q", "c": "I", "r": "I"}
_CONSTANTS = {"T": True, "F": False, "N": None, "I": float("inf")}


@dataclass(frozen=True)
class OscMessage:
    """An address and its arguments: numbers, texts, blobs, true, false, nil and impulse."""

    address: str
    arguments: tuple[object, ...]


def read_osc(data: bytes, depth: int = 0) -> list[OscMessage]:
    """Return all messages of a packet in order.

    Raises:
        PacketError: Where it is malformed.
    """
    if depth > DEEPEST:
        raise PacketError(f"has bundles more than {DEEPEST} deep")
    if not data or len(data) % 4:
        raise PacketError(f"has {len(data)} bytes, expected a multiple of four")
    if not data.startswith(_BUNDLE):
        return [_message(data)]
    reader = PacketReader(data, ">")
    reader.bytes(len(_BUNDLE))
    reader.take("Q")
    found: list[OscMessage] = []
    while reader.left:
        found += read_osc(reader.bytes(reader.number("i")), depth + 1)
    return found


def _message(data: bytes) -> OscMessage:
    reader = PacketReader(data, ">")
    address = _text(reader)
    if not address.startswith("/"):
        raise PacketError("has an address that does not begin with a slash")
    if not reader.left:
        return OscMessage(address, ())
    types = _text(reader)
    if not types.startswith(",") or len(types) > MOST_ARGUMENTS + 1:
        raise PacketError("has no types of its arguments")
    return OscMessage(address, tuple(_argument(reader, kind) for kind in types[1:] if kind not in "[]"))


def _argument(reader: PacketReader, kind: str) -> object:
    if kind in _NUMBERS:
        return reader.take(_NUMBERS[kind])[0]
    if kind in _CONSTANTS:
        return _CONSTANTS[kind]
    if kind in ("s", "S"):
        return _text(reader)
    if kind == "b":
        size = reader.number("i")
        blob = reader.bytes(size)
        reader.bytes(-size % 4)
        return blob
    if kind == "m":
        return reader.bytes(4)
    raise PacketError(f"has an argument of an unknown type '{kind!r}'")


def _text(reader: PacketReader) -> str:
    """Return a text that is filled up with zero bytes to a multiple of four."""
    start = reader.place
    text = reader.text()
    reader.bytes(-(reader.place - start) % 4)
    return text
