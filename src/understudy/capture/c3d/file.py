"""A whole C3D file, taken apart; its frames are points with their residuals, then analog samples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.c3d.header import BLOCK, C3dHeader, parse_header
from understudy.capture.c3d.parameters import C3dParameters, parse_parameters
from understudy.capture.placing.table_points import require_points, single_names
from understudy.capture.source import Source
from understudy.errors import CaptureError

_NO_PLACES = {"ANGLES": "angles", "FORCES": "forces", "MOMENTS": "moments", "POWERS": "powers"}
"""POINT parameters that list points which hold something else than a place."""

_NO_PLACE_ENDINGS = re.compile(r"(angle|force|moment|power|grf)s?$", re.IGNORECASE)
"""Names of such points in files that do not list them, for example ``LKneeAngles``."""

SATURATED = 65535
"""A 16-bit count of frames says no more than this many."""

_WORDS_PER_POINT = 4


@dataclass(frozen=True)
class C3dLabels:
    """The points that are places.

    Attributes:
        names: K names, each once.
        columns: (K,) where each stands in a frame.
        notes: What was left out or renamed.
    """

    names: tuple[str, ...]
    columns: tuple[int, ...]
    notes: tuple[str, ...]


def read_labels(parameters: C3dParameters, point_count: int) -> C3dLabels:
    """Name every point that is a place; those without a label become ``*`` and their number from 1 on."""
    labels = parameters.all_texts("POINT", "LABELS")[:point_count]
    labels += [""] * (point_count - len(labels))
    listed = {
        label: kind for name, kind in _NO_PLACES.items() for label in parameters.all_texts("POINT", name)
    }
    kinds = [_kind(label, listed) for label in labels]
    columns = [column for column, kind in enumerate(kinds) if not kind]
    names, about_names = single_names([labels[column] or f"*{column + 1}" for column in columns])
    notes = []
    left_out = Counter(kind for kind in kinds if kind)
    if left_out:
        what = ", ".join(f"{count} {kind}" for kind, count in left_out.items())
        notes.append(f"Left out {left_out.total()} of {point_count} points that hold no places: {what}.")
    unlabelled = sum(name.startswith("*") for name in names)
    if unlabelled:
        notes.append(f"{unlabelled} points are unlabelled and named by a star and their number.")
    return C3dLabels(names, tuple(columns), (*notes, *about_names))


def _kind(label: str, listed: dict[str, str]) -> str:
    """Return what a point holds if it is no place, else nothing."""
    if listed:
        return listed.get(label, "")
    return "model outputs" if _NO_PLACE_ENDINGS.search(label) else ""


@dataclass(frozen=True, eq=False)
class C3dFrames:
    """All frames, as they stand in the file.

    Attributes:
        words: (T, 4 P + A) the numbers of each frame: x, y, z and residual of P points, then analog ones.
        point_count: P.
        scale: What a point's numbers are multiplied by.
    """

    words: np.ndarray
    point_count: int
    scale: float

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.words)

    def points(self, columns: Sequence[int], zero_is_gap: bool = True) -> np.ndarray:
        """Return the points (T, K, 3) of some columns in the file's unit, NaN where they were not seen.

        A point was not seen where its residual is negative or a coordinate is no number.

        Args:
            columns: The points.
            zero_is_gap: Whether a point at exactly zero was not seen, as some programs mark a gap.
        """
        stored = self.words[:, : _WORDS_PER_POINT * self.point_count]
        stored = stored.reshape(self.frame_count, self.point_count, _WORDS_PER_POINT)
        chosen = stored[:, list(columns)]
        # A signalling NaN of a broken file becomes a quiet one here, which is no reason to warn.
        with np.errstate(invalid="ignore"):
            points = chosen[..., :3].astype(np.float64)
            seen = chosen[..., 3] >= 0
        points *= self.scale
        seen &= np.isfinite(points).all(axis=-1)
        if zero_is_gap:
            seen &= (points != 0.0).any(axis=-1)
        points[~seen] = np.nan
        return points

    def analog(self, samples_per_frame: int) -> np.ndarray:
        """Return the raw analog samples (T, samples, channels)."""
        stored = self.words[:, _WORDS_PER_POINT * self.point_count :]
        if samples_per_frame <= 0 or stored.shape[1] % samples_per_frame:
            return np.empty((self.frame_count, 0, 0))
        return stored.reshape(self.frame_count, samples_per_frame, stored.shape[1] // samples_per_frame)


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


def parse_frames(source: Source, header: C3dHeader, parameters: C3dParameters) -> tuple[C3dFrames, list[str]]:
    """Find the frames.

    Returns:
        The frames, and sentences on what the file contradicts itself in.

    Raises:
        CaptureError: Where the file ends before its last frame, or states no use of its points.
    """
    _check_counts(source, header, parameters)
    scale = _scale(source, header, parameters)
    has_floats = scale < 0.0
    word_count = _WORDS_PER_POINT * header.point_count + header.analog_count
    frame_bytes = word_count * (4 if has_floats else 2)
    room = (len(source.content) - header.data_start) // frame_bytes
    frame_count, notes = _count_frames(source, header, parameters, room)
    read = header.processor.floats if has_floats else header.processor.integers
    words = read(source.content, header.data_start, frame_count * word_count)
    stated = parameters.number("POINT", "DATA_START")
    if stated is not None and int(stated) != header.data_start // BLOCK + 1:
        notes.append("POINT:DATA_START contradicts the header, which is believed.")
    frames = C3dFrames(
        words.reshape(frame_count, word_count), header.point_count, 1.0 if has_floats else scale
    )
    return frames, notes


def _check_counts(source: Source, header: C3dHeader, parameters: C3dParameters) -> None:
    """Require header and parameters to agree on what a frame holds, since all frames would be misread."""
    points, channels = parameters.number("POINT", "USED"), parameters.number("ANALOG", "USED")
    if points is not None and int(points) != header.point_count:
        raise CaptureError(
            source.path, f"its header counts {header.point_count} points, but POINT:USED {points:.0f}"
        )
    if channels and header.analog_count and int(channels) * header.samples_per_frame != header.analog_count:
        raise CaptureError(
            source.path,
            f"its header counts {header.analog_count} analog measurements a frame, but ANALOG:USED "
            f"{channels:.0f} with {header.samples_per_frame} samples each",
        )


def _scale(source: Source, header: C3dHeader, parameters: C3dParameters) -> float:
    """Return the length of an integer unit, negative where points are floats."""
    stated = parameters.number("POINT", "SCALE")
    scale = header.scale if stated is None else stated
    if not np.isfinite(scale) or scale == 0.0:
        raise CaptureError(source.path, f"has a POINT:SCALE of {scale}, expected a number other than zero")
    return scale


def _count_frames(
    source: Source, header: C3dHeader, parameters: C3dParameters, room: int
) -> tuple[int, list[str]]:
    """Return how many frames there are, and a sentence where the file states several counts."""
    stated = sorted({count for count in _stated_counts(header, parameters) if count > 0})
    if not stated:
        raise CaptureError(source.path, "holds no frames, expected at least one")
    held = [count for count in stated if count <= room]
    if not held:
        raise CaptureError(
            source.path,
            f"is cut off: it states {stated[0]} frames, but ends after {room} (its data begin at byte "
            f"{header.data_start}, it ends at byte {len(source.content)})",
        )
    require_points(source, held[-1], header.point_count)
    if len(stated) == 1:
        return held[-1], []
    counts = " and ".join(map(str, stated))
    return held[-1], [f"The file states {counts} frames in different places; {held[-1]} are in it."]


def _stated_counts(header: C3dHeader, parameters: C3dParameters) -> list[int]:
    """Return the counts of frames that a file states.

    16 bits say no more than 65535. Programs write larger counts to POINT:LONG_FRAMES, or the first and the
    last frame to TRIAL:ACTUAL_START_FIELD and ACTUAL_END_FIELD, the low half first.
    """
    counts = []
    start, end = (parameters.values("TRIAL", f"ACTUAL_{name}_FIELD").ravel() for name in ("START", "END"))
    if len(start) == 2 and len(end) == 2:
        counts.append(int(end[0] + 65536 * end[1] - start[0] - 65536 * start[1]) + 1)
    long_count = parameters.number("POINT", "LONG_FRAMES")
    if long_count is not None:
        counts.append(int(long_count))
    short_counts = [header.last_frame - header.first_frame + 1]
    stated = parameters.number("POINT", "FRAMES")
    if stated is not None:
        short_counts.append(int(stated))
    is_saturated = SATURATED in (header.last_frame, stated)
    return counts if counts and is_saturated else counts + short_counts
