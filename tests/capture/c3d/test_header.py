"""The header is checked before anything is read by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.c3d.header import (
    DEC,
    INTEL,
    MIPS,
    PROCESSORS,
    Processor,
    looks_like_c3d,
    parse_header,
)
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


ONE = {INTEL: b"\x00\x00\x80\x3f", DEC: b"\x80\x40\x00\x00", MIPS: b"\x3f\x80\x00\x00"}
MINUS_PI = {INTEL: b"\xdb\x0f\x49\xc0", DEC: b"\x49\xc1\xdb\x0f", MIPS: b"\xc0\x49\x0f\xdb"}
"""Published bit patterns of 1 and of -π in single precision."""


@pytest.mark.parametrize("processor", PROCESSORS.values(), ids=lambda processor: processor.name)
def test_floats(processor: Processor) -> None:
    content = b"\xff" + ONE[processor] + MINUS_PI[processor] + bytes(4)
    read = processor.floats(content, 1, 3)
    assert read.tolist() == [1.0, float(np.float32(-np.pi)), 0.0]


@pytest.mark.parametrize(
    ("processor", "content"),
    [(INTEL, b"\x01\x00\xfe\xff"), (DEC, b"\x01\x00\xfe\xff"), (MIPS, b"\x00\x01\xff\xfe")],
)
def test_integers_are_signed(processor: Processor, content: bytes) -> None:
    assert processor.integers(content, 0, 2).tolist() == [1, -2]


def test_a_vax_number_beyond_ieee_is_no_number_and_no_warning() -> None:
    assert not np.isfinite(DEC.floats(b"\xff\x7f\xff\xff", 0, 1)).any()


def test_codes_are_those_of_the_format() -> None:
    assert {processor.name: code for code, processor in PROCESSORS.items()} == {
        "Intel": 84,
        "DEC": 85,
        "MIPS": 86,
    }
