"""A whole C3D file, taken apart."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.capture.c3d.data import C3dFrames, parse_frames
from understudy.capture.c3d.header import C3dHeader, parse_header
from understudy.capture.c3d.labels import C3dLabels, read_labels
from understudy.capture.c3d.parameters import C3dParameters, parse_parameters
from understudy.capture.source import Source


@dataclass(frozen=True, eq=False)
class C3dFile:
    """The parts of a C3D file.

    Attributes:
        source: The file.
        header: Its first block.
        parameters: Its named values.
        frames: Its points and analog samples.
        labels: The points that are places.
        notes: What the file contradicts itself in.
    """

    source: Source
    header: C3dHeader
    parameters: C3dParameters
    frames: C3dFrames
    labels: C3dLabels
    notes: tuple[str, ...]


def parse_c3d(source: Source) -> C3dFile:
    """Take a C3D file apart.

    Raises:
        CaptureError: Where it is cut off or broken.
    """
    header = parse_header(source)
    parameters = parse_parameters(source, header)
    frames, notes = parse_frames(source, header, parameters)
    labels = read_labels(parameters, header.point_count)
    return C3dFile(source, header, parameters, frames, labels, tuple(notes))
