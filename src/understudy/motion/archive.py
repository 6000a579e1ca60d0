"""One ``.npz`` archive per noun: written whole or not at all, the same bytes each time, never pickle."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion.array_members import (
    LONGEST_START,
    SUFFIX,
    BrokenArrayError,
    array_in,
    member_start,
    open_archive,
    parse_header,
    read_member,
)
from understudy.motion.output import replacing, require_writable, write_bytes
from understudy.motion.zip_writer import archive_of
from understudy.opening import open_file
from understudy.plain_text import quoted

__all__ = [
    "header",
    "load_arrays",
    "naming_file",
    "number",
    "require_writable",
    "packed_arrays",
    "save_arrays",
    "save_pieces",
    "write_bytes",
    "zipped",
]

MAX_UNPACKED_BYTES = 8 << 30
"""A stranger's archive that claims to unpack to more than this is refused unread."""

MAX_RATIO = 100
FREE_BYTES = 64 << 20
"""Arrays that unpack to more, and to a hundred times the bytes that are there, are refused unread."""

LONG = 1 << 16
"""Bytes of an array from which on it may stay in its file."""

_MISFITS = (
    *(KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError, ArithmeticError),
    *(MemoryError, SystemError),
)
"""What arrays of a stranger may raise on their way into a noun."""

_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""Archive members carry this date, since equal content has to give equal bytes."""

_UNIX = 3
"""Archive members name this system, whichever one wrote them, for the same reason."""

_LEVEL = 1
"""What shrinks at all shrinks no further for more effort."""

_SAMPLE = 1 << 14
"""Bytes of a member that tell whether all of it would shrink; coordinates hardly do, contacts to a 50th."""

_PLAIN_KINDS = "biufcUS"
"""Kinds of arrays whose files are a header and their bytes: numbers and texts."""

_REMEMBERED = 64
"""Short members, and headers of arrays, that are not packed or written anew where they come again."""

_STREAM_BEGIN, _STREAM_END = 2, 4
"""Bytes before and behind what is deflated, in a stream of zlib's."""

_WORTH_PACKING = 0.9
"""Share of its bytes below which a packed member has to come."""


def save_arrays(path: str | Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Save named arrays; equal arrays give equal bytes."""
    write_bytes(path, packed_arrays(arrays))


def packed_arrays(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Return the archive that :func:`save_arrays` would write."""
    members = {f"{name}{SUFFIX}": _npy_file(np.asarray(arrays[name])) for name in sorted(arrays)}
    content = zipped(members, zipfile.ZIP_DEFLATED)
    if _is_bomb(sum(map(len, members.values())), len(content)):
        # So even are only made-up motions, which have to come back as well.
        content = zipped(members)
    return content


def _npy_file(array: np.ndarray) -> bytes:
    """Return the ``.npy`` file of an array, as NumPy writes it."""
    if array.flags.c_contiguous and array.dtype.kind in _PLAIN_KINDS:
        return header(array.dtype, array.shape) + array.tobytes()
    member = io.BytesIO()
    np.lib.format.write_array(member, array, allow_pickle=False)
    return member.getvalue()


def zipped(members: Mapping[str, bytes], packing: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive of named members, those packed that shrink; equal ones give equal bytes."""
    packed: dict[str, bytes] = {}
    for name, content in members.items() if packing == zipfile.ZIP_DEFLATED else ():
        shrunk = _packed_before(content) if len(content) <= _SAMPLE else _packed(content)
        if shrunk is not None:
            packed[name] = shrunk
    archive = archive_of(members, packed)
    return _zipped_by_python(members, packed) if archive is None else archive


def _zipped_by_python(members: Mapping[str, bytes], packed: Collection[str]) -> bytes:
    """Return the archive that :func:`zipped` does, however large."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            own = zipfile.ZIP_DEFLATED if name in packed else zipfile.ZIP_STORED
            archive.writestr(_member(name, own), content, compresslevel=_LEVEL)
    return buffer.getvalue()


@lru_cache(maxsize=_REMEMBERED)
def _packed_before(content: bytes) -> bytes | None:
    """Return what :func:`_packed` does: names of joints are the same in all motions of a robot."""
    return _packed(content)


def _packed(content: bytes) -> bytes | None:
    """Return a member deflated; None where a piece out of its middle tells that it is not worth packing."""
    start = max(0, (len(content) - _SAMPLE) // 2)
    sample = content[start : start + _SAMPLE]
    shrunk = zlib.compress(sample, _LEVEL)
    if len(shrunk) >= _WORTH_PACKING * len(sample):
        return None
    if len(sample) < len(content):
        shrunk = zlib.compress(content, _LEVEL)
    # Members of archives come without what begins and ends a stream of its own.
    return shrunk[_STREAM_BEGIN:-_STREAM_END]


def save_pieces(path: str | Path, members: Mapping[str, Iterable[bytes]]) -> None:
    """Save arrays that come in pieces, a header and then rows, so that none is ever in memory whole.

    Equal arrays give equal bytes. They are not packed, which takes longer than simulating them.

    Args:
        path: The archive.
        members: Name of an array → the pieces of its ``.npy`` file.
    """
    with (
        replacing(path) as temporary,
        temporary.open("xb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive,
    ):
        for name in sorted(members):
            # How long a member becomes is not known when it begins, and it may be longer than 4 GiB.
            info = _member(f"{name}{SUFFIX}", zipfile.ZIP_STORED)
            with archive.open(info, "w", force_zip64=True) as member:
                for piece in members[name]:
                    member.write(piece)


@lru_cache(maxsize=_REMEMBERED)
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
    path: str | Path,
    required: Iterable[str],
    optional: Iterable[str] | None = None,
    prefixes: tuple[str, ...] = (),
    mapped: str | None = None,
) -> dict[str, np.ndarray]:
    """Load arrays of an archive; members that nobody asked for are not unpacked.

    Args:
        path: The file.
        required: Names of arrays that have to be there.
        optional: Names of further arrays; None for all that there are.
        prefixes: How names of further arrays begin.
        mapped: How names of arrays begin that stay in the file where they are long and not packed, and are
            read when somebody looks at them.

    Raises:
        InvalidMotionError: It is no archive, lacks an array, or holds one that is broken, pickled or larger
            than an honest one.
    """
    required = tuple(required)
    named = None if optional is None else {*required, *optional}

    def is_wanted(name: str) -> bool:
        return named is None or name in named or name.startswith(prefixes)

    with _opened(path) as (file, archive):
        wanted = {name: info for name, info in members_of(archive).items() if is_wanted(name)}
        missing = next((name for name in required if name not in wanted), None)
        if missing is not None:
            expected = f"array '{missing}' is missing, expected {', '.join(required)}"
            raise InvalidMotionError(f"{path}: {expected}")
        _require_modest(path, list(wanted.values()))
        arrays = {}
        for name, info in wanted.items():
            stays = mapped is not None and name.startswith(mapped) and info.file_size > LONG
            try:
                arrays[name] = map_array(file, archive, info) if stays else read_array(archive, info)
            except BrokenArrayError as fault:
                raise _unreadable(path, f"array {quoted(name)} {fault}") from fault
    return arrays


def _require_modest(path: str | Path, members: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse what would unpack to more than motions do; nothing that was measured is so even."""
    unpacked = sum(info.file_size for info in members)
    if unpacked > MAX_UNPACKED_BYTES:
        raise InvalidMotionError(f"{path}: unpacks to {unpacked} bytes, at most {MAX_UNPACKED_BYTES}")
    packed = sum(info.compress_size for info in members)
    if _is_bomb(unpacked, packed):
        raise InvalidMotionError(f"{path}: unpacks to {unpacked} bytes, more than {MAX_RATIO} times its size")


def _is_bomb(unpacked: int, packed: int) -> bool:
    return unpacked > FREE_BYTES and unpacked > MAX_RATIO * packed


@contextmanager
def _opened(path: str | Path) -> Iterator[tuple[BinaryIO, zipfile.ZipFile]]:
    try:
        with open_file(path) as file, open_archive(file) as archive:
            yield file, archive
    except BrokenArrayError as fault:
        raise _unreadable(path, f"it {fault}") from fault
    except OSError as error:
        raise _unreadable(path, error.strerror or error) from error


def members_of(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return name → member of the arrays in an archive; what else it holds is nothing to us."""
    infos = [info for info in archive.infolist() if info.filename.endswith(SUFFIX)]
    return {info.filename.removesuffix(SUFFIX): info for info in infos}


def _unreadable(path: str | Path, problem: object) -> InvalidMotionError:
    return InvalidMotionError(f"{path}: not a readable .npz archive ({problem})")


@contextmanager
def naming_file(path: str | Path) -> Iterator[None]:
    """Turn whatever a stranger's arrays break on their way into a noun into one sentence about the file."""
    try:
        yield
    except InvalidMotionError as error:
        raise InvalidMotionError(f"{path}: {error}") from error
    except _MISFITS as error:
        raise InvalidMotionError(f"{path}: holds arrays that Understudy did not write ({error})") from error


def number(array: np.ndarray) -> float:
    """Return the one number of an array without axes."""
    if array.shape != ():
        raise ValueError(f"a single number is expected, found shape {array.shape}")
    return float(array)


def read_array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> np.ndarray:
    """Return one array; its memory is bounded by the member's size, whatever its header claims."""
    # A short one is read at once; of a long one the beginning has to fit first.
    is_short = info.file_size <= LONG
    start = read_member(archive, info, None if is_short else LONGEST_START)
    header = parse_header(start[:LONGEST_START])
    if header.start + header.size != info.file_size:
        raise BrokenArrayError(f"is broken ({info.file_size} bytes do not fill its shape {header.shape})")
    return array_in(start if is_short else read_member(archive, info), header)


def map_array(file: BinaryIO, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> np.ndarray:
    """Return one array that stays in its file, unless it is packed there; its shape is checked likewise."""
    begin = member_start(file, info)
    header = parse_header(read_member(archive, info, LONGEST_START))
    whole = header.start + header.size == info.file_size and not header.is_fortran
    if begin is None or not whole or header.dtype.hasobject or header.size == 0:
        return read_array(archive, info)
    return np.memmap(file, header.dtype, "r", begin + header.start, header.shape)
