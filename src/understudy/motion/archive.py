"""One ``.npz`` archive per noun: written whole or not at all, the same bytes each time, never pickle."""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError, OutputError

MAX_UNPACKED_BYTES = 8 << 30
"""A stranger's archive that claims to unpack to more than this is refused unread."""

_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""Archive members carry this date, since equal content has to give equal bytes."""


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file whole or not at all: to a temporary neighbour first, then moved into place."""
    path = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        _give_ordinary_permissions(temporary)
        os.replace(temporary, path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def require_writable(path: str | Path) -> None:
    """Fail early, before long work, when a result could not be written to ``path``."""
    path = Path(path)
    if path.is_dir():
        raise OutputError(f"cannot write {path}: it is a directory, expected a file name")
    if not path.parent.is_dir():
        raise OutputError(f"cannot write {path}: the folder {path.parent} does not exist")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise OutputError(f"cannot write {path}: permission denied")


def save_arrays(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Save named arrays; equal arrays give equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(arrays):
            member = io.BytesIO()
            np.lib.format.write_array(member, np.asarray(arrays[name]), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", date_time=_FIXED_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, member.getvalue())
    write_bytes(path, buffer.getvalue())


def load_arrays(path: str | Path, required: tuple[str, ...]) -> dict[str, np.ndarray]:
    """Load an archive written by :func:`save_arrays`, refusing pickles and oversized archives."""
    path = Path(path)
    try:
        with zipfile.ZipFile(path) as archive:
            unpacked = sum(info.file_size for info in archive.infolist())
            if unpacked > MAX_UNPACKED_BYTES:
                raise InvalidMotionError(f"{path}: unpacks to {unpacked} bytes, at most {MAX_UNPACKED_BYTES}")
        with np.load(path, allow_pickle=False) as data:
            arrays = {name: data[name] for name in data.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise InvalidMotionError(f"{path}: not a readable .npz archive ({error})") from error
    for name in required:
        if name not in arrays:
            raise InvalidMotionError(f"{path}: array '{name}' is missing, expected {', '.join(required)}")
    return arrays


def _give_ordinary_permissions(path: str) -> None:
    """Undo mkstemp's owner-only mode, which would hide results from a lab's other accounts."""
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(path, 0o666 & ~mask)
