"""NumPy arrays of plain numbers in the bytes of ``.npy`` and ``.npz`` files, from strangers.

Headers are matched, not evaluated, so that only arrays of numbers exist here: nothing can be unpickled, and
no array is larger than the bytes that are there.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
import zlib
from dataclasses import dataclass

import numpy as np

MAX_UNPACKED_BYTES = 2 << 30
MAX_MEMBERS = 64

_MAGIC = re.compile(rb"\x93NUMPY([\x01-\x03])\x00")
_HEADER = re.compile(
    rb"\{\s*'descr':\s*'(?P<type>[<>|=]?(?:f[248]|[iu][1248]))',\s*'fortran_order':\s*(?P<order>True|False),\s*"
    rb"'shape':\s*\((?P<shape>[0-9L, ]*)\),?\s*\}\s*"
)
_HEADER_BYTES = 1024
_ZIP = b"PK\x03\x04"
_SUFFIX = ".npy"
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_FAULTS = (OSError, ValueError, EOFError, RuntimeError, KeyError, zipfile.BadZipFile, zlib.error)
"""What reading a broken archive may raise."""


@dataclass(frozen=True)
class ArrayHeader:
    """What an array is, before its numbers are read.

    Attributes:
        shape: Its shape.
        dtype: The type of its numbers.
        is_fortran: Whether the first index runs fastest.
        start: Where its numbers begin.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    is_fortran: bool
    start: int


def array_headers(content: bytes) -> dict[str, ArrayHeader | None]:
    """Return name → header of all arrays of a file, None for one that does not hold plain numbers.

    The array of an ``.npy`` has an empty name. What is neither ``.npy`` nor ``.npz`` has no arrays.
    """
    if not content.startswith(_ZIP):
        return {"": parse_header(content)} if _MAGIC.match(content) else {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return {name: parse_header(_read(archive, name, _HEADER_BYTES)) for name in _names(archive)}
    except _FAULTS:
        return {}


def read_array(content: bytes, name: str) -> np.ndarray:
    """Return one array of a file as float64.

    Raises:
        ValueError: Where it is cut off or broken.
    """
    if content.startswith(_ZIP):
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                content = _read(archive, name, MAX_UNPACKED_BYTES)
        except _FAULTS as error:
            raise ValueError("its archive is broken") from error
    header = parse_header(content)
    if header is None:
        raise ValueError("its numbers are of no plain type")
    count = math.prod(header.shape)
    if len(content) - header.start < count * header.dtype.itemsize:
        raise ValueError(f"it ends before its {count} numbers do")
    flat = np.frombuffer(content, header.dtype, count, header.start).astype(np.float64)
    return flat.reshape(header.shape, order="F" if header.is_fortran else "C")


def parse_header(content: bytes) -> ArrayHeader | None:
    """Return what the beginning of an ``.npy`` says, None where that is not an array of plain numbers."""
    magic = _MAGIC.match(content)
    if magic is None:
        return None
    length_bytes = 2 if magic[1] == b"\x01" else 4
    begin = magic.end() + length_bytes
    start = begin + int.from_bytes(content[magic.end() : begin], "little")
    header = _HEADER.fullmatch(content[begin : min(start, begin + _HEADER_BYTES)])
    if header is None:
        return None
    shape = tuple(int(digits) for digits in re.findall(rb"[0-9]+", header["shape"]))
    return ArrayHeader(shape, np.dtype(header["type"].decode()), header["order"] == b"True", start)


def _names(archive: zipfile.ZipFile) -> list[str]:
    members = archive.infolist()
    unpacked = sum(member.file_size for member in members)
    if len(members) > MAX_MEMBERS or unpacked > MAX_UNPACKED_BYTES:
        raise ValueError("the archive is too large")
    if any(member.compress_type not in _PACKINGS for member in members):
        raise ValueError("the archive is packed in an unusual way")
    return [member.filename.removesuffix(_SUFFIX) for member in members]


def _read(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    with archive.open(f"{name}{_SUFFIX}") as member:
        return member.read(most_bytes)
