"""Every readable format, and the one function that reads any of them.

To add a format, write its file with a ``Format`` and list that here, with how its captures begin: what
reads a format is imported for those only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from understudy.capture.format import Format
from understudy.capture.quoting import shown
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source, read_source
from understudy.errors import CaptureError
from understudy.motion import Recording

_OPENING_BYTES = 1 << 18
_BLANK = rb"[\xef\xbb\xbf\s]*"
"""What may stand before the first word of a text, a byte order mark among it."""

_BINARY = rb"PK\x03\x04|\x93NUMPY"
_OWN_WORDS = rb"HIERARCHY\s|PathFileType\s|<"
"""Beginnings that belong to one format each."""


def _opening(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


_JSON = _opening(_BLANK + rb"[\[{]")
_ARCHIVE = _opening(rb"PK\x03\x04")
_TEXT = _opening(rb"(?!%s)(?!%s(?:%s))" % (_BINARY, _BLANK, _OWN_WORDS))
_TABLE = _opening(rb"(?!%s)(?!%s(?:%s|[\[{]))" % (_BINARY, _BLANK, _OWN_WORDS))
# Of all letters only those of "nan" may begin a number.
_NUMBERS = _opening(rb"(?!%s)(?!%s[a-mo-z<\[{])" % (_BINARY, _BLANK))


@dataclass(frozen=True)
class Listing:
    """A format that is not imported yet.

    Attributes:
        module: Its file in this folder.
        constant: What the ``Format`` is called there.
        opening: How its files may begin; those of other formats may begin so too.
    """

    module: str
    constant: str
    opening: re.Pattern[bytes]

    def load(self) -> Format:
        """Import the format."""
        return getattr(import_module(f"understudy.capture.{self.module}"), self.constant)


LISTED: tuple[Listing, ...] = (
    Listing("bvh", "BVH", _opening(_BLANK + rb"HIERARCHY\s")),
    Listing("c3d", "C3D", _opening(rb".\x50")),
    Listing("mediapipe", "MEDIAPIPE", _TEXT),
    Listing("openpose", "OPENPOSE", _JSON),
    Listing("mini_rgbd", "MINI_RGBD", _NUMBERS),
    Listing("keypoint_array", "KEYPOINT_ARRAY", _opening(_BINARY)),
    Listing("kinect", "KINECT", _TEXT),
    Listing("nuitrack", "NUITRACK", _TEXT),
    Listing("keraal_vicon", "KERAAL_VICON", _NUMBERS),
    Listing("mmm", "MMM", _opening(_BLANK + rb"<")),
    Listing("amass", "SMPL_FILE", _opening(rb"PK\x03\x04|\x80|\(d|ccopy_reg")),
    Listing("trc", "TRC", _opening(_BLANK + rb"PathFileType\s")),
    Listing("opensim", "OPENSIM", _TABLE),
    Listing("npz_points", "SAVED_RECORDING", _ARCHIVE),
    Listing("npz_points", "NPZ", _ARCHIVE),
    Listing("csv_points", "CSV", _TABLE),
)
"""Every format, in the order in which they are tried."""

FORMATS: tuple[Format, ...]
"""The same, imported all together when first asked for."""


def __getattr__(name: str) -> Any:
    if name == "FORMATS":
        return tuple(listing.load() for listing in LISTED)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def read_capture(path: str | Path, stated: Sidecar | None = None) -> Recording:
    """Read a capture of any known format, told by its content.

    Args:
        path: The file, or a folder with one file a frame.
        stated: What is known about the capture; takes precedence over its sidecar and over inference.

    Returns:
        What was captured, in metres with z up and the reference pose facing x; ``notes`` say what was
        inferred or changed.

    Raises:
        CaptureError: One sentence with the file, the line of a text file, and what would be valid.
    """
    source = read_source(path, stated)
    for candidate in candidates(source.content):
        if candidate.fits(source):
            return _read(candidate, source)
    every = (listing.load() for listing in LISTED)
    readable = [candidate for candidate in every if candidate.of_folder or not source.frames]
    listed = "; ".join(f"{candidate.name} ({candidate.mark})" for candidate in readable)
    if source.frames:
        example = source.frames[0].path.name
        raise CaptureError(
            source.path,
            f"is a folder of {len(source.frames)} files such as {shown(example)}, readable with one file a "
            f"frame are: {listed}",
        )
    raise CaptureError(source.path, f"is of no known format, readable are: {listed}")


def candidates(content: bytes) -> Iterator[Format]:
    """Yield the formats whose files may begin as these bytes do."""
    beginning = content[:_OPENING_BYTES]
    for listing in LISTED:
        if listing.opening.match(beginning):
            yield listing.load()


def _read(candidate: Format, source: Source) -> Recording:
    try:
        return _with_marker_places(_with_objects(candidate.read(source)), source)
    except MemoryError as error:
        size = len(source.content) >> 20
        raise CaptureError(source.path, f"takes more memory than there is to read its {size} MiB") from error


def _with_marker_places(recording: Recording, source: Source) -> Recording:
    """Return a recording of markers that says on which places of the skin they sit."""
    if recording.marker_places or "(" not in recording.dialect:
        return recording
    from understudy.capture.marker_sets.placed import with_marker_places

    return with_marker_places(recording, source)


def _with_objects(recording: Recording) -> Recording:
    """Return a recording that names its objects, which only labels such as ``Cup:rim`` tell."""
    if not any(":" in name for name in recording.names):
        return recording
    from understudy.capture.object_markers import with_objects

    return with_objects(recording)
