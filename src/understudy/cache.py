"""What can be made again, kept on disk between runs: compiled kernels, compiled models.

Nothing here fails. What cannot be written is not kept, and what was damaged, cut short or written by a
stranger is as good as not there, so that whoever asks makes it anew. An entry is written whole or not at all
and carries a checksum; several processes may read and write the same one.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from pathlib import Path

from understudy.opening import open_file, read_file

VARIABLE = "UNDERSTUDY_CACHE"
"""Names the folder in which everything is kept."""

USERS_OWN = frozenset(("tracked",))
"""Kinds of entries that tell of people, and stay out of the folders that users of a machine share."""

_NUMBA_VARIABLE = "NUMBA_CACHE_DIR"
_NAME = "understudy"
_PACKAGE = Path(__file__).parent
_DIGEST_BYTES = hashlib.sha256().digest_size
_PIECE = 1 << 18
_MOST_ENTRY_BYTES = 1 << 30


def cache_folders(kind: str) -> Iterator[Path]:
    """Yield the folders in which entries of a kind are looked for, up to the first that can be written to.

    These are the one that ``UNDERSTUDY_CACHE`` names, the one beside Numba's compiled code, the user's own,
    and a private temporary one. A folder that cannot be written to may hold what its owner made. What tells
    of people is kept in the first and the last two only.
    """
    for root in _roots(kind in USERS_OWN):
        folder = root / kind
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        if folder.is_dir():
            yield folder
            if os.access(folder, os.W_OK | os.X_OK):
                return


def where_to_keep(kind: str) -> str:
    """Return a sentence's end that says what to do where no folder can be written to, empty where one can."""
    if any(os.access(folder, os.W_OK | os.X_OK) for folder in cache_folders(kind)):
        return ""
    return f"; no folder in which to keep it can be written to, set {VARIABLE} to one that can"


def load(kind: str, name: str) -> bytes | None:
    """Return what was saved under a name, None where nothing is or where it was damaged."""
    for folder in cache_folders(kind):
        with suppress(OSError):
            content = read_file(folder / name, _MOST_ENTRY_BYTES)
            if hashlib.sha256(memoryview(content)[_DIGEST_BYTES:]).digest() == content[:_DIGEST_BYTES]:
                _mark_used(folder / name)
                return content[_DIGEST_BYTES:]
    return None


def save(kind: str, name: str, content: bytes, most_bytes: int) -> bool:
    """Save something under a name; return whether that worked.

    Args:
        kind: Which entries it belongs to.
        name: Of the entry, valid as the name of a file.
        content: What to save.
        most_bytes: Size of all entries of this kind beyond which those used longest ago are dropped.
    """
    return save_bare(kind, name, hashlib.sha256(content).digest() + content, most_bytes) is not None


def find_bare(kind: str, name: str, checksum: int) -> Path | None:
    """Return a file that :func:`save_bare` wrote, None where none of that name has this checksum."""
    for folder in cache_folders(kind):
        with suppress(OSError):
            # Three times as fast as a digest, which tells intent from accident where nobody need ask.
            if reduce(lambda value, piece: zlib.crc32(piece, value), _pieces(folder / name), 0) == checksum:
                _mark_used(folder / name)
                return folder / name
    return None


def save_bare(kind: str, name: str, content: bytes | memoryview, most_bytes: int) -> int | None:
    """Write a file with nothing but ``content``, for programs that read it themselves, as :func:`save` does.

    Returns:
        What to tell :func:`find_bare`, since the file does not carry it; None where it was not written.
    """
    for folder in cache_folders(kind):
        try:
            _write(folder / name, content)
        except OSError:
            continue
        _trim(folder, most_bytes)
        return zlib.crc32(content)
    return None


def kept_sizes(kind: str) -> list[int]:
    """Return the size [bytes] of every entry of a kind that is kept."""
    return [entry.stat().st_size for entry in _entries(kind)]


def forget(kind: str) -> int:
    """Delete every entry of a kind; return how many there were."""
    count = 0
    for entry in _entries(kind):
        with suppress(OSError):
            entry.unlink()
            count += 1
    return count


def _entries(kind: str) -> list[Path]:
    return [entry for folder in cache_folders(kind) for entry in sorted(folder.iterdir()) if entry.is_file()]


def file_digest(path: Path | str) -> str:
    """Return the SHA-256 of a file's content, in hexadecimal digits."""
    digest = hashlib.sha256()
    for piece in _pieces(path):
        digest.update(piece)
    return digest.hexdigest()


def _pieces(path: Path | str) -> Iterator[memoryview]:
    """Yield a file's content in pieces that stay in the processor's cache, each valid until the next."""
    with open_file(path) as file:
        buffer = bytearray(_PIECE)
        while size := file.readinto(buffer):
            yield memoryview(buffer)[:size]


def _roots(is_users_own: bool = False) -> Iterator[Path]:
    """Yield the folders in which entries of all kinds may lie, those that people name first."""
    if stated := os.environ.get(VARIABLE):
        yield Path(stated)
    beside = os.environ.get(_NUMBA_VARIABLE)
    # Without being told, Numba keeps compiled code with Python's, in the folder of the source.
    if not is_users_own:
        yield Path(beside) / _NAME if beside else _PACKAGE / "__pycache__"
    users = user_folder()
    if users is not None:
        yield users / _NAME
    private = _private_folder()
    if private is not None:
        yield private


def user_folder() -> Path | None:
    """Return the folder that the system keeps for what a user's programs can make again."""
    name = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    if stated := os.environ.get(name):
        return Path(stated)
    try:
        home = Path.home()
    except RuntimeError:
        return None
    # A home that does not exist is not made: it stands for having none.
    if not home.is_dir():
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _private_folder() -> Path | None:
    """Return a temporary folder that nobody else can write to, None where there is none.

    Kernels are code, and anybody may have made a folder of this name before us.
    """
    if not hasattr(os, "getuid"):
        return None
    try:
        folder = Path(tempfile.gettempdir()) / f"{_NAME}-{os.getuid()}"
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        found = folder.lstat()
    except OSError:
        return None
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return folder if is_ours else None


def _write(path: Path, content: bytes | memoryview) -> None:
    """Write a file under another name first, so that nobody ever sees a half of it."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with open(unfinished, "xb") as file:
            file.write(content)
        os.replace(unfinished, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise


def _mark_used(path: Path) -> None:
    """Set an entry's time to now; in a folder of others it stays as it is."""
    with suppress(OSError):
        os.utime(path)


def _trim(folder: Path, most_bytes: int) -> None:
    """Delete what was used longest ago until the rest is small enough."""
    found: list[tuple[int, int, str]] = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            # Another process may delete and replace entries at the same time.
            with suppress(OSError):
                status = entry.stat()
                found.append((status.st_mtime_ns, status.st_size, entry.path))
    left = sum(size for _, size, _ in found)
    # The last one has just been written.
    for _, size, path in sorted(found)[:-1]:
        if left <= most_bytes:
            return
        with suppress(OSError):
            os.unlink(path)
            left -= size
