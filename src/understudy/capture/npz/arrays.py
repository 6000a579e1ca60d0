"""Arrays in a capture's ``.npz`` or ``.npy``: nothing is unpickled or unpacks to more than it should."""

from __future__ import annotations

import io
import math
import zipfile
from pathlib import Path

import numpy as np

from understudy.errors import CaptureError
from understudy.motion.array_members import (
    LONGEST_START,
    MAGIC,
    SUFFIX,
    ArrayHeader,
    BrokenArrayError,
    array_in,
    open_archive,
    parse_header,
    read_member,
)

MAX_ARRAY_BYTES = 1 << 30
"""A larger array is refused."""

MAX_RATIO = 100
FREE_BYTES = 16 << 20
"""A larger array that was packed more than a hundredfold is refused: no measured motion is so even."""

MAX_LISTED = 64
"""A file with more arrays is not looked through for one of keypoints."""

ZIP = b"PK\x03\x04"


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
        if not content.startswith(MAGIC):
            self._archive = _open(path, content)
            self._members = {info.filename.removesuffix(SUFFIX): info for info in self._archive.infolist()}
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
        return self._parse_header(name, self._bytes(name, LONGEST_START))

    def array(self, name: str) -> np.ndarray:
        """Return an array.

        Raises:
            CaptureError: Where it is missing, broken, too large, or holds pickled objects.
        """
        content = self._bytes(name)
        header = self._parse_header(name, content)
        try:
            # Behind the array of an ``.npy`` there may be others, which nobody knows of.
            return array_in(content, header, may_have_more=not name)
        except BrokenArrayError as fault:
            raise self.error(name, str(fault)) from fault

    def member(self, name: str) -> bytes:
        """Return the bytes of a member as they are.

        Raises:
            CaptureError: Where it is missing, broken or too large.
        """
        return self._bytes(name)

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
        packed = min(info.compress_size, len(self._content))
        is_bomb = info.file_size > FREE_BYTES and info.file_size > MAX_RATIO * packed
        if most is None and (info.file_size > MAX_ARRAY_BYTES or is_bomb):
            raise self.error(name, f"would unpack to {info.file_size} bytes")
        try:
            return read_member(self._archive, info, most)
        except BrokenArrayError as fault:
            raise self.error(name, str(fault)) from fault

    def _parse_header(self, name: str, content: bytes) -> ArrayHeader:
        try:
            return parse_header(content)
        except BrokenArrayError as fault:
            raise self.error(name, str(fault)) from fault


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
    if not content.startswith(ZIP):
        raise CaptureError(path, "is not a whole .npz archive")
    try:
        return open_archive(io.BytesIO(content))
    except BrokenArrayError as fault:
        raise CaptureError(path, str(fault)) from fault
