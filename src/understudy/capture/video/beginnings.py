"""How films begin, whatever their names end with."""

from __future__ import annotations

import re

FILM = re.compile(
    rb".{4}(?:ftyp|moov|mdat|wide|free|skip|pnot)"  # MP4, QuickTime, 3GP
    rb"|\x1a\x45\xdf\xa3"  # Matroska, WebM
    rb"|RIFF.{4}AVI |\x00\x00\x01[\xba\xb3]|GIF8[79]a|OggS|FLV\x01|YUV4MPEG2 "
    rb"|\x30\x26\xb2\x75\x8e\x66\xcf\x11"  # ASF, WMV
    rb"|(?=.{188}G.{187}G)G|(?=.{192}.{4}G.{187}.{4}G).{4}G",  # MPEG transport streams, of 188 and 192 bytes
    re.DOTALL,
)
"""Beginnings of containers of films."""

LOOKED_AT = 1 << 10
"""Bytes that tell."""


def begins_as_film(content: bytes) -> bool:
    """Tell whether bytes begin as a film does."""
    return FILM.match(content[:LOOKED_AT]) is not None
