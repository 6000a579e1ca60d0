"""The one door through which files are opened: ordinary files alone, and none larger than its kind needs.

Files come from strangers. Reading a pipe or a device may never end, and a link may lead to one; such a file
is refused without being opened. What is refused is an ``OSError`` whose ``strerror`` is the end of a
sentence, so that every stage names the file in an error of its own.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from io import BufferedReader
from pathlib import Path
from typing import Any

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
"""Between the look at a file and its opening a pipe may take its place: opening that must not wait."""

WRITTEN_BY_HAND = 1 << 20
"""Size [bytes] over which nobody has written a file by hand: options, a robot's description, a program."""


def open_file(path: str | Path, most_bytes: int | None = None) -> BufferedReader:
    """Open an ordinary file for reading.

    Args:
        path: The file; links are followed.
        most_bytes: Size over which it is refused; None where it is read in pieces.

    Raises:
        OSError: It is not there, no ordinary file, or too large; ``strerror`` says which.
    """
    descriptor, _ = _opened(path, most_bytes)
    try:
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_file(path: str | Path, most_bytes: int) -> bytes:
    """Return the content of an ordinary file.

    Args:
        path: The file; links are followed.
        most_bytes: Size over which it is refused unread.

    Raises:
        OSError: As :func:`open_file`, and where the file is still being written.
    """
    descriptor, left = _opened(path, most_bytes)
    try:
        # As much memory is set aside as is asked to be read, so no more is asked for than the size, and one
        # byte that is there only where the file has grown.
        pieces = [os.read(descriptor, left + 1)]
        left -= len(pieces[0])
        while left > 0 and pieces[-1]:
            pieces.append(os.read(descriptor, left + 1))
            left -= len(pieces[-1])
        if left < 0:
            raise OSError(errno.EAGAIN, "it grows while it is read, expected a file that is complete")
    finally:
        os.close(descriptor)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def read_toml(path: str | Path) -> dict[str, Any]:
    """Return what a TOML file says that somebody wrote by hand.

    Raises:
        OSError: As :func:`read_file`.
        ValueError: It is no TOML, or one nested deeper than Python goes.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(read_file(path, WRITTEN_BY_HAND).decode("utf-8"))
    except RecursionError as error:
        raise ValueError(str(error)) from error


def _opened(path: str | Path, most_bytes: int | None) -> tuple[int, int]:
    """Return a descriptor of an ordinary file, which the caller closes, and the file's size [bytes]."""
    try:
        _require_ordinary(os.stat(path), most_bytes)
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:
        # A NUL, or half of a character.
        raise OSError(errno.EINVAL, "no file's name has such characters") from error
    try:
        status = os.fstat(descriptor)
        _require_ordinary(status, most_bytes)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor, status.st_size


def _require_ordinary(status: os.stat_result, most_bytes: int | None) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a pipe or a device, expected an ordinary file")
    if most_bytes is not None and status.st_size > most_bytes:
        raise OSError(errno.EFBIG, f"it holds over {most_bytes} bytes, more than such a file needs")
