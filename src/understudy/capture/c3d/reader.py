"""C3D files: the markers of a capture laboratory, with its force plates.

The format is read here rather than by ``ezc3d``, which is several times slower, takes a file that is cut
off as whole, and was seen to crash and to ask for all memory on files with a few bytes changed.
"""

from __future__ import annotations

from understudy.capture.c3d.facts import read_fps, read_subject, read_unit, read_up, read_widths
from understudy.capture.c3d.file import parse_c3d
from understudy.capture.c3d.force_plates import plate_notes, read_force_plates
from understudy.capture.c3d.header import looks_like_c3d
from understudy.capture.c3d.own import is_own, read_own
from understudy.capture.format import Format
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source


def read_c3d(source: Source) -> RawCapture:
    """Read a C3D file: its markers, and what its parameters say about unit, axes, rate and person.

    Raises:
        CaptureError: Where the file is broken.
    """
    file = parse_c3d(source)
    if is_own(file):
        return read_own(file, C3D.name)
    unit, about_unit = read_unit(file.parameters)
    fps, about_fps = read_fps(file)
    plates, about_plates = read_force_plates(file)
    return RawCapture(
        source=source,
        format=C3D.name,
        names=file.labels.names,
        points=file.frames.points(file.labels.columns),
        fps=fps,
        unit=unit,
        up=read_up(file.parameters),
        widths=read_widths(file.parameters, unit),
        plates=tuple(plates),
        subject=read_subject(file.parameters),
        notes=(
            *file.notes,
            *about_fps,
            *about_unit,
            *file.labels.notes,
            *plate_notes(plates, fps or 1.0),
            *about_plates,
        ),
    )


C3D = Format(
    "C3D",
    "a binary file whose second byte is 0x50 and whose parameters name a processor",
    looks_like_c3d,
    read_c3d,
)
