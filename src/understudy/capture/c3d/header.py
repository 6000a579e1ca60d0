"""The first 512 bytes of a C3D file: how many points there are, and where the rest of it stands."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.capture.c3d.numbers import PROCESSORS, Processor
from understudy.capture.source import Source
from understudy.errors import CaptureError

BLOCK = 512
"""Everything in a C3D file begins at a multiple of this many bytes."""

MAGIC = 0x50
"""The second byte of the file."""

PARAMETER_RECORDS = 4
"""Bytes of the parameter section before its first record; the last of them marks the processor."""


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
    header = C3dHeader(
        processor=processor,
        parameter_start=_parameter_start(content),
        data_start=(words[8] - 1) * BLOCK,
        point_count=words[1],
        analog_count=words[2],
        first_frame=words[3],
        last_frame=words[4],
        scale=scale,
        samples_per_frame=words[9],
        rate=rate,
    )
    _check(source, header)
    return header


def _processor(content: bytes) -> Processor | None:
    if len(content) < 2 or content[1] != MAGIC or content[0] < 2:
        return None
    start = _parameter_start(content)
    if len(content) < start + PARAMETER_RECORDS:
        return None
    return PROCESSORS.get(content[start + PARAMETER_RECORDS - 1])


def _parameter_start(content: bytes) -> int:
    return (content[0] - 1) * BLOCK


def _check(source: Source, header: C3dHeader) -> None:
    size = len(source.content)
    if header.data_start < BLOCK:
        raise CaptureError(
            source.path, f"its header puts the data at byte {header.data_start}, expected {BLOCK} or more"
        )
    if header.data_start >= size:
        raise CaptureError(
            source.path, f"ends at byte {size}, though its header puts the data at byte {header.data_start}"
        )
    if header.point_count == 0:
        raise CaptureError(source.path, "holds no points, expected the markers of a person")
