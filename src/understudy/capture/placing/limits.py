"""What no person's points are: too many, too far away, or flat as those in a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.placing.seen_kernel import look_over
from understudy.errors import CaptureError

FARTHEST = 1e9
"""Coordinates beyond this are no person's in any unit; their squares could overflow."""

_MOST_COPIED = 1 << 20
"""Numbers that are copied for a kernel which goes over them in one piece."""

MAX_POINTS = 150_000_000
"""Frames times points, over a day of a person at 30 Hz; more would fill the memory."""


def finite_points(points: np.ndarray) -> np.ndarray:
    """Return (...) where points (..., 3) have three finite coordinates."""
    # NumPy takes several times as long to go along so short an axis.
    finite = np.isfinite(points)
    return finite[..., 0] & finite[..., 1] & finite[..., 2]


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


def require_seen(path: Path, points: np.ndarray) -> None:
    """Refuse points (T, K, 3) of which none is ever seen, far ones, and flat ones, as no person's are."""
    is_seen, is_deep, is_wide = _looked_over(points)
    if not is_seen:
        raise CaptureError(path, "shows no point in any frame, expected a person")
    require_near(path, points)
    # Points that are all in one place are another fault.
    if not is_deep and is_wide:
        raise flat_error(path)


def _looked_over(points: np.ndarray) -> tuple[bool, bool, bool]:
    """Return whether points (T, K, 3) are seen at all, and if so, differ from zero in z, and in x or y."""
    # A skeleton's frames may lie side by side, and the order of points is of no matter here.
    rows = points if points.flags.c_contiguous else points.transpose(1, 0, 2)
    is_plain = rows.flags.c_contiguous and rows.flags.writeable and rows.dtype == np.float64
    if not is_plain and rows.size <= _MOST_COPIED:
        rows, is_plain = np.array(rows, dtype=np.float64, order="C"), True
    if is_plain and look_over.is_worth_it(len(points)):
        return look_over(rows.reshape(-1, 3))
    seen = points[finite_points(points)]
    return len(seen) > 0, bool(seen[:, 2].any()), bool(seen[:, :2].any())


def flat_error(path: Path, expected: str = "x, y and z of each") -> CaptureError:
    """Return the error of a file that holds points in a picture."""
    return CaptureError(
        path,
        f"holds keypoints in two dimensions only, expected {expected}: triangulate several cameras or lift "
        "them to three dimensions first",
    )
