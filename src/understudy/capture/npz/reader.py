"""Named points in a NumPy archive, and recordings that Understudy itself has saved.

Nothing is ever unpickled. See docs/point-files.md for the arrays.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.format import Format
from understudy.capture.npz.arrays import NpzArrays, arrays_in
from understudy.capture.placing.limits import flat_error
from understudy.capture.placing.table_points import as_seen, require_points, single_names
from understudy.capture.placing.world_axes import AXES
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.poses import Poses
from understudy.capture.source import Source
from understudy.capture.text.point_columns import LENGTH_UNITS
from understudy.capture.text.quoting import shown
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS
from understudy.errors import CaptureError, InvalidMotionError
from understudy.motion import Recording

_REQUIRED = ("points", "names")
_RECORDING = ("points", "names", "fps", "valid", "landmark_points", "provenance")
"""Arrays that every saved recording has."""

_TIMES = ("times", "time")
_UNITS = ("units", "unit")
_MAX_NAMES = 100_000
_SMALLEST_UNIT, _LARGEST_UNIT = 1e-9, 1e3
"""Metres per unit of length."""

_FREE_BYTES = 1 << 30
_MOST_PACKED = 100
"""A saved recording of more than a gibibyte that was packed more than a hundredfold is a trap."""


def looks_like_npz_points(content: bytes) -> bool:
    """Tell whether an archive holds named points but is not a saved recording."""
    return _holds(content, _REQUIRED) and not looks_like_saved_recording(content)


def looks_like_saved_recording(content: bytes) -> bool:
    """Tell whether an archive holds what Understudy saves of a recording."""
    return _holds(content, _RECORDING)


def _holds(content: bytes, names: tuple[str, ...]) -> bool:
    arrays = arrays_in(content)
    return arrays is not None and all(name in arrays for name in names)


def read_npz_points(source: Source) -> RawCapture:
    """Read an archive of named points, as it is.

    Raises:
        CaptureError: With the array and what was expected there.
    """
    arrays = NpzArrays(source.path, source.content)
    names, points = arrays.texts("names"), arrays.numbers("points")
    if arrays.header("names").shape != (len(names),) or not 0 < len(names) <= _MAX_NAMES:
        raise arrays.error("names", "has no list of texts, expected one name a point")
    if points.ndim == 3 and points.shape[2] == 2:
        raise flat_error(source.path, f"an array 'points' of the shape (frames, {len(names)}, 3)")
    if points.shape[1:] != (len(names), 3):
        raise arrays.error("points", f"has the shape {points.shape}, expected (frames, {len(names)}, 3)")
    require_points(source, *points.shape[:2])
    if "valid" in arrays:
        valid = _of_shape(arrays, "valid", points.shape[:2])
        points = np.where(valid[..., None] != 0.0, points, np.nan)
    time = arrays.first(_TIMES)
    names, about_names = single_names(names)
    return RawCapture(
        source=source,
        format=NPZ.name,
        names=names,
        points=as_seen(np.where(np.isinf(points), np.nan, points)),
        fps=arrays.number("fps", MIN_FPS, MAX_FPS) if "fps" in arrays else None,
        times=None if time is None else _of_shape(arrays, time, points.shape[:1]),
        unit=_unit(arrays),
        up=_word(arrays, "up", AXES) if "up" in arrays else None,
        notes=about_names,
    )


def _of_shape(arrays: NpzArrays, name: str, shape: tuple[int, ...]) -> np.ndarray:
    values = arrays.numbers(name)
    if values.shape != shape:
        raise arrays.error(name, f"has the shape {values.shape}, expected {shape}")
    return values


def _unit(arrays: NpzArrays) -> float | None:
    """Return metres per unit, from a text such as ``mm`` or a number, None where it is not stated."""
    name = arrays.first(_UNITS)
    if name is None:
        return None
    if arrays.header(name).dtype.kind in "fiu":
        return arrays.number(name, _SMALLEST_UNIT, _LARGEST_UNIT)
    return LENGTH_UNITS[_word(arrays, name, LENGTH_UNITS)]


def _word(arrays: NpzArrays, name: str, valid: dict[str, float] | dict[str, np.ndarray]) -> str:
    """Return the one text of an array, in small letters, if it is valid."""
    texts = arrays.texts(name)
    word = texts[0].lower() if len(texts) == 1 else ""
    if word not in valid:
        raise arrays.error(name, f"is {shown(word)}, expected one of {', '.join(valid)}")
    return word


def read_saved_recording(source: Source) -> RawCapture:
    """Load a recording as it was saved: it is in our world already."""
    recording = _load(source)
    rest = None
    if recording.reference_points is not None and recording.reference_rotations is not None:
        rest = Poses(recording.reference_points[None], recording.reference_rotations[None])
    return RawCapture(
        source=source,
        format=recording.dialect,
        names=recording.names,
        points=np.where(recording.valid_mask[..., None], recording.points, np.nan),
        rotations=None if recording.rotations is None else np.array(recording.rotations),
        landmark_points=recording.landmark_points,
        rest=rest,
        rest_up="z",
        fps=recording.fps,
        unit=1.0,
        up="z",
        forward="x",
        is_placed=True,
        marker_places=recording.marker_places,
        contacts=recording.contacts,
        contacts_known=recording.contacts_known,
        floor=recording.floor,
        objects=recording.objects,
        views=recording.views,
        subject=recording.subject,
        notes=recording.notes,
        warnings=recording.warnings,
        provenance=recording.provenance,
    )


def _load(source: Source) -> Recording:
    try:
        arrays = NpzArrays(source.path, source.content)
        if arrays.unpacked_bytes > max(_FREE_BYTES, _MOST_PACKED * len(source.content)):
            problem = f"would unpack to {arrays.unpacked_bytes} bytes, more than any recording"
            raise CaptureError(source.path, problem)
        arrays.require_plain()
        # The noun knows best how it is saved, and it takes a path.
        return Recording.load(source.path)
    except (CaptureError, InvalidMotionError, OSError, ValueError) as error:
        problem = " ".join(str(error).removeprefix(f"{source.path}: ").split())
        raise CaptureError(source.path, f"is not a recording as Understudy saves it: {problem}") from error


NPZ = Format(
    "NPZ", "a NumPy archive with the arrays points and names", looks_like_npz_points, read_npz_points
)
SAVED_RECORDING = Format(
    "recording",
    "a NumPy archive that Understudy saved",
    looks_like_saved_recording,
    read_saved_recording,
)
