"""The first 512 bytes of a C3D file: how numbers are stored, how many points there are, where they stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.source import Source
from understudy.errors import CaptureError

BLOCK = 512
"""Everything in a C3D file begins at a multiple of this many bytes."""

MAGIC = 0x50
"""The second byte of the file."""

PARAMETER_RECORDS = 4
"""Bytes of the parameter section before its first record; the last of them marks the processor."""

_VAX_FACTOR = np.float32(0.25)
"""Read as IEEE numbers, VAX numbers are four times too large: their exponents are offset by two more."""


@dataclass(frozen=True)
class Processor:
    """A way to store numbers.

    Attributes:
        name: What people call it.
        code: The byte that marks it in a file.
        order: Byte order of integers, ``"<"`` or ``">"``.
        has_vax_floats: Whether floats are VAX F numbers, whose 16-bit halves stand in reversed order.
    """

    name: str
    code: int
    order: str
    has_vax_floats: bool = False

    def integers(self, content: bytes, start: int, count: int) -> np.ndarray:
        """Return (count,) 16-bit integers from byte ``start`` on, as signed ones, without a copy."""
        return np.frombuffer(content, self.order + "i2", count, start)

    def floats(self, content: bytes, start: int, count: int) -> np.ndarray:
        """Return (count,) 32-bit floats from byte ``start`` on, without a copy where that is possible."""
        if not self.has_vax_floats:
            return np.frombuffer(content, self.order + "f4", count, start)
        halves = np.frombuffer(content, "<u2", 2 * count, start).reshape(count, 2)
        bits = (halves[:, 0].astype(np.uint32) << np.uint32(16)) | halves[:, 1]
        # The largest VAX numbers look like signalling NaN; they are no measurement and become quiet NaN.
        with np.errstate(invalid="ignore"):
            return bits.view(np.float32) * _VAX_FACTOR


INTEL = Processor("Intel", 84, "<")
DEC = Processor("DEC", 85, "<", has_vax_floats=True)
MIPS = Processor("MIPS", 86, ">")

PROCESSORS: dict[int, Processor] = {processor.code: processor for processor in (INTEL, DEC, MIPS)}
"""Every processor by the byte that marks it."""


@dataclass(frozen=True)
class C3dHeader:
    """What the header says.

    Attributes:
        processor: How numbers are stored.
        parameter_start: Where the parameter section begins [byte].
        data_start: Where the frames begin [byte].
        point_count: Points in a frame.
        analog_count: Analog measurements in a frame: channels times samples.
        first_frame, last_frame: Numbers of the first and the last frame, which are 65535 at most.
        scale: Length of a unit where points are stored as integers; negative where they are floats.
        samples_per_frame: Analog samples of a channel in a frame.
        rate: Frames a second [1/s].
    """

    processor: Processor
    parameter_start: int
    data_start: int
    point_count: int
    analog_count: int
    first_frame: int
    last_frame: int
    scale: float
    samples_per_frame: int
    rate: float


def looks_like_c3d(content: bytes) -> bool:
    """Tell whether a file begins as C3D does and marks a known processor where it says it does."""
    return _processor(content) is not None


def parse_header(source: Source) -> C3dHeader:
    """Read the header.

    Raises:
        CaptureError: Where the file is cut off before its data, or has no points.
    """
    content = source.content
    processor = _processor(content)
    if processor is None or len(content) < BLOCK:
        raise CaptureError(source.path, "does not begin with the header and the parameters of a C3D file")
    words = processor.integers(content, 0, 12).astype("u2").tolist()
    scale, rate = (float(processor.floats(content, start, 1)[0]) for start in (12, 20))
    start, size = (words[8] - 1) * BLOCK, len(content)
    if start < BLOCK:
        raise CaptureError(source.path, f"its header puts the data at byte {start}, expected {BLOCK} or more")
    if start >= size:
        raise CaptureError(
            source.path, f"ends at byte {size}, though its header puts the data at byte {start}"
        )
    if words[1] == 0:
        raise CaptureError(source.path, "holds no points, expected the markers of a person")
    return C3dHeader(
        processor=processor,
        parameter_start=_parameter_start(content),
        data_start=start,
        point_count=words[1],
        analog_count=words[2],
        first_frame=words[3],
        last_frame=words[4],
        scale=scale,
        samples_per_frame=words[9],
        rate=rate,
    )


def _processor(content: bytes) -> Processor | None:
    if len(content) < 2 or content[1] != MAGIC or content[0] < 2:
        return None
    mark = _parameter_start(content) + PARAMETER_RECORDS - 1
    return PROCESSORS.get(content[mark]) if mark < len(content) else None


def _parameter_start(content: bytes) -> int:
    return (content[0] - 1) * BLOCK
