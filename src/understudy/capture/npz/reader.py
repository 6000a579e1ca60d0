"""Named points in a NumPy archive, and recordings that Understudy itself has saved.

Nothing is ever unpickled. See docs/point-files.md for the arrays.
"""

from __future__ import annotations

import io
import math
import zipfile

import numpy as np

from understudy.capture.format import Format
from understudy.capture.npz.arrays import NpzArrays
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


def read_npz_points(source: Source) -> RawCapture:
    """Read an archive of named points, as it is.

    Raises:
        CaptureError: With the array and what was expected there.
    """
    arrays = _Arrays(source)
    names = arrays.texts("names")
    points = arrays.numbers("points")
    if points.ndim == 3 and points.shape[2] == 2:
        raise flat_error(source.path, f"an array 'points' of the shape (frames, {len(names)}, 3)")
    if points.ndim != 3 or points.shape[1:] != (len(names), 3):
        raise CaptureError(
            source.path,
            f"array 'points' has the shape {points.shape}, expected (frames, {len(names)}, 3)",
        )
    require_points(source, *points.shape[:2])
    if "valid" in arrays:
        valid = arrays.numbers("valid")
        if valid.shape != points.shape[:2]:
            raise CaptureError(
                source.path, f"array 'valid' has the shape {valid.shape}, expected {points.shape[:2]}"
            )
        points = np.where(valid[..., None] != 0.0, points, np.nan)
    points = np.where(np.isinf(points), np.nan, points)
    names, about_names = single_names(names)
    return RawCapture(
        source=source,
        format=NPZ.name,
        names=names,
        points=as_seen(points),
        fps=arrays.number("fps", MIN_FPS, MAX_FPS) if "fps" in arrays else None,
        times=_times(source, arrays, len(points)),
        unit=arrays.unit(),
        up=arrays.axis("up"),
        notes=about_names,
    )


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
        subject=recording.subject,
        notes=recording.notes,
        warnings=recording.warnings,
        provenance=recording.provenance,
    )


def _load(source: Source) -> Recording:
    try:
        with zipfile.ZipFile(io.BytesIO(source.content)) as archive:
            unpacked = sum(info.file_size for info in archive.infolist())
        if unpacked > max(_FREE_BYTES, _MOST_PACKED * len(source.content)):
            raise CaptureError(source.path, f"would unpack to {unpacked} bytes, more than any recording")
        NpzArrays(source.content).require_plain()
        # The noun knows best how it is saved, and it takes a path.
        return Recording.load(source.path)
    except (InvalidMotionError, zipfile.BadZipFile, OSError, ValueError) as error:
        problem = " ".join(str(error).removeprefix(f"{source.path}: ").split())
        raise CaptureError(source.path, f"is not a recording as Understudy saves it: {problem}") from error


def _holds(content: bytes, names: tuple[str, ...]) -> bool:
    if not content.startswith(b"PK\x03\x04"):
        return False
    try:
        arrays = NpzArrays(content)
    except ValueError:
        return False
    return all(name in arrays for name in names)


def _times(source: Source, arrays: _Arrays, frame_count: int) -> np.ndarray | None:
    """Return (T,) [s], None where the archive has none."""
    name = next((name for name in _TIMES if name in arrays), None)
    if name is None:
        return None
    times = arrays.numbers(name)
    if times.shape != (frame_count,):
        raise CaptureError(
            source.path, f"array '{name}' has the shape {times.shape}, expected ({frame_count},)"
        )
    return times


class _Arrays:
    """The arrays of the archive, each checked when it is asked for."""

    def __init__(self, source: Source) -> None:
        self.path = source.path
        try:
            self.arrays = NpzArrays(source.content)
        except ValueError as error:
            raise CaptureError(self.path, str(error)) from error

    def __contains__(self, name: object) -> bool:
        return name in self.arrays

    def numbers(self, name: str) -> np.ndarray:
        array = self._array(name)
        if array.dtype.kind not in "fiub":
            raise CaptureError(self.path, f"array '{name}' holds no numbers, expected numbers")
        return array.astype(np.float64)

    def number(self, name: str, least: float, most: float) -> float:
        array = self.numbers(name)
        value = float(array.reshape(-1)[0]) if array.size == 1 else math.nan
        if not least <= value <= most:
            problem = (
                f"array '{name}' is {array.tolist()!s:.40}, expected a number from {least:g} to {most:g}"
            )
            raise CaptureError(self.path, problem)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        array = self._array(name)
        if array.dtype.kind not in "US" or array.ndim != 1 or not 0 < len(array) <= _MAX_NAMES:
            raise CaptureError(self.path, f"array '{name}' has no list of texts, expected one name a point")
        return tuple(_text(item) for item in array)

    def unit(self) -> float | None:
        """Return metres per unit, from a text such as ``mm`` or a number, None where it is not stated."""
        name = next((name for name in _UNITS if name in self.arrays), None)
        if name is None:
            return None
        array = self._array(name)
        if array.dtype.kind in "fiu":
            return self.number(name, _SMALLEST_UNIT, _LARGEST_UNIT)
        text = _text(array.reshape(-1)[0]).lower() if array.size == 1 else ""
        if text not in LENGTH_UNITS:
            raise CaptureError(
                self.path, f"array '{name}' is {shown(text)}, expected one of {', '.join(LENGTH_UNITS)}"
            )
        return LENGTH_UNITS[text]

    def axis(self, name: str) -> str | None:
        if name not in self.arrays:
            return None
        array = self._array(name)
        text = _text(array.reshape(-1)[0]).lower() if array.size == 1 else ""
        if text not in AXES:
            problem = f"array '{name}' is {shown(text)}, expected one of {', '.join(AXES)}"
            raise CaptureError(self.path, problem)
        return text

    def _array(self, name: str) -> np.ndarray:
        if name not in self.arrays:
            raise CaptureError(self.path, f"lacks the array '{name}', expected {' and '.join(_REQUIRED)}")
        try:
            return self.arrays.array(name)
        except ValueError as error:
            raise CaptureError(self.path, str(error)) from error


def _text(item: object) -> str:
    return item.decode("utf-8", errors="backslashreplace") if isinstance(item, bytes) else str(item)


NPZ = Format(
    "NPZ", "a NumPy archive with the arrays points and names", looks_like_npz_points, read_npz_points
)
SAVED_RECORDING = Format(
    "recording",
    "a NumPy archive that Understudy saved",
    looks_like_saved_recording,
    read_saved_recording,
)
