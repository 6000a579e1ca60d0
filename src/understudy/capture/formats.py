"""Every readable format, and the one function that reads any of them.

To add a format, write its file with a ``Format`` and list that here.
"""

from __future__ import annotations

from pathlib import Path

from understudy.capture.bvh import BVH
from understudy.capture.format import Format
from understudy.capture.source import Source, read_source
from understudy.errors import CaptureError
from understudy.motion import Recording

FORMATS: tuple[Format, ...] = (BVH,)


def read_capture(path: str | Path) -> Recording:
    """Read a capture file of any known format, told by its content.

    Args:
        path: The file.

    Returns:
        What was captured, in metres with z up and the reference pose facing x; ``notes`` say what was
        inferred or changed.

    Raises:
        CaptureError: One sentence with the file, the line of a text file, and what would be valid.
    """
    source = read_source(path)
    for candidate in FORMATS:
        if candidate.matches(source.content):
            return _read(candidate, source)
    readable = "; ".join(f"{candidate.name} ({candidate.mark})" for candidate in FORMATS)
    raise CaptureError(source.path, f"is of no known format, readable are: {readable}")


def _read(candidate: Format, source: Source) -> Recording:
    try:
        return candidate.read(source)
    except MemoryError as error:
        size = len(source.content) >> 20
        raise CaptureError(source.path, f"takes more memory than there is to read its {size} MiB") from error
