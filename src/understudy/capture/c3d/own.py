"""C3D files that Understudy wrote: in its world already, with landmarks that need no finding."""

from __future__ import annotations

from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.subject import read_subject
from understudy.capture.c3d.units import read_fps, read_unit
from understudy.capture.text.plain_text import plain_number
from understudy.errors import CaptureError, InvalidMotionError
from understudy.motion import Provenance, Recording

OWN_GROUP = "UNDERSTUDY"
LANDMARK_NAMES = "LANDMARKS"
LANDMARK_LABELS = "POINTS"
DIALECT = "DIALECT"
EXACT_RATE = "RATE"
"""The group, and its parameters: landmarks, the points of each, their origin, the rate in full digits."""

_SINGLE_PRECISION = 1e-6

SEPARATOR = "|"
"""Stands between the points whose mean a landmark is."""


def recording_of_own(file: C3dFile) -> Recording:
    """Return the recording that was written.

    Raises:
        CaptureError: Where the file was changed since and does not fit together any more.
    """
    source, parameters, labels = file.source, file.parameters, file.labels
    points, seen = file.frames.points(labels.columns, zero_is_gap=False)
    unit, _ = read_unit(parameters)
    fps, _ = read_fps(file)
    landmarks = parameters.all_texts(OWN_GROUP, LANDMARK_NAMES)
    sources = parameters.all_texts(OWN_GROUP, LANDMARK_LABELS)
    if unit is None or len(landmarks) != len(sources):
        raise CaptureError(source.path, f"has a broken group {OWN_GROUP}, expected what write_c3d writes")
    try:
        return Recording(
            names=labels.names,
            points=points * unit,
            fps=_exact(fps, parameters.text(OWN_GROUP, EXACT_RATE)),
            valid=seen,
            landmark_points={
                landmark: tuple(names.split(SEPARATOR))
                for landmark, names in zip(landmarks, sources, strict=True)
            },
            subject=read_subject(parameters),
            dialect=f"C3D (Understudy, from {parameters.text(OWN_GROUP, DIALECT) or 'a recording'})",
            notes=("Understudy wrote this file, so its unit and axes are known.",),
            provenance=Provenance.of_file(source.path, source.content),
        )
    except InvalidMotionError as error:
        raise CaptureError(source.path, f"has a broken group {OWN_GROUP}: {error}") from error


def _exact(fps: float, text: str) -> float:
    """Return the rate in full digits, where that is the one which the file states in single precision."""
    exact = plain_number(text)
    return fps if exact is None or abs(exact - fps) > _SINGLE_PRECISION * fps else exact
