"""Archives of short members, written as Python's own ``zipfile`` writes them, in a third of its time."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Mapping

_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_VERSION = 20
"""Of the format, in which members are stored or deflated."""

_UNIX = 3
"""Members name this system, whichever one wrote them, since equal content has to give equal bytes."""

_DATE, _TIME = (1 << 5) | 1, 0
"""The first of January 1980, for the same reason."""

_PERMISSIONS = 0o600 << 16
_MOST_MEMBERS, _MOST_BYTES = 0xFFFF, 0x7FFFFFFF
"""Beyond these an archive needs fields of another size."""

_FIELDS = struct.Struct("<4H3L2H")
"""What both lists say of a member: flags, packing, time, date, checksum, sizes, lengths of name and extra."""


def archive_of(members: Mapping[str, bytes], packed: Mapping[str, bytes]) -> bytes | None:
    """Return an archive of named members in their order.

    Args:
        members: Name → content.
        packed: Name → deflated content, for members that do not stay as they are.

    Returns:
        The archive; None for one that is larger, or has other names, than this writes.
    """
    total = sum(map(len, members.values()))
    if len(members) >= _MOST_MEMBERS or total >= _MOST_BYTES or not all(map(str.isascii, members)):
        return None
    pieces: list[bytes] = []
    directory: list[bytes] = []
    position = 0
    for name, content in members.items():
        own, title = packed.get(name, content), name.encode("ascii")
        packing = zipfile.ZIP_DEFLATED if name in packed else zipfile.ZIP_STORED
        fields = _FIELDS.pack(
            0, packing, _TIME, _DATE, zlib.crc32(content), len(own), len(content), len(title), 0
        )
        pieces += (_LOCAL, struct.pack("<BB", _VERSION, 0), fields, title, own)
        versions = struct.pack("<BBBB", _VERSION, _UNIX, _VERSION, 0)
        places = struct.pack("<3H2L", 0, 0, 0, _PERMISSIONS, position)
        directory += (_CENTRAL, versions, fields, places, title)
        position += len(_LOCAL) + 2 + _FIELDS.size + len(title) + len(own)
    listed = b"".join(directory)
    count = len(members)
    end = _END + struct.pack("<4H2LH", 0, 0, count, count, len(listed), position, 0)
    return b"".join((*pieces, listed, end))
