"""Arrays in an ``.npz`` archive of anybody: headers are matched and not evaluated, and nothing is unpickled.

Only arrays of numbers, truths and texts exist here, and no array is larger than the bytes that are there.
"""

from __future__ import annotations

import math
import re
import struct
import sys
import zipfile
import zlib
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np

MAX_DIRECTORY_BYTES = 1 << 20
"""Of the list of members; the largest archives that are read have a few dozen."""

SUFFIX = ".npy"
MAGIC = b"\x93NUMPY"
LONGEST_START = 1012
"""Bytes at the beginning of an array that hold its header."""

FAULTS = (
    *(OSError, EOFError, RuntimeError, ValueError, OverflowError, MemoryError, SystemError),
    *(zipfile.BadZipFile, zlib.error, struct.error),
)
"""What reading a broken archive may raise; ``NotImplementedError`` and ``UnicodeError`` are among them."""

_END_OF_DIRECTORY = b"PK\x05\x06"
_END_BYTES, _LONGEST_REMARK = 22, 0xFFFF
_DIRECTORY_SIZE = 12
_LOCAL_HEADER = struct.Struct("<26xHH")
"""What stands before a member's bytes: at its end the lengths of a name and of an extra field."""

_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 1
_LONGEST_HEADER = 1000
_HEADER = re.compile(
    rb"\{\s*'descr':\s*'([<>|=]?[a-zA-Z]\d*)',\s*'fortran_order':\s*(True|False),\s*"
    rb"'shape':\s*\(([0-9L, ]*)\),?\s*\}\s*"
)
_PLAIN_KINDS = "biufSU"
_MOST_DIGITS = 18
"""Of a size; more count nothing that a machine holds."""


class BrokenArrayError(ValueError):
    """An array that cannot be read; the text ends a sentence that begins with its name."""


@dataclass(frozen=True)
class ArrayHeader:
    """What an array is, before its values are read.

    Attributes:
        shape: Its shape.
        dtype: The type of its values: numbers, truths or texts.
        is_fortran: Whether the first index runs fastest.
        start: Where its values begin.
        is_of_today: Whether NumPy still writes such headers; old ones write sizes as ``2L``.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    is_fortran: bool
    start: int
    is_of_today: bool

    @property
    def size(self) -> int:
        """Bytes of its values."""
        return math.prod(self.shape) * self.dtype.itemsize


def open_archive(file: BinaryIO, kind: str = ".npz") -> zipfile.ZipFile:
    """Return an archive, of which nothing but the list of its members is read.

    Args:
        file: Where it is read from.
        kind: What such archives are called.

    Raises:
        BrokenArrayError: It is none, or its list is larger than any.
    """
    try:
        end = file.seek(0, 2)
        file.seek(max(0, end - _END_BYTES - _LONGEST_REMARK))
        tail = file.read(_END_BYTES + _LONGEST_REMARK)
        place = tail.rfind(_END_OF_DIRECTORY)
        if place < 0 or len(tail) < place + _END_BYTES:
            raise BrokenArrayError(f"is not a whole {kind} archive")
        (size,) = struct.unpack_from("<I", tail, place + _DIRECTORY_SIZE)
        if size > MAX_DIRECTORY_BYTES:
            raise BrokenArrayError(f"lists its members in {size} bytes, at most {MAX_DIRECTORY_BYTES}")
        file.seek(0)
        return zipfile.ZipFile(file)
    except BrokenArrayError:
        raise
    except FAULTS as error:
        raise BrokenArrayError(f"is not a readable {kind} archive ({error})") from error


def read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int | None = None) -> bytes:
    """Return what a member unpacks to, whole or its beginning.

    Raises:
        BrokenArrayError: It is broken, or packed in a way that is not read.
    """
    if info.compress_type not in _PACKINGS or info.flag_bits & _ENCRYPTED:
        raise BrokenArrayError("is packed in a way that is not read, expected one that is stored or deflated")
    try:
        with archive.open(info) as member:
            return member.read() if most is None else member.read(most)
    except FAULTS as error:
        raise BrokenArrayError(f"is broken ({error})") from error


def member_start(file: BinaryIO, info: zipfile.ZipInfo) -> int | None:
    """Return where the bytes of a member begin in a file; None where they are packed or not all there."""
    if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & _ENCRYPTED:
        return None
    end = file.seek(0, 2)
    file.seek(info.header_offset)
    start = file.read(_LOCAL_HEADER.size)
    if len(start) < _LOCAL_HEADER.size:
        return None
    name_length, extra_length = _LOCAL_HEADER.unpack(start)
    begin = info.header_offset + _LOCAL_HEADER.size + name_length + extra_length
    return begin if begin + info.file_size <= end else None


def parse_header(content: bytes) -> ArrayHeader:
    """Return what an array is by the first bytes of its ``.npy``.

    Raises:
        BrokenArrayError: It is no array of plain values.
    """
    if not content.startswith(MAGIC) or len(content) < 12:
        raise BrokenArrayError("is not a .npy file")
    begin = 10 if content[6] == 1 else 12
    length = int.from_bytes(content[8:begin], "little")
    match = _HEADER.fullmatch(content[begin : begin + length]) if length <= _LONGEST_HEADER else None
    if match is None:
        raise BrokenArrayError("has a header that is not read")
    code, order, sizes = (group.decode() for group in match.groups())
    if code.lstrip("<>|=")[0] not in _PLAIN_KINDS:
        raise BrokenArrayError("holds pickled objects, which are never loaded")
    words = [size.rstrip("L") for size in sizes.replace(" ", "").split(",") if size]
    try:
        if any(len(word) > _MOST_DIGITS for word in (*words, code)):
            raise ValueError("a size of more digits than any has")
        shape = tuple(int(word) for word in words)
        return ArrayHeader(shape, np.dtype(code), order == "True", begin + length, "L" not in sizes)
    except (TypeError, ValueError, OverflowError) as error:
        raise BrokenArrayError(f"is broken ({error})") from error


def array_in(content: bytes, header: ArrayHeader, may_have_more: bool = False) -> np.ndarray:
    """Return an array that shares the bytes of its ``.npy``.

    Args:
        content: All bytes.
        header: What it is.
        may_have_more: Whether other bytes may follow, as behind the first array of an ``.npy``.

    Raises:
        BrokenArrayError: The bytes do not fill it, or hold characters that do not exist.
    """
    data, size = memoryview(content)[header.start :], header.size
    if header.dtype.itemsize == 0 or len(data) < size or (len(data) > size and not may_have_more):
        raise BrokenArrayError(f"is broken ({len(data)} bytes do not fill its shape {header.shape})")
    if header.dtype.kind == "U" and not is_text(np.frombuffer(data[:size], f"{header.dtype.byteorder}u4")):
        raise BrokenArrayError("is broken (it holds characters that do not exist)")
    try:
        flat = np.frombuffer(data[:size], header.dtype)
        return flat.reshape(header.shape, order="F" if header.is_fortran else "C")
    except (ValueError, OverflowError) as error:
        raise BrokenArrayError(f"is broken ({error})") from error


def is_text(codes: np.ndarray) -> bool:
    """Tell whether all numbers are characters; Python makes texts of others, and falls over them later."""
    is_surrogate = (codes >= 0xD800) & (codes <= 0xDFFF)
    return bool((codes <= sys.maxunicode).all() and not is_surrogate.any())
