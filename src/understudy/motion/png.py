"""Pictures as PNG files, without loss, by nothing but zlib; what is read is what was written here.

Pictures of a simulation come by the thousand: each is packed by the filter ``Up`` (a row less the one above
it) at zlib's quickest level, which takes two milliseconds at 320 × 240. Any program shows such a file. A
stranger's PNG, which may be of many more kinds, is not read.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np

from understudy.errors import InvalidMotionError

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _COLOUR = 0, 2
_UP = 2
_LEVEL = 1
_CHUNK = struct.Struct(">I4s")
_HEADER = struct.Struct(">IIBBBBB")
_CHECK = struct.Struct(">I")


def to_png(picture: np.ndarray) -> bytes:
    """Return a picture as the bytes of a PNG file.

    Args:
        picture: (H, W, 3) uint8 in colour, or (H, W, 1) uint8 or uint16 in grey.
    """
    height, width, channels = picture.shape
    rows = _bytes_of_rows(picture)
    packed = np.empty((height, rows.shape[1] + 1), dtype=np.uint8)
    packed[:, 0] = _UP
    packed[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=packed[1:, 1:])
    kind = _GREY if channels == 1 else _COLOUR
    about = _HEADER.pack(width, height, 8 * picture.dtype.itemsize, kind, 0, 0, 0)
    parts = ((b"IHDR", about), (b"IDAT", zlib.compress(packed.tobytes(), _LEVEL)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, content) for name, content in parts)


def from_png(content: bytes, shape: tuple[int, int, int], dtype: np.dtype) -> np.ndarray:
    """Return the picture in a PNG file that :func:`to_png` wrote.

    Args:
        content: The file.
        shape: (height, width, channels) that it has to have; no more memory than that is taken.
        dtype: The type of its values.

    Raises:
        InvalidMotionError: It is another picture, or broken.
    """
    height, width, channels = shape
    chunks = _chunks(content)
    kind = _GREY if channels == 1 else _COLOUR
    if chunks.get(b"IHDR") != _HEADER.pack(width, height, 8 * dtype.itemsize, kind, 0, 0, 0):
        raise InvalidMotionError(f"a picture is not of {width} x {height} pixels as the file says")
    wide = width * channels * dtype.itemsize
    size = height * (wide + 1)
    try:
        plain = zlib.decompressobj().decompress(chunks.get(b"IDAT", b""), size + 1)
    except zlib.error as error:
        raise InvalidMotionError(f"a picture is broken ({error})") from error
    if len(plain) != size:
        raise InvalidMotionError(f"a picture is broken (it unpacks to {len(plain)} bytes, expected {size})")
    rows = np.frombuffer(plain, dtype=np.uint8).reshape(height, wide + 1)
    if (rows[:, 0] != _UP).any():
        raise InvalidMotionError("a picture is packed in a way that Understudy does not write")
    values = np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8)
    return values.view(dtype.newbyteorder(">")).reshape(shape).astype(dtype, copy=False)


def _bytes_of_rows(picture: np.ndarray) -> np.ndarray:
    """Return the bytes (H, W · channels · size) of a picture, the most significant first."""
    ordered = np.ascontiguousarray(picture, dtype=picture.dtype.newbyteorder(">"))
    return ordered.view(np.uint8).reshape(len(picture), -1)


def _chunk(name: bytes, content: bytes) -> bytes:
    check = _CHECK.pack(zlib.crc32(content, zlib.crc32(name)))
    return _CHUNK.pack(len(content), name) + content + check


def _chunks(content: bytes) -> dict[bytes, bytes]:
    """Return name → content of the parts of a PNG file; those after a broken one are left out."""
    found: dict[bytes, bytes] = {}
    place = len(_SIGNATURE)
    if not content.startswith(_SIGNATURE):
        raise InvalidMotionError("a picture is not a PNG file")
    while place + _CHUNK.size <= len(content):
        length, name = _CHUNK.unpack_from(content, place)
        place += _CHUNK.size
        end = place + length
        if end + _CHECK.size > len(content) or name in found:
            break
        (check,) = _CHECK.unpack_from(content, end)
        if check != zlib.crc32(content[place:end], zlib.crc32(name)):
            raise InvalidMotionError("a picture is broken (its check sum is wrong)")
        found[name] = content[place:end]
        place = end + _CHECK.size
    return found
