"""How large a picture becomes once it is unpacked, told from its first bytes."""

from __future__ import annotations

from pathlib import Path

from understudy.errors import RobotError

MOST_PIXELS = 1 << 24
"""Pixels of a texture's or a height field's picture: 4096 × 4096."""

_PNG = b"\x89PNG\r\n\x1a\n"
_WIDTH, _HEIGHT = 16, 20


def require_modest_picture(path: Path, content: bytes) -> None:
    """Refuse a PNG of a few hundred bytes that would fill the memory.

    Raises:
        RobotError: Naming the file and its size in pixels.
    """
    if not content.startswith(_PNG):
        return
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (_WIDTH, _HEIGHT))
    if width * height > MOST_PIXELS:
        raise RobotError(f"{path}: has {width} × {height} pixels, at most {MOST_PIXELS} in all are read")
