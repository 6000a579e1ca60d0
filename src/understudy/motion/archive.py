"""One ``.npz`` archive per noun: written whole or not at all, the same bytes each time, never pickle."""

from __future__ import annotations

import io
import os
import secrets
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import numpy as np

from understudy.errors import InvalidMotionError, OutputError

MAX_UNPACKED_BYTES = 8 << 30
"""A stranger's archive that claims to unpack to more than this is refused unread."""

_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""Archive members carry this date, since equal content has to give equal bytes."""

_UNIX = 3
"""Archive members name this system, whichever one wrote them, for the same reason."""

_LEVEL = 1
"""Numbers of motions hardly shrink, and no further for more effort."""

_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SUFFIX = ".npy"


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file whole or not at all: to a temporary neighbour first, then moved into place."""
    with writing(path) as file:
        file.write(content)


@contextmanager
def writing(path: str | Path) -> Iterator[BinaryIO]:
    """Give a file to write to that appears under its name when all is written, and not at all otherwise."""
    path = Path(path)
    temporary = path.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.part"
    try:
        # A plain exclusive open gives the file the permissions that the user's mask asks for.
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        # Whether an error or an interrupt ended the writing, that is what has to be told, not the cleaning.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def require_writable(path: str | Path) -> None:
    """Fail early, before long work, when a result could not be written to ``path``."""
    path = Path(path)
    try:
        is_folder, has_folder = path.is_dir(), path.parent.is_dir()
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error
    if is_folder:
        raise OutputError(f"cannot write {path}: it is a directory, expected a file name")
    if not has_folder:
        raise OutputError(f"cannot write {path}: the folder {path.parent} does not exist")
    if not os.access(path.parent, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise OutputError(f"cannot write {path}: permission denied")


def save_arrays(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Save named arrays; equal arrays give equal bytes."""
    members: dict[str, bytes] = {}
    for name in sorted(arrays):
        member = io.BytesIO()
        np.lib.format.write_array(member, np.asarray(arrays[name]), allow_pickle=False)
        members[f"{name}{_SUFFIX}"] = member.getvalue()
    write_bytes(path, zipped(members, zipfile.ZIP_DEFLATED))


def zipped(members: Mapping[str, bytes], packing: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive of named members; equal ones give equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(_member(name, packing), content, compresslevel=_LEVEL)
    return buffer.getvalue()


def save_pieces(path: str | Path, members: Mapping[str, Iterable[bytes]]) -> None:
    """Save arrays that come in pieces, a header and then rows, so that none is ever in memory whole.

    Equal arrays give equal bytes. They are not packed, which takes longer than simulating them.

    Args:
        path: The archive.
        members: Name of an array → the pieces of its ``.npy`` file.
    """
    with writing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            # How long a member becomes is not known when it begins, and it may be longer than 4 GiB.
            info = _member(f"{name}{_SUFFIX}", zipfile.ZIP_STORED)
            with archive.open(info, "w", force_zip64=True) as member:
                for piece in members[name]:
                    member.write(piece)


def header(dtype: np.dtype, shape: tuple[int, ...]) -> bytes:
    """Return what a ``.npy`` file begins with, before an array's own bytes in C order."""
    start = io.BytesIO()
    described = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(start, described)
    return start.getvalue()


def _member(name: str, packing: int) -> zipfile.ZipInfo:
    """Return the description of an archive's member, equal on every machine and day."""
    info = zipfile.ZipInfo(name, date_time=_FIXED_DATE)
    info.compress_type = packing
    info.create_system = _UNIX
    return info


def load_arrays(
    path: str | Path, required: tuple[str, ...], wanted: Callable[[str], bool] | None = None
) -> dict[str, np.ndarray]:
    """Load an archive written by :func:`save_arrays`, refusing pickles and oversized archives.

    Args:
        path: The archive.
        required: Arrays that have to be there.
        wanted: Says by their names which arrays to read; all by default.
    """
    path = Path(path)
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            unpacked = sum(info.file_size for info in members)
            if unpacked > MAX_UNPACKED_BYTES:
                raise InvalidMotionError(f"{path}: unpacks to {unpacked} bytes, at most {MAX_UNPACKED_BYTES}")
            named = {info.filename.removesuffix(_SUFFIX): info for info in members}
            arrays = {
                name: _read_member(archive, info)
                for name, info in named.items()
                if wanted is None or wanted(name)
            }
    except (OSError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise InvalidMotionError(f"{path}: not a readable .npz archive ({error})") from error
    for name in required:
        if name not in arrays:
            raise InvalidMotionError(f"{path}: array '{name}' is missing, expected {', '.join(required)}")
    return arrays


@contextmanager
def naming_file(path: str | Path) -> Iterator[None]:
    """Turn whatever a stranger's arrays break on their way into a noun into one sentence about the file."""
    try:
        yield
    except InvalidMotionError as error:
        raise InvalidMotionError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise InvalidMotionError(f"{path}: holds arrays that Understudy did not write ({error})") from error


def number(array: np.ndarray) -> float:
    """Return the one number of an array without axes."""
    if array.shape != ():
        raise ValueError(f"a single number is expected, found shape {array.shape}")
    return float(array)


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> np.ndarray:
    """Return one array; its memory is bounded by the member's size, whatever its header claims."""
    if info.compress_type not in _PACKINGS or not info.filename.endswith(_SUFFIX):
        raise ValueError(f"member {info.filename!r} is not a stored or deflated {_SUFFIX} array")
    content = archive.read(info)
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    if version != (1, 0):
        raise ValueError(f"member {info.filename!r} has format version {version}, expected (1, 0)")
    shape, fortran_order, dtype = np.lib.format.read_array_header_1_0(stream)
    if dtype.hasobject:
        raise ValueError(f"member {info.filename!r} holds pickled objects, which are never loaded")
    flat = np.frombuffer(content, dtype=dtype, offset=stream.tell())
    return flat.reshape(shape, order="F" if fortran_order else "C")


def archive_holds(path: str | Path, names: Iterable[str]) -> bool:
    """Return whether a file is an archive with arrays of these names; nothing of them is read."""
    try:
        with zipfile.ZipFile(path) as archive:
            found = set(archive.namelist())
    except (OSError, zipfile.BadZipFile):
        return False
    return found.issuperset(f"{name}.npy" for name in names)
