"""A capture file's bytes, read once and with care, since capture files come from strangers."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path

from understudy.errors import CaptureError

MAX_FILE_BYTES = 2 << 30
"""A larger file is refused unread, so that no file can fill the memory."""


@dataclass(frozen=True)
class Source:
    """A file and all of its bytes."""

    path: Path
    content: bytes


def read_source(path: str | Path) -> Source:
    """Read a file whole, or say in one sentence why that is not possible."""
    path = Path(path)
    try:
        status = path.stat()
        _require_ordinary(path, status.st_mode, status.st_size)
        with path.open("rb") as file:
            # One byte more than allowed tells whether the file has grown since its size was asked for.
            content = file.read(MAX_FILE_BYTES + 1)
    except FileNotFoundError as error:
        raise CaptureError(path, "there is no such file") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CaptureError(path, f"cannot be read ({reason})") from error
    _require_ordinary(path, status.st_mode, len(content))
    return Source(path, content)


def _require_ordinary(path: Path, mode: int, size: int) -> None:
    if stat.S_ISDIR(mode):
        raise CaptureError(path, "is a folder, expected a capture file")
    if not stat.S_ISREG(mode):
        # Reading a pipe or a device might never end.
        raise CaptureError(path, "is a pipe or a device, expected an ordinary file")
    if size == 0:
        raise CaptureError(path, "is empty, expected a capture file")
    if size > MAX_FILE_BYTES:
        raise CaptureError(path, f"holds {size} bytes, at most {MAX_FILE_BYTES} are read")
