"""Arrays in a stranger's ``.npz``: nothing is unpickled, and nothing unpacks to more than it should."""

from __future__ import annotations

import io
import math
import re
import struct
import sys
import zipfile
import zlib

import numpy as np

MAX_ARRAY_BYTES = 1 << 30
"""A larger array is refused."""

MAX_RATIO = 100
FREE_BYTES = 16 << 20
"""A larger array that was packed more than a hundredfold is refused: no measured motion is so even."""

MAX_DIRECTORY_BYTES = 1 << 20
"""Of the list of members; AMASS has a dozen."""

_END_OF_DIRECTORY = b"PK\x05\x06"
_END_BYTES = 22 + 0xFFFF
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SUFFIX = ".npy"
_HEADER = re.compile(
    rb"\{'descr': '([<>|=][a-zA-Z]\d*)', 'fortran_order': (True|False), 'shape': \(([\d, L]*)\), \}\s*"
)
_LONGEST_HEADER = 1000
_LONGEST_START = 12 + _LONGEST_HEADER
_FAULTS = (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, struct.error)
"""What reading a broken archive may raise."""


class NpzArrays:
    """The arrays of an ``.npz`` archive, read one by one when asked for."""

    def __init__(self, content: bytes) -> None:
        """Read the list of members.

        Raises:
            ValueError: Where it is no archive, or one with too many members.
        """
        end = content.rfind(_END_OF_DIRECTORY, max(0, len(content) - _END_BYTES))
        if not content.startswith(b"PK\x03\x04") or end < 0 or len(content) < end + 22:
            raise ValueError("is not a whole .npz archive")
        (size,) = struct.unpack_from("<I", content, end + 12)
        if size > MAX_DIRECTORY_BYTES:
            raise ValueError(f"lists its members in {size} bytes, at most {MAX_DIRECTORY_BYTES}")
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error, OverflowError) as error:
            raise ValueError(f"is not a readable .npz archive ({error})") from error
        self._size = len(content)
        self.files = tuple(info.filename for info in self._archive.infolist())
        self._members = {info.filename.removesuffix(_SUFFIX): info for info in self._archive.infolist()}

    def __contains__(self, name: object) -> bool:
        """Tell whether there is an array of that name."""
        return name in self._members

    def array(self, name: str) -> np.ndarray:
        """Return an array.

        Raises:
            ValueError: Where it is broken, too large, or holds pickled objects.
        """
        info = self._member(name)
        packed = min(info.compress_size, self._size)
        is_bomb = info.file_size > FREE_BYTES and info.file_size > MAX_RATIO * packed
        if info.file_size > MAX_ARRAY_BYTES or is_bomb:
            raise ValueError(f"array '{name}' would unpack to {info.file_size} bytes")
        try:
            return _parse(name, self._archive.read(info))
        except _FAULTS as error:
            raise ValueError(f"array '{name}' is broken ({error})") from error

    def require_plain(self) -> None:
        """Require that every array is one that NumPy writes today, and that texts are texts.

        Raises:
            ValueError: Where one is not.
        """
        for name in self._members:
            info = self._member(name)
            try:
                with self._archive.open(info) as member:
                    code, _, sizes, _ = _header(name, member.read(_LONGEST_START))
            except _FAULTS as error:
                raise ValueError(f"array '{name}' is broken ({error})") from error
            if "L" in sizes:
                raise ValueError(f"array '{name}' has a header that is not read")
            if code[1] == "U":
                self.array(name)

    def _member(self, name: str) -> zipfile.ZipInfo:
        info = self._members[name]
        if info.compress_type not in _PACKINGS or info.flag_bits & 1:
            raise ValueError(f"array '{name}' is packed in a way that is not read")
        return info


def _parse(name: str, content: bytes) -> np.ndarray:
    """Return the array of a ``.npy`` file's bytes."""
    code, is_fortran, sizes, start = _header(name, content)
    data = content[start:]
    try:
        dtype = np.dtype(code)
        shape = tuple(int(size.rstrip("L")) for size in sizes.replace(" ", "").split(",") if size)
        if dtype.itemsize == 0 or math.prod(shape) * dtype.itemsize != len(data):
            raise ValueError(f"{len(data)} bytes do not fill its shape {shape}")
        if dtype.kind == "U" and not _is_text(np.frombuffer(data, f"{dtype.byteorder}u4")):
            raise ValueError("it holds characters that do not exist")
        return np.frombuffer(data, dtype).reshape(shape, order="F" if is_fortran else "C")
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"array '{name}' is broken ({error})") from error


def _header(name: str, content: bytes) -> tuple[str, bool, str, int]:
    """Return type, order, sizes and end of a ``.npy`` file's header, which is matched, not evaluated."""
    if content[:6] != b"\x93NUMPY" or len(content) < 12:
        raise ValueError(f"array '{name}' is not a .npy file")
    width = 2 if content[6] == 1 else 4
    start = 8 + width
    length = int.from_bytes(content[8:start], "little")
    match = _HEADER.fullmatch(content[start : start + length]) if length <= _LONGEST_HEADER else None
    if match is None:
        raise ValueError(f"array '{name}' has a header that is not read")
    code, order, sizes = (group.decode() for group in match.groups())
    if code[1] not in "biufSU":
        raise ValueError(f"array '{name}' holds pickled objects, which are never loaded")
    return code, order == "True", sizes, start + length


def _is_text(codes: np.ndarray) -> bool:
    """Tell whether all numbers are characters; Python makes texts of others, and falls over them later."""
    is_surrogate = (codes >= 0xD800) & (codes <= 0xDFFF)
    return bool((codes <= sys.maxunicode).all() and not is_surrogate.any())
