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
        fps=_exact(fps, parameters.text(OWN_GROUP, EXACT_RATE)),
        unit=unit,
        up="z",
        forward="x",
        is_placed=True,
        naming=f"Understudy, from {parameters.text(OWN_GROUP, DIALECT) or 'a recording'}",
        landmark_points=landmark_points,
        subject=read_subject(parameters),
        notes=("Understudy wrote this file, so its unit and axes are known.",),
    )


def _exact(fps: float | None, text: str) -> float | None:
    """Return the rate in full digits, where that is the one which the file states in single precision."""
    exact = plain_number(text)
    return fps if fps is None or exact is None or abs(exact - fps) > _SINGLE_PRECISION * fps else exact
