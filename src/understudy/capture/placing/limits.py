"""What no person's points are: too many, too far away, or flat as those in a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.errors import CaptureError

FARTHEST = 1e9
"""Coordinates beyond this are no person's in any unit; their squares could overflow."""

MAX_POINTS = 150_000_000
"""Frames times points, over a day of a person at 30 Hz; more would fill the memory."""


def require_few(path: Path, frame_count: int, point_count: int) -> None:
    """Refuse more points than memory is meant for."""
    if frame_count * point_count > MAX_POINTS:
        raise CaptureError(
            path, f"holds {frame_count} frames of {point_count} points, at most {MAX_POINTS} in all"
        )


def require_near(path: Path, coordinates: np.ndarray) -> None:
    """Refuse coordinates (T, ...) that are no person's in any unit; NaN passes."""
    # Long clips take hundreds of megabytes, so their extremes are found without a copy.
    lowest, highest = (pick.reduce(coordinates, axis=None, initial=0.0) for pick in (np.fmin, np.fmax))
    if lowest < -FARTHEST or highest > FARTHEST:
        frame = int(np.argwhere(np.abs(coordinates) > FARTHEST)[0][0])
        raise CaptureError(
            path, f"holds a coordinate beyond {FARTHEST:g} in frame {frame}, expected a person's place"
        )


def require_spatial(path: Path, points: np.ndarray) -> None:
    """Refuse points (T, K, 3) that were given a third coordinate which never differs from zero."""
    seen = points[np.isfinite(points).all(axis=-1)]
    # Points that are all in one place are another fault.
    if not seen[:, 2].any() and seen[:, :2].any():
        raise flat_error(path)


def flat_error(path: Path, expected: str = "x, y and z of each") -> CaptureError:
    """Return the error of a file that holds points in a picture."""
    return CaptureError(
        path,
        f"holds keypoints in two dimensions only, expected {expected}: triangulate several cameras or lift "
        "them to three dimensions first",
    )
