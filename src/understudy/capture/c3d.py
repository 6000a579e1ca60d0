"""C3D files: the markers of a capture laboratory, with its force plates.

The format is read here rather than by ``ezc3d``, which is several times slower, takes a file that is cut
off as whole, and was seen to crash and to ask for all memory on files with a few bytes changed.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.capture.c3d_contacts import placing, with_plate_contacts
from understudy.capture.c3d_file import C3dFile, parse_c3d
from understudy.capture.c3d_force_plates import plate_notes, read_force_plates
from understudy.capture.c3d_header import looks_like_c3d
from understudy.capture.c3d_labels import C3dLabels
from understudy.capture.c3d_own import OWN_GROUP, recording_of_own
from understudy.capture.c3d_subject import read_subject, read_widths
from understudy.capture.c3d_units import read_fps, read_unit, read_up
from understudy.capture.format import Format
from understudy.capture.marker_sets import Match, find_body, match_marker_set, stated_set
from understudy.capture.marker_sets.names import UNLABELLED, subject_of
from understudy.capture.point_placing import place_points
from understudy.capture.quoting import shown
from understudy.capture.source import Source
from understudy.motion import Recording


def read_c3d(source: Source) -> Recording:
    """Read a C3D file into metres, z up, the person facing x at first.

    Joints that no marker shows are computed from several markers and appended as points whose names begin
    with a star, for example ``*hip_l``.

    Args:
        source: The file; a marker set that is stated for it takes precedence over what its labels tell.

    Raises:
        CaptureError: Where the file is broken, or its marker set is not known.
    """
    file = parse_c3d(source)
    if file.parameters.names(OWN_GROUP):
        return recording_of_own(file)
    match = match_marker_set(source.path, file.labels.names, stated_set(source))
    return replace(_placed(file, match), subject=read_subject(file.parameters))


def _placed(file: C3dFile, match: Match) -> Recording:
    """Return the recording with the joints that follow from the markers."""
    source, parameters = file.source, file.parameters
    labels = _of_one_person(file.labels, match)
    points, _ = file.frames.points(labels.columns)
    unit, about_unit = read_unit(parameters)
    unit = source.sidecar.unit or unit
    widths = read_widths(parameters, unit)
    body = find_body(match.marker_set, match.spoken, labels.names, points, unit, widths)
    # The markers alone are let go of here, since a long take would otherwise be held twice.
    points = np.concatenate([points, body.points], axis=1)
    fps, about_fps = read_fps(file)
    plates, about_plates = read_force_plates(file)
    about_plates = (*plate_notes(plates, fps), *about_plates)
    placed = place_points(
        source,
        f"{C3D.name} ({match.marker_set.name})",
        (*labels.names, *body.names),
        points,
        fps,
        body.landmark_points,
        unit=unit,
        up=source.sidecar.up or read_up(parameters),
        notes=(*file.notes, *about_fps, *about_unit, *labels.notes, *body.notes, *about_plates),
    )
    return with_plate_contacts(placed, plates, placing(points, placed.points)) if plates else placed


def _of_one_person(labels: C3dLabels, match: Match) -> C3dLabels:
    """Leave out the points of further persons."""
    if not match.others:
        return labels
    kept = [
        k
        for k, name in enumerate(labels.names)
        if name.startswith(UNLABELLED) or subject_of(name) not in match.others
    ]
    others = ", ".join(shown(name) for name in match.others)
    note = f"There are several persons: {shown(match.subject)} is read, {others} left out."
    return C3dLabels(
        tuple(labels.names[k] for k in kept), tuple(labels.columns[k] for k in kept), (*labels.notes, note)
    )


C3D = Format(
    "C3D",
    "a binary file whose second byte is 0x50 and whose parameters name a processor",
    looks_like_c3d,
    read_c3d,
)
