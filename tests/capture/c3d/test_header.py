"""The header is checked before anything is read by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.c3d.header import looks_like_c3d, parse_header
from understudy.capture.source import Source
from understudy.errors import CaptureError

FRAMES = 5


def header_of(content: bytes):
    return parse_header(Source(Path("a.c3d"), content))


@pytest.mark.parametrize("processor", [84, 85, 86])
def test_every_field(
    make_c3d: Callable[..., bytes], person: Callable[..., np.ndarray], processor: int
) -> None:
    samples, channels = 4, 3
    content = make_c3d(
        person(FRAMES), processor=processor, rate=120.0, analog=np.zeros((FRAMES, samples, channels))
    )
    header = header_of(content)
    assert header.processor.code == processor
    assert header.parameter_start == 512
    assert header.data_start % 512 == 0
    assert (header.point_count, header.analog_count, header.samples_per_frame) == (30, 12, samples)
    assert (header.first_frame, header.last_frame) == (1, FRAMES)
    assert (header.scale, header.rate) == (-1.0, 120.0)


def test_content_tells_the_format(make_c3d: Callable[..., bytes], person: Callable[..., np.ndarray]) -> None:
    content = make_c3d(person())
    assert looks_like_c3d(content)
    for place, byte in ((0, 0), (0, 1), (1, 0x51), (515, 83)):
        changed = bytearray(content)
        changed[place] = byte
        assert not looks_like_c3d(bytes(changed))
    assert not looks_like_c3d(b"")
    assert not looks_like_c3d(content[:514])


def test_no_other_sample_looks_like_c3d(shared: Path) -> None:
    files = [path for path in (shared / "motions").rglob("*") if path.is_file()]
    assert {path.suffix for path in files if looks_like_c3d(path.read_bytes())} == {".c3d"}


@pytest.mark.parametrize(
    ("place", "word", "problem"),
    [
        (16, 0, "puts the data at byte -512"),
        (16, 1, "puts the data at byte 0"),
        (16, 0xFFFF, "ends at byte .* puts the data at byte 33553408"),
        (2, 0, "holds no points"),
    ],
)
def test_a_broken_header_is_one_sentence(
    make_c3d: Callable[..., bytes], person: Callable[..., np.ndarray], place: int, word: int, problem: str
) -> None:
    content = bytearray(make_c3d(person()))
    content[place : place + 2] = word.to_bytes(2, "little")
    with pytest.raises(CaptureError, match=problem):
        header_of(bytes(content))


def test_content_that_is_no_c3d_is_refused() -> None:
    with pytest.raises(CaptureError, match="does not begin with the header"):
        header_of(b"HIERARCHY")
