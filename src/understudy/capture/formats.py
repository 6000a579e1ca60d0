"""Every readable format, and the one function that reads any of them.

To add a format, write its file with a ``Format`` and list that here, with how its captures begin: what
reads a format is imported for those only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from understudy.capture.folder import list_folder
from understudy.capture.format import Format
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source, read_source
from understudy.capture.text.quoting import shown, shown_list
from understudy.capture.video import beginnings
from understudy.errors import CaptureError
from understudy.motion import Recording, Subject
from understudy.opening import read_file
from understudy.plugins import load_all

if TYPE_CHECKING:
    from understudy.capture.raw import RawCapture

GROUP = "understudy.formats"
"""Group of the entry points by which packages add formats; they are tried after those that are listed."""

_OPENING_BYTES = 1 << 18
_FILES_TRIED = 20
_MOST_TRIED_BYTES = 1 << 26
"""How many files of a folder are looked at, and how large they may be, to say which one to give."""

_BLANK = rb"[\xef\xbb\xbf\s]*"
"""What may stand before the first word of a text, a byte order mark among it."""

_BINARY = rb"PK\x03\x04|\x93NUMPY"
_OWN_WORDS = rb"HIERARCHY\s|PathFileType\s|\"?Format Version\"?\s*,|<"
"""Beginnings that belong to one format each."""
_SECTIONS = rb"Trajectories|Model Outputs|Devices|Segments|Joints|Events|Objects"
"""With which Nexus's exports may begin."""


def _opening(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


_STRUCTURED = _opening(_BINARY + rb"|" + _BLANK + rb"[\[{<]")
"""JSON, XML and archives: of these only some formats are worth listing."""

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
    Listing("bvh.reader", "BVH", _opening(_BLANK + rb"HIERARCHY\s")),
    Listing("acclaim.reader", "ACCLAIM", _opening(_BLANK + rb"[:#]")),
    Listing("fbx.reader", "FBX", _opening(rb"Kaydara FBX|" + _BLANK + rb"(?:;|FBXHeader)")),
    Listing("gltf.reader", "GLTF", _opening(rb"glTF|" + _BLANK + rb"\{")),
    Listing("video.reader", "FILM", beginnings.FILM),
    Listing("c3d.reader", "C3D", _opening(rb".\x50")),
    Listing("freemocap.reader", "FREEMOCAP", _opening(_BLANK + rb"(?:frame,)?timestamp,timestamp_by")),
    Listing("mediapipe.reader", "MEDIAPIPE", _TEXT),
    Listing("openpose.reader", "OPENPOSE", _JSON),
    Listing("mini_rgbd.reader", "MINI_RGBD", _NUMBERS),
    Listing("keypoints.array", "KEYPOINT_ARRAY", _opening(_BINARY)),
    Listing("kinect.reader", "KINECT", _TEXT),
    Listing("kinect.reader", "NUITRACK", _TEXT),
    Listing("keraal.reader", "KERAAL_VICON", _NUMBERS),
    Listing("mmm.reader", "MMM", _opening(_BLANK + rb"<")),
    Listing("mvnx.reader", "MVNX", _opening(_BLANK + rb"<")),
    Listing("smpl.reader", "SMPL_FILE", _opening(_BINARY + rb"|\x80|\(d|ccopy_reg|\x78|\x1f\x8b")),
    Listing("trc.reader", "TRC", _opening(_BLANK + rb"PathFileType\s")),
    Listing("motive.reader", "MOTIVE", _opening(_BLANK + rb"\"?Format Version\"?\s*,")),
    Listing("nexus.reader", "NEXUS", _opening(_BLANK + rb"\"?(?:%s)\"?[,;\t\r\n ]" % _SECTIONS)),
    Listing("opensim.reader", "OPENSIM", _TABLE),
    Listing("npz.reader", "SAVED_RECORDING", _ARCHIVE),
    Listing("npz.reader", "NPZ", _ARCHIVE),
    Listing("csv.reader", "CSV", _TABLE),
)
"""Every format, in the order in which they are tried."""


def all_formats() -> tuple[Format, ...]:
    """Import every format."""
    return tuple(listing.load() for listing in LISTED)


FORMATS: tuple[Format, ...]
"""The same, imported all together when first asked for."""


def __getattr__(name: str) -> Any:
    if name == "FORMATS":
        return all_formats()
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
    # A single frame among other captures is one of them, not all that the folder holds.
    captures = _captures_in(source.path) if len(source.frames) == 1 else []
    for candidate in candidates(source.content) if len(captures) < 2 else ():
        if candidate.fits(source):
            return _read(candidate, source)
    for added in load_all(GROUP, "format", Format) if len(captures) < 2 else ():
        if added.fits(source):
            return _read(added, source)
    # What tells points in a picture is not needed for what can be read.
    from understudy.capture.two_dimensions import refuse_flat

    refuse_flat(source)
    raise _unreadable_folder(source.path, captures) if source.frames else _unreadable_file(source)


def _captures_in(folder: Path) -> list[str]:
    """Return the first files of a folder that are captures by themselves."""
    found: list[str] = []
    for name in list_folder(folder)[0][:_FILES_TRIED]:
        # A file that cannot be read is none that can be given.
        with suppress(OSError):
            content = read_file(folder / name, _MOST_TRIED_BYTES)
            if content and any(candidate.matches(content) for candidate in candidates(content)):
                found.append(name)
    return found


def _unreadable_file(source: Source) -> CaptureError:
    # What tells other files is not needed for what can be read.
    from understudy.capture.foreign import foreign_kind

    foreign = foreign_kind(source.content)
    if foreign is not None:
        return CaptureError(source.path, foreign)
    has_structure = _STRUCTURED.match(source.content[:_OPENING_BYTES]) is not None
    listed = tuple(candidates(source.content)) if has_structure else all_formats()
    every = "; ".join(f"{each.name} ({each.mark})" for each in listed)
    begun = " that begins so" if has_structure else ""
    return CaptureError(source.path, f"is of no known format, readable{begun} are: {every}")


def _unreadable_folder(folder: Path, captures: list[str]) -> CaptureError:
    names = list_folder(folder)[0]
    captures = captures or _captures_in(folder)
    about = f"is a folder of {len(names)} file{'' if len(names) == 1 else 's'}"
    if captures:
        which = "each a capture by itself" if len(captures) == len(names) else "captures among them"
        about += f", {which} ({shown_list(captures)}): give one of them, such as {shown(captures[0])};"
    else:
        about += f" such as {shown(names[0])},"
    listed = "; ".join(f"{each.name} ({each.mark})" for each in all_formats() if each.of_folder)
    return CaptureError(folder, f"{about} readable with one file a frame are: {listed}")


def candidates(content: bytes) -> Iterator[Format]:
    """Yield the formats whose files may begin as these bytes do."""
    beginning = content[:_OPENING_BYTES]
    for listing in LISTED:
        if listing.opening.match(beginning):
            yield listing.load()


def _with_session(raw: RawCapture) -> RawCapture:
    """Return a capture with what the folder around its file says, beside what the file itself does."""
    own, beside = raw.subject, raw.source.subject
    subject = Subject(
        own.height or beside.height, own.mass or beside.mass, own.age or beside.age, own.sex or beside.sex
    )
    return replace(raw, subject=subject, notes=(*raw.source.notes, *raw.notes))


def _read(candidate: Format, source: Source) -> Recording:
    # What places captures is not needed to list formats.
    from understudy.capture.placing.place import place

    try:
        return place(_with_session(candidate.read(source)), source.sidecar)
    except MemoryError as error:
        size = len(source.content) >> 20
        raise CaptureError(source.path, f"takes more memory than there is to read its {size} MiB") from error
