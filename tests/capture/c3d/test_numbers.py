"""The same numbers come out of the bytes of every processor."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.c3d.numbers import DEC, INTEL, MIPS, PROCESSORS, Processor

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
