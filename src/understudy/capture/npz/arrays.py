"""Arrays in a stranger's ``.npz`` or ``.npy``: nothing is unpickled or unpacks to more than it should.

Headers are matched, not evaluated, so that only arrays of numbers and of texts exist here, and no array is
larger than the bytes that are there.
"""

from __future__ import annotations

import io
import math
import re
import struct
import sys
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.errors import CaptureError

MAX_ARRAY_BYTES = 1 << 30
"""A larger array is refused."""

MAX_RATIO = 100
FREE_BYTES = 16 << 20
"""A larger array that was packed more than a hundredfold is refused: no measured motion is so even."""

MAX_DIRECTORY_BYTES = 1 << 20
"""Of the list of members; AMASS has a dozen."""

MAX_LISTED = 64
"""A file with more arrays is not looked through for one of keypoints."""

ZIP = b"PK\x03\x04"
_END_OF_DIRECTORY = b"PK\x05\x06"
_END_BYTES = 22 + 0xFFFF
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SUFFIX = ".npy"
_MAGIC = b"\x93NUMPY"
_HEADER = re.compile(
    rb"\{\s*'descr':\s*'([<>|=]?[a-zA-Z]\d*)',\s*'fortran_order':\s*(True|False),\s*"
    rb"'shape':\s*\(([0-9L, ]*)\),?\s*\}\s*"
)
_LONGEST_HEADER = 1000
_LONGEST_START = 12 + _LONGEST_HEADER
_FAULTS = (OSError, EOFError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error, struct.error)
"""What reading a broken archive may raise."""


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


class NpzArrays:
    """The arrays of an ``.npz`` archive, or the one of an ``.npy`` file, read one by one when asked for.

    Attributes:
        names: What they are called; that of an ``.npy`` has an empty name.
        unpacked_bytes: How large the members of an archive say they are, all together.
    """

    def __init__(self, path: Path, content: bytes) -> None:
        """Read the list of members.

        Args:
            path: The file, for messages.
            content: All its bytes.

        Raises:
            CaptureError: Where it is neither, or an archive with too many members.
        """
        self._path, self._content = path, content
        self._members: dict[str, zipfile.ZipInfo | None] = {"": None}
        if not content.startswith(_MAGIC):
            self._archive = _open(path, content)
            self._members = {info.filename.removesuffix(_SUFFIX): info for info in self._archive.infolist()}
        self.names = tuple(self._members)
        self.unpacked_bytes = sum(info.file_size for info in self._members.values() if info is not None)

    def __contains__(self, name: object) -> bool:
        """Tell whether there is an array of that name."""
        return name in self._members

    def first(self, names: tuple[str, ...]) -> str | None:
        """Return the first of some names that an array bears."""
        return next((name for name in names if name in self), None)

    def header(self, name: str) -> ArrayHeader:
        """Return what an array is.

        Raises:
            CaptureError: Where it is broken or holds pickled objects.
        """
        return self._parse_header(name, self._bytes(name, _LONGEST_START))

    def array(self, name: str) -> np.ndarray:
        """Return an array.

        Raises:
            CaptureError: Where it is missing, broken, too large, or holds pickled objects.
        """
        content = self._bytes(name)
        header = self._parse_header(name, content)
        data = memoryview(content)[header.start :]
        size = math.prod(header.shape) * header.dtype.itemsize
        # Behind the array of an ``.npy`` there may be others, which nobody knows of.
        if header.dtype.itemsize == 0 or len(data) < size or (name and len(data) > size):
            raise self._broken(name, f"{len(data)} bytes do not fill its shape {header.shape}")
        if header.dtype.kind == "U" and not _is_text(
            np.frombuffer(data[:size], f"{header.dtype.byteorder}u4")
        ):
            raise self._broken(name, "it holds characters that do not exist")
        try:
            flat = np.frombuffer(data[:size], header.dtype)
            return flat.reshape(header.shape, order="F" if header.is_fortran else "C")
        except (ValueError, OverflowError) as error:
            raise self._broken(name, error) from error

    def numbers(self, name: str) -> np.ndarray:
        """Return an array of numbers or truths as float64; what does not fit becomes infinite."""
        array = self.array(name)
        if array.dtype.kind not in "fiub":
            raise self.error(name, f"holds {array.dtype}, expected numbers")
        with np.errstate(over="ignore", invalid="ignore"):
            return array.astype(np.float64)

    def number(self, name: str, least: float, most: float) -> float:
        """Return the one number of an array, between bounds."""
        array = self.numbers(name)
        value = float(array.reshape(-1)[0]) if array.size == 1 else math.nan
        if not least <= value <= most:
            expected = f"expected a number from {least:g} to {most:g}"
            raise self.error(name, f"is {array.tolist()!s:.40}, {expected}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return all texts of an array, none where it holds something else."""
        array = self.array(name)
        if array.dtype.kind not in "SU":
            return ()
        return tuple(
            item.decode("utf-8", errors="backslashreplace") if isinstance(item, bytes) else str(item)
            for item in array.reshape(-1)
        )

    def error(self, name: str, problem: str) -> CaptureError:
        """Return the error of an array."""
        return CaptureError(self._path, f"array '{name}' {problem}" if name else f"its array {problem}")

    def require_plain(self) -> None:
        """Require that every array is one that NumPy writes today, and that texts are texts.

        Raises:
            CaptureError: Where one is not.
        """
        for name in self.names:
            header = self.header(name)
            if not header.is_of_today:
                raise self.error(name, "has a header that is not read")
            if header.dtype.kind == "U":
                self.array(name)

    def _bytes(self, name: str, most: int | None = None) -> bytes:
        """Return the bytes of an array's ``.npy``, whole or its beginning."""
        if name not in self._members:
            raise CaptureError(self._path, f"lacks the array '{name}'")
        info = self._members[name]
        if info is None:
            return self._content[:most]
        if info.compress_type not in _PACKINGS or info.flag_bits & 1:
            raise self.error(name, "is packed in a way that is not read")
        packed = min(info.compress_size, len(self._content))
        is_bomb = info.file_size > FREE_BYTES and info.file_size > MAX_RATIO * packed
        if most is None and (info.file_size > MAX_ARRAY_BYTES or is_bomb):
            raise self.error(name, f"would unpack to {info.file_size} bytes")
        try:
            with self._archive.open(info) as member:
                return member.read() if most is None else member.read(most)
        except _FAULTS as error:
            raise self._broken(name, error) from error

    def _parse_header(self, name: str, content: bytes) -> ArrayHeader:
        if not content.startswith(_MAGIC) or len(content) < 12:
            raise self.error(name, "is not a .npy file")
        begin = 10 if content[6] == 1 else 12
        length = int.from_bytes(content[8:begin], "little")
        match = _HEADER.fullmatch(content[begin : begin + length]) if length <= _LONGEST_HEADER else None
        if match is None:
            raise self.error(name, "has a header that is not read")
        code, order, sizes = (group.decode() for group in match.groups())
        if code.lstrip("<>|=")[0] not in "biufSU":
            raise self.error(name, "holds pickled objects, which are never loaded")
        try:
            shape = tuple(int(size.rstrip("L")) for size in sizes.replace(" ", "").split(",") if size)
            return ArrayHeader(shape, np.dtype(code), order == "True", begin + length, "L" not in sizes)
        except (TypeError, ValueError, OverflowError) as error:
            raise self._broken(name, error) from error

    def _broken(self, name: str, why: object) -> CaptureError:
        return self.error(name, f"is broken ({why})")


def arrays_in(content: bytes) -> NpzArrays | None:
    """Return the arrays of a file, None where it is neither ``.npz`` nor ``.npy``."""
    try:
        return NpzArrays(Path(), content)
    except CaptureError:
        return None


def array_headers(content: bytes) -> dict[str, ArrayHeader | None]:
    """Return name → header of all arrays of a file, None for one that does not hold plain numbers."""
    arrays = arrays_in(content)
    if arrays is None or len(arrays.names) > MAX_LISTED:
        return {}
    headers: dict[str, ArrayHeader | None] = {}
    for name in arrays.names:
        try:
            header = arrays.header(name)
        except CaptureError:
            header = None
        headers[name] = header if header is not None and header.dtype.kind in "fiu" else None
    return headers


def _open(path: Path, content: bytes) -> zipfile.ZipFile:
    end = content.rfind(_END_OF_DIRECTORY, max(0, len(content) - _END_BYTES))
    if not content.startswith(ZIP) or end < 0 or len(content) < end + 22:
        raise CaptureError(path, "is not a whole .npz archive")
    (size,) = struct.unpack_from("<I", content, end + 12)
    if size > MAX_DIRECTORY_BYTES:
        raise CaptureError(path, f"lists its members in {size} bytes, at most {MAX_DIRECTORY_BYTES}")
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error, OverflowError) as error:
        raise CaptureError(path, f"is not a readable .npz archive ({error})") from error


def _is_text(codes: np.ndarray) -> bool:
    """Tell whether all numbers are characters; Python makes texts of others, and falls over them later."""
    is_surrogate = (codes >= 0xD800) & (codes <= 0xDFFF)
    return bool((codes <= sys.maxunicode).all() and not is_surrogate.any())
