"""OSC packets written from its specification, for tests of the reader."""

from __future__ import annotations

import struct
from collections.abc import Sequence


def message(address: str, *arguments: object) -> bytes:
    types, body = ",", b""
    for each in arguments:
        if isinstance(each, bool) or each is None:
            types += {True: "T", False: "F", None: "N"}[each]
        elif isinstance(each, int):
            types, body = types + "i", body + struct.pack(">i", each)
        elif isinstance(each, float):
            types, body = types + "f", body + struct.pack(">f", each)
        elif isinstance(each, bytes):
            types, body = types + "b", body + struct.pack(">i", len(each)) + each + b"\0" * (-len(each) % 4)
        else:
            types, body = types + "s", body + text(str(each))
    return text(address) + text(types) + body


def bundle(messages: Sequence[bytes]) -> bytes:
    return b"#bundle\0" + struct.pack(">Q", 1) + b"".join(struct.pack(">i", len(m)) + m for m in messages)


def text(value: str) -> bytes:
    raw = value.encode() + b"\0"
    return raw + b"\0" * (-len(raw) % 4)
