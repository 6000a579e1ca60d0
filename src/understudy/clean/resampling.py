"""A recording at another frame rate."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.clean.report import reported
from understudy.motion import Recording
from understudy.motion.validation import require_fps
from understudy.spatial import rotations as rot

_ON_FRAME = 1e-6
"""Share of a frame within which a time is that of the frame."""


def resample(recording: Recording, fps: float) -> Recording:
    """Return the recording at another frame rate, from the same first frame on.

    Points run along cubic curves through the frames, with slopes of fourth order, so that velocities do
    not jump; rotations turn evenly from frame to frame; contacts are those of the nearest frame. A point is
    seen where the frames around it show it. Nothing is filtered: to thin out a noisy recording, smooth
    it first.

    Args:
        recording: What was captured.
        fps: Frames a second [1/s].
    """
    require_fps(fps)
    last = recording.frame_count - 1
    count = int(np.floor(last * fps / recording.fps + _ON_FRAME)) + 1
    places = np.minimum(np.arange(count) * recording.fps / fps, last)
    nearest = np.rint(places).astype(np.int64)
    places = np.where(np.abs(places - nearest) < _ON_FRAME, nearest, places)
    before = np.floor(places).astype(np.int64)
    after = np.ceil(places).astype(np.int64)
    share = places - before
    valid, rotations = recording.valid_mask, recording.rotations
    if rotations is not None:
        shares = np.broadcast_to(share[:, None], rotations[before].shape[:2])
        rotations = rot.slerp(rotations[before], rotations[after], shares)
    resampled = replace(
        recording,
        points=_on_curves(recording.points, valid, before, share),
        fps=fps,
        valid=valid[before] & valid[after],
        rotations=rotations,
        contacts=None if recording.contacts is None else recording.contacts[nearest],
        contacts_known=None if recording.contacts_known is None else recording.contacts_known[nearest],
    )
    sentence = f"Resampled from {recording.fps:g} to {fps:g} frames a second."
    return reported(resampled, "resample", sentence, fps=fps, from_fps=recording.fps)


def _on_curves(points: np.ndarray, valid: np.ndarray, before: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Return (N, K, 3) [m] on the cubic curves through points (T, K, 3), at shares of the way to the next."""
    slopes = _slopes(points, valid)
    after = np.minimum(before + 1, len(points) - 1)
    s = share[:, None, None]
    curve = (
        (1.0 + 2.0 * s) * (1.0 - s) ** 2 * points[before]
        + s * (1.0 - s) ** 2 * slopes[before]
        + s**2 * (3.0 - 2.0 * s) * points[after]
        - s**2 * (1.0 - s) * slopes[after]
    )
    # On a frame the curve is the frame, also where the next one was not seen and may hold anything.
    return np.where(s == 0.0, points[before], curve)


def _slopes(points: np.ndarray, valid: np.ndarray) -> np.ndarray:
    """Return (T, K, 3) [m a frame] the slopes of the best order that the frames seen around each allow."""

    def neighbour(offset: int) -> tuple[np.ndarray, np.ndarray]:
        frames = np.arange(len(points)) + offset
        inside = (frames >= 0) & (frames < len(points))
        frames = np.clip(frames, 0, len(points) - 1)
        return points[frames], (valid[frames] & inside[:, None])[..., None]

    (back2, seen_back2), (back, seen_back) = neighbour(-2), neighbour(-1)
    (next1, seen_next), (next2, seen_next2) = neighbour(1), neighbour(2)
    slopes = np.zeros(points.shape)
    slopes = np.where(seen_back, points - back, slopes)
    slopes = np.where(seen_next, next1 - points, slopes)
    middle = seen_back & seen_next
    slopes = np.where(middle, 0.5 * (next1 - back), slopes)
    slopes = np.where(seen_back & seen_back2 & ~seen_next, 1.5 * points - 2.0 * back + 0.5 * back2, slopes)
    slopes = np.where(seen_next & seen_next2 & ~seen_back, -1.5 * points + 2.0 * next1 - 0.5 * next2, slopes)
    whole = middle & seen_back2 & seen_next2
    return np.where(whole, (back2 - 8.0 * back + 8.0 * next1 - next2) / 12.0, slopes)
