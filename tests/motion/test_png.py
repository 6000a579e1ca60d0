"""Pictures packed without loss, read by anybody, and of strangers not at all."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.motion.png import from_png, to_png

KINDS = [((5, 7, 3), np.uint8), ((4, 6, 1), np.uint8), ((4, 6, 1), np.uint16), ((1, 1, 3), np.uint8)]


def example(shape: tuple[int, int, int], dtype: type) -> np.ndarray:
    """Return a picture in which every row and channel differs, and values wrap around."""
    largest = np.iinfo(dtype).max
    return ((np.arange(np.prod(shape)) * 7919) % (largest + 1)).reshape(shape).astype(dtype)


@pytest.mark.parametrize(("shape", "dtype"), KINDS)
def test_a_picture_comes_back_as_it_was(shape: tuple[int, int, int], dtype: type) -> None:
    picture = example(shape, dtype)
    read = from_png(to_png(picture), shape, np.dtype(dtype))
    assert read.dtype == dtype
    np.testing.assert_array_equal(read, picture)


@pytest.mark.parametrize(("shape", "dtype"), KINDS)
def test_other_programs_read_it(shape: tuple[int, int, int], dtype: type) -> None:
    images = pytest.importorskip("PIL.Image")
    picture = example(shape, dtype)
    seen = np.asarray(images.open(io.BytesIO(to_png(picture)))).reshape(shape)
    np.testing.assert_array_equal(seen, picture)


def test_a_smooth_picture_becomes_small() -> None:
    rows = np.linspace(0.0, 255.0, 240).astype(np.uint8)
    picture = np.broadcast_to(rows[:, None, None], (240, 320, 3))
    assert len(to_png(picture)) < picture.size / 50


def test_what_is_broken_or_of_others_is_refused() -> None:
    shape, dtype = (5, 7, 3), np.dtype(np.uint8)
    good = to_png(example(shape, np.uint8))
    for bad, words in (
        (b"GIF89a" + good, "not a PNG"),
        (good[:-30], "broken"),
        (good[:45] + bytes([good[45] ^ 1]) + good[46:], "check sum"),
        (to_png(example((5, 8, 3), np.uint8)), "not of 7 x 5 pixels"),
        (packed(zlib.compress(bytes(5 * 22 + 1))), "unpacks to 111 bytes, expected 110"),
        (packed(zlib.compress(bytes(5 * 22))), "does not write"),
        (packed(b"no zlib"), "broken"),
    ):
        with pytest.raises(InvalidMotionError, match=words):
            from_png(bad, shape, dtype)


def packed(data: bytes) -> bytes:
    """Return a PNG file of 7 x 5 pixels in colour around packed rows."""
    content = b"\x89PNG\r\n\x1a\n"
    for name, part in ((b"IHDR", struct.pack(">IIBBBBB", 7, 5, 8, 2, 0, 0, 0)), (b"IDAT", data)):
        content += struct.pack(">I4s", len(part), name) + part + struct.pack(">I", zlib.crc32(name + part))
    return content
