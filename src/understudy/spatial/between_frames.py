"""Values between the frames of a motion: cubic curves through points, even turns between rotations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.spatial import rotations as rot

_ON_FRAME = 1e-6
"""Share of a frame within which a time is that of the frame."""


@dataclass(frozen=True, eq=False)
class Moments:
    """N times, each by the frames around it.

    Attributes:
        before: (N,) the frame at or before each.
        after: (N,) the frame at or after each.
        share: (N,) how much of the way to the next frame has gone by, 0 on a frame.
        nearest: (N,) the nearest frame.
    """

    before: np.ndarray
    after: np.ndarray
    share: np.ndarray
    nearest: np.ndarray


def moments(frame_count: int, fps: float, new_fps: float) -> Moments:
    """Return the times of another frame rate, from the first frame on and up to the last.

    Args:
        frame_count: How many frames there are.
        fps: Their rate [1/s].
        new_fps: The other rate [1/s].
    """
    last = frame_count - 1
    count = int(np.floor(last * new_fps / fps + _ON_FRAME)) + 1
    return moments_at(np.minimum(np.arange(count) * fps / new_fps, last))


def moments_at(places: np.ndarray) -> Moments:
    """Return moments (N,) given as frames and shares of the way to the next, 2.25 a quarter after frame 2."""
    nearest = np.rint(places).astype(np.int64)
    places = np.where(np.abs(places - nearest) < _ON_FRAME, nearest, places)
    before = np.floor(places).astype(np.int64)
    return Moments(before, np.ceil(places).astype(np.int64), places - before, nearest)


def turned_evenly(quaternions: np.ndarray, at: Moments) -> np.ndarray:
    """Return rotations (N, ..., 4) at moments, which turn evenly from frame to frame of (T, ..., 4) wxyz."""
    start, end = quaternions[at.before], quaternions[at.after]
    shares = np.broadcast_to(_over_axes(at.share, start.ndim - 1), start.shape[:-1])
    return rot.slerp(start, end, shares)


def on_curves(values: np.ndarray, at: Moments, valid: np.ndarray | None = None) -> np.ndarray:
    """Return values (N, ...) at moments, on cubic curves through those of the frames (T, ...).

    Slopes are of fourth order, so that velocities do not jump.

    Args:
        values: (T, ..., C) one row a frame.
        at: The moments.
        valid: (T, ...) False where a value is not known; all are by default.
    """
    known = np.ones(values.shape[:-1], dtype=bool) if valid is None else valid
    slopes = _slopes(values, known)
    before, after = at.before, np.minimum(at.before + 1, len(values) - 1)
    s = _over_axes(at.share, values.ndim)
    curve = (
        (1.0 + 2.0 * s) * (1.0 - s) ** 2 * values[before]
        + s * (1.0 - s) ** 2 * slopes[before]
        + s**2 * (3.0 - 2.0 * s) * values[after]
        - s**2 * (1.0 - s) * slopes[after]
    )
    # On a frame the curve is the frame, also where the next one was not seen and may hold anything.
    return np.where(s == 0.0, values[before], curve)


def _over_axes(share: np.ndarray, axes: int) -> np.ndarray:
    return share.reshape(-1, *(1,) * (axes - 1))


def _slopes(values: np.ndarray, valid: np.ndarray) -> np.ndarray:
    """Return the slopes (T, ..., C) a frame of the best order that the frames seen around each allow."""

    def neighbour(offset: int) -> tuple[np.ndarray, np.ndarray]:
        frames = np.arange(len(values)) + offset
        inside = (frames >= 0) & (frames < len(values))
        frames = np.clip(frames, 0, len(values) - 1)
        return values[frames], (valid[frames] & _over_axes(inside, valid.ndim))[..., None]

    (back2, seen_back2), (back, seen_back) = neighbour(-2), neighbour(-1)
    (next1, seen_next), (next2, seen_next2) = neighbour(1), neighbour(2)
    slopes = np.zeros(values.shape)
    slopes = np.where(seen_back, values - back, slopes)
    slopes = np.where(seen_next, next1 - values, slopes)
    middle = seen_back & seen_next
    slopes = np.where(middle, 0.5 * (next1 - back), slopes)
    slopes = np.where(seen_back & seen_back2 & ~seen_next, 1.5 * values - 2.0 * back + 0.5 * back2, slopes)
    slopes = np.where(seen_next & seen_next2 & ~seen_back, -1.5 * values + 2.0 * next1 - 0.5 * next2, slopes)
    whole = middle & seen_back2 & seen_next2
    return np.where(whole, (back2 - 8.0 * back + 8.0 * next1 - next2) / 12.0, slopes)
