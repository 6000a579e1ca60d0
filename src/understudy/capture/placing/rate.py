"""Frames at equal steps in time: the rate that counts, and frames moved to where it has them.

The user's rate counts before all; then times, which a file's own rate has to agree with; then that rate
alone; then what is usual in the format, which is said aloud.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar, sidecar_path
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS, EvenTime, find_even_time
from understudy.errors import CaptureError
from understudy.spatial import rotations as rot

_SAME_RATE = 0.01
"""Rates that differ by no more than this share are one."""

_LOST = 1.75
"""Between frames further apart than this many frames, some were lost."""

_MOST_ADDED = 10
"""Lost frames may not make a capture more than this many times as long."""


def in_even_time(raw: RawCapture, stated: Sidecar, remarks: Remarks) -> tuple[RawCapture, float]:
    """Return a capture whose frames are evenly spaced, and frames a second [1/s].

    Raises:
        CaptureError: Where nothing tells the rate, or times go back.
    """
    if stated.fps is not None:
        fps = _as_stated(raw, stated.fps, remarks)
        return _with_lost_frames(raw, fps), fps
    if raw.times is not None and len(raw.times) > 1:
        even = _even_time(raw, raw.times)
        remarks.note(*even.notes)
        return _resampled(raw, even), _possible(raw, even.fps)
    if raw.fps is not None:
        return raw, _possible(raw, raw.fps)
    if raw.usual_fps is not None:
        remarks.note(
            f"{raw.usual_fps:g} frames a second are assumed, since nothing tells; state fps on the command "
            f"line or in {sidecar_path(raw.source.path).name} otherwise."
        )
        return raw, raw.usual_fps
    raise CaptureError(
        raw.source.path,
        "has neither times nor a frame rate, expected one of them: state --fps on the command line or fps in "
        f"'{sidecar_path(raw.source.path).name}' beside it",
    )


def _possible(raw: RawCapture, fps: float) -> float:
    """Return a rate that a capture may have."""
    if not MIN_FPS <= fps <= MAX_FPS:
        problem = f"has {fps:g} frames a second, expected {MIN_FPS:g} to {MAX_FPS:g}"
        raise CaptureError(raw.source.path, problem)
    return fps


def _even_time(raw: RawCapture, times: np.ndarray) -> EvenTime:
    """Return the even time of times (T,); what is wrong with them has a line in texts, else a frame."""
    if np.isinf(times).any():
        raise CaptureError(raw.source.path, "has a time without end, expected seconds")
    if raw.lines is not None:
        return find_even_time(raw.source.path, times, raw.lines, raw.fps)
    frames = np.arange(len(times))
    try:
        return find_even_time(raw.source.path, times, frames, raw.fps)
    except CaptureError as error:
        if error.line is None:
            raise
        problem = str(error).removeprefix(f"{raw.source.path}, line {error.line}: ")
        raise CaptureError(raw.source.path, f"frame {error.line} {problem}") from error


def _as_stated(raw: RawCapture, fps: float, remarks: Remarks) -> float:
    found = _rate_of_file(raw)
    if found is None or abs(found - fps) <= _SAME_RATE * fps:
        remarks.note(f"{fps:g} frames a second, as the user states.")
    else:
        remarks.warn(f"{fps:g} frames a second, as the user states, though the file says {found:.6g}.")
    return fps


def _rate_of_file(raw: RawCapture) -> float | None:
    return _rate_of_times(raw) if raw.fps is None else raw.fps


def _rate_of_times(raw: RawCapture) -> float | None:
    if raw.times is None or len(raw.times) < 2:
        return None
    steps = np.diff(raw.times)
    steps = steps[np.isfinite(steps) & (steps > 0.0)]
    return 1.0 / float(np.median(steps)) if len(steps) else None


def _with_lost_frames(raw: RawCapture, fps: float) -> RawCapture:
    """Return a capture with unseen frames where times of the stated rate leave some out."""
    times, found = raw.times, _rate_of_times(raw)
    if times is None or found is None or abs(found - fps) > _SAME_RATE * fps:
        return raw
    steps = np.diff(times) * fps
    if not np.isfinite(steps).all() or (steps <= 0.0).any() or steps.sum() > _MOST_ADDED * len(times):
        return raw
    places = np.concatenate([[0], np.cumsum(np.where(steps > _LOST, np.rint(steps), 1.0))]).astype(int)
    if places[-1] < len(times):
        return raw
    return replace(
        raw,
        points=_spread(raw.points, places, np.nan),
        rotations=None if raw.rotations is None else _spread(raw.rotations, places, rot.IDENTITY),
        contacts=None if raw.contacts is None else _spread(raw.contacts, places, False),
        times=times[0] + np.arange(places[-1] + 1) / fps,
        lines=None,
    )


def _spread(values: np.ndarray, places: np.ndarray, missing: np.ndarray | float) -> np.ndarray:
    """Return values (T, ...) at their places among frames that are missing."""
    spread = np.empty((int(places[-1]) + 1, *values.shape[1:]), dtype=values.dtype)
    spread[:] = missing
    spread[places] = values
    return spread


def _resampled(raw: RawCapture, even: EvenTime) -> RawCapture:
    """Return a capture with frames where even time has them."""
    if even.grid is None:
        return raw
    nearest = np.clip(np.searchsorted(even.times, even.grid), 0, len(even.times) - 1)
    return replace(
        raw,
        points=_moved(even, raw.points),
        rotations=None if raw.rotations is None else _turned(even, raw.rotations),
        contacts=None if raw.contacts is None else raw.contacts[nearest],
        contacts_known=None if raw.contacts_known is None else raw.contacts_known[nearest],
        times=even.grid,
        lines=None,
    )


def _moved(even: EvenTime, values: np.ndarray) -> np.ndarray:
    """Return values (N, K, C) in even time of values (T, K, C)."""
    return even.apply(values.reshape(len(values), -1)).reshape(-1, *values.shape[1:])


def _turned(even: EvenTime, rotations: np.ndarray) -> np.ndarray:
    # Over a step between frames the straight way between quaternions of one sign is as good as the arc.
    near = np.stack([rot.continuous(joint) for joint in np.moveaxis(rotations, 1, 0)], axis=1)
    moved = _moved(even, near)
    known = np.isfinite(moved).all(axis=-1, keepdims=True)
    return rot.normalise(np.where(known, moved, rot.IDENTITY))
