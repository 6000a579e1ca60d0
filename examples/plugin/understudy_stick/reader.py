"""A capture format: ``stick 25`` (frames a second), then ``name x y z`` a line, frames apart by a blank."""

from __future__ import annotations

import numpy as np

from understudy.capture.format import Format
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError

_MARK = b"stick "


def matches(content: bytes) -> bool:
    """Return whether bytes are of this format; only content is looked at."""
    return content.startswith(_MARK)


def read(source: Source) -> RawCapture:
    """Return what a file says, in its own unit and axes; Understudy places it."""
    try:
        head, *blocks = source.content.decode("ascii").strip().replace("\r", "").split("\n\n")
        fps, first = float(head.split()[1]), [line.split() for line in blocks[0].splitlines()]
        names = tuple(name for name, *_ in first)
        lines = [line.split()[1:] for block in blocks for line in block.splitlines()]
        points = np.array(lines, dtype=float).reshape(len(blocks), len(names), 3)
    except (ValueError, IndexError) as error:
        expected = "expected 'stick RATE' and frames"
        raise CaptureError(source.path, f"is no stick file ({error}), {expected}") from error
    return RawCapture(source, "stick", names, points, fps=fps, unit=1.0, up="z")


STICK = Format("stick", "a text that begins with the word stick", matches, read)
