"""Points that have no depth, as those in a picture: refused, whichever format they come in."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.source import Source
from understudy.errors import CaptureError


def flat_error(path: Path, expected: str = "x, y and z of each") -> CaptureError:
    """Return the error of a file that holds points in a picture."""
    return CaptureError(
        path,
        f"holds keypoints in two dimensions only, expected {expected}: triangulate several cameras or lift "
        "them to three dimensions first",
    )


def require_spatial(source: Source, points: np.ndarray) -> None:
    """Refuse points (T, K, 3) that were given a third coordinate which never differs from zero."""
    seen = points[np.isfinite(points).all(axis=-1)]
    # Points that are all in one place are another fault.
    if not seen[:, 2].any() and seen[:, :2].any():
        raise flat_error(source.path)
