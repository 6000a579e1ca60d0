"""C3D files that Understudy wrote: in its world already, with landmarks that need no finding."""

from __future__ import annotations

from understudy.capture.c3d.facts import read_fps, read_subject, read_unit
from understudy.capture.c3d.file import C3dFile
from understudy.capture.raw import RawCapture
from understudy.errors import CaptureError
from understudy.motion.landmarks import LANDMARKS
from understudy.plain_text import plain_number

OWN_GROUP = "UNDERSTUDY"
LANDMARK_NAMES = "LANDMARKS"
LANDMARK_LABELS = "POINTS"
DIALECT = "DIALECT"
EXACT_RATE = "RATE"
"""The group, and its parameters: landmarks, the points of each, their origin, the rate in full digits."""

_SINGLE_PRECISION = 1e-6

SEPARATOR = "|"
"""Stands between the points whose mean a landmark is."""


def is_own(file: C3dFile) -> bool:
    """Tell whether Understudy wrote a file."""
    return bool(file.parameters.names(OWN_GROUP))


def read_own(file: C3dFile, format_name: str) -> RawCapture:
    """Return what was written.

    Raises:
        CaptureError: Where the file was changed since and does not fit together any more.
    """
    source, parameters, labels = file.source, file.parameters, file.labels
    unit, _ = read_unit(parameters)
    fps, _ = read_fps(file)
    # The rate in full digits counts where it is the one which the file states in single precision.
    exact = plain_number(parameters.text(OWN_GROUP, EXACT_RATE))
    is_same = fps is not None and exact is not None and abs(exact - fps) <= _SINGLE_PRECISION * fps
    landmarks = parameters.all_texts(OWN_GROUP, LANDMARK_NAMES)
    sources = parameters.all_texts(OWN_GROUP, LANDMARK_LABELS)
    known = set(labels.names)
    landmark_points = {
        landmark: tuple(names.split(SEPARATOR)) for landmark, names in zip(landmarks, sources, strict=False)
    }
    is_whole = all(
        landmark in LANDMARKS and known.issuperset(names) for landmark, names in landmark_points.items()
    )
    if unit is None or len(landmarks) != len(sources) or not is_whole:
        raise CaptureError(source.path, f"has a broken group {OWN_GROUP}, expected what write_c3d writes")
    return RawCapture(
        source=source,
        format=format_name,
        names=labels.names,
        points=file.frames.points(labels.columns, zero_is_gap=False),
        fps=exact if is_same else fps,
        unit=unit,
        up="z",
        forward="x",
        is_placed=True,
        naming=f"Understudy, from {parameters.text(OWN_GROUP, DIALECT) or 'a recording'}",
        landmark_points=landmark_points,
        subject=read_subject(parameters),
        notes=("Understudy wrote this file, so its unit and axes are known.",),
    )
