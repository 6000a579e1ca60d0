"""Frames at equal steps in time: the rate that counts, and frames moved to where it has them.

The user's rate counts before all; then times, which a file's own rate has to agree with; then that rate
alone; then what is usual in the format, which is said aloud.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.capture.placing.remarks import Remarks
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar, how_to_state, sidecar_path
from understudy.capture.text.time_column import MAX_FPS, MIN_FPS, EvenTime, find_even_time
from understudy.errors import CaptureError
from understudy.motion.ranks import median
from understudy.spatial import rotations as rot

_SAME_RATE = 0.01
"""Rates that differ by no more than this share are one."""

_LOST = 1.75
"""Between frames further apart than this many frames, some were lost."""

_SLOWEST = 2.0
"""Frames a second [1/s] below which movements are hardly seen, and a unit of time may be mistaken."""

_MOST_ADDED = 10
"""Lost frames may not make a capture more than this many times as long."""


def in_even_time(raw: RawCapture, stated: Sidecar, remarks: Remarks) -> tuple[RawCapture, float]:
    """Return a capture whose frames are evenly spaced, and frames a second [1/s].

    Raises:
        CaptureError: Where nothing tells the rate, or times go back.
    """
    if stated.fps is not None:
        return _as_stated(raw, stated.fps, remarks), stated.fps
    if raw.times is not None and len(raw.times) > 1:
        even = _even_time(raw, raw.times)
        remarks.note(*even.notes)
        return _resampled(raw, even), _possible(raw, even.fps, remarks)
    if raw.fps is not None:
        return raw, _possible(raw, raw.fps, remarks)
    if raw.usual_fps is not None:
        remarks.warn(
            f"{raw.usual_fps:g} frames a second are assumed, since nothing tells; "
            f"{how_to_state('fps', raw.source.path)} otherwise."
        )
        return raw, raw.usual_fps
    raise CaptureError(
        raw.source.path,
        "has neither times nor a frame rate, expected one of them: state --fps on the command line or fps in "
        f"'{sidecar_path(raw.source.path).name}' beside it",
    )


def _possible(raw: RawCapture, fps: float, remarks: Remarks) -> float:
    """Return a rate that a capture may have; warn of one at which nobody films movements."""
    if not MIN_FPS <= fps <= MAX_FPS:
        problem = f"has {fps:g} frames a second, expected {MIN_FPS:g} to {MAX_FPS:g}"
        raise CaptureError(raw.source.path, problem)
    if fps < _SLOWEST and len(raw.points) > 1:
        remarks.warn(
            f"The file has {fps:.3g} frames a second, {1.0 / fps:.4g} s from one to the next: "
            f"{how_to_state('fps', raw.source.path)} where that is wrong."
        )
    return fps


def _even_time(raw: RawCapture, times: np.ndarray) -> EvenTime:
    """Return the even time of times (T,); what is wrong with them has a line in texts, else a frame."""
    if np.isinf(times).any():
        raise CaptureError(raw.source.path, "has a time without end, expected seconds")
    lines = np.arange(len(times)) if raw.lines is None else raw.lines
    try:
        return find_even_time(raw.source.path, times, lines, raw.fps)
    except CaptureError as error:
        if raw.lines is not None or error.line is None:
            raise
        problem = str(error).removeprefix(f"{raw.source.path}, line {error.line}: ")
        raise CaptureError(raw.source.path, f"frame {error.line} {problem}") from error


def _as_stated(raw: RawCapture, fps: float, remarks: Remarks) -> RawCapture:
    """Return a capture at the stated rate, with unseen frames where its times leave some out."""
    of_times = _rate_of_times(raw)
    found = of_times if raw.fps is None else raw.fps
    if found is None or _are_one(found, fps):
        remarks.note(f"{fps:g} frames a second, as the user states.")
    else:
        remarks.warn(f"{fps:g} frames a second, as the user states, though the file says {found:.6g}.")
    if raw.times is None or of_times is None:
        return raw
    if not _are_one(of_times, fps):
        # A film that is shown slowed down has its pictures further apart than they were taken.
        return replace(raw, views=tuple(view.slowed(of_times / fps) for view in raw.views))
    steps = np.diff(raw.times) * fps
    if not np.isfinite(steps).all() or (steps <= 0.0).any() or steps.sum() > _MOST_ADDED * len(raw.times):
        return raw
    places = np.concatenate([[0], np.cumsum(np.where(steps > _LOST, np.rint(steps), 1.0))]).astype(int)
    if places[-1] < len(raw.times):
        return raw

    def spread(values: np.ndarray, missing: np.ndarray | float) -> np.ndarray:
        """Return values (T, ...) at their places among frames that are missing."""
        among = np.empty((int(places[-1]) + 1, *values.shape[1:]), dtype=values.dtype)
        among[:] = missing
        among[places] = values
        return among

    return replace(
        raw,
        points=spread(raw.points, np.nan),
        rotations=None if raw.rotations is None else spread(raw.rotations, rot.IDENTITY),
        contacts=None if raw.contacts is None else spread(raw.contacts, False),
        times=raw.times[0] + np.arange(places[-1] + 1) / fps,
        lines=None,
    )


def _rate_of_times(raw: RawCapture) -> float | None:
    steps = np.diff(np.empty(0) if raw.times is None else raw.times)
    steps = steps[np.isfinite(steps) & (steps > 0.0)]
    return 1.0 / median(steps) if len(steps) else None


def _are_one(found: float, fps: float) -> bool:
    return abs(found - fps) <= _SAME_RATE * fps


def _resampled(raw: RawCapture, even: EvenTime) -> RawCapture:
    """Return a capture with frames where even time has them."""
    if even.grid is None:
        return raw
    nearest = np.clip(np.searchsorted(even.times, even.grid), 0, len(even.times) - 1)

    def moved(values: np.ndarray) -> np.ndarray:
        """Return values (N, K, C) in even time of values (T, K, C)."""
        return even.apply(values.reshape(len(values), -1)).reshape(-1, *values.shape[1:])

    rotations = raw.rotations
    if rotations is not None:
        # Over a step between frames the straight way between quaternions of one sign is as good as the arc.
        near = moved(np.stack([rot.continuous(joint) for joint in np.moveaxis(rotations, 1, 0)], axis=1))
        known = np.isfinite(near).all(axis=-1, keepdims=True)
        rotations = rot.normalise(np.where(known, near, rot.IDENTITY))
    return replace(
        raw,
        points=moved(raw.points),
        rotations=rotations,
        contacts=None if raw.contacts is None else raw.contacts[nearest],
        contacts_known=None if raw.contacts_known is None else raw.contacts_known[nearest],
        times=even.grid,
        lines=None,
    )
