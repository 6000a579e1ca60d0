"""How much of a capture is read, and how far away a person may be."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.errors import CaptureError

FARTHEST = 1e9
"""Coordinates beyond this are no person's in any unit; their squares could overflow."""

MAX_POINTS = 150_000_000
"""Frames times points, over a day of a person at 30 Hz; more would fill the memory."""


def require_near(path: Path, coordinates: np.ndarray) -> None:
    """Refuse coordinates (T, ...) that are no person's in any unit; NaN passes."""
    is_far = np.abs(coordinates) > FARTHEST
    if is_far.any():
        frame = int(np.argwhere(is_far)[0][0])
        raise CaptureError(
            path, f"holds a coordinate beyond {FARTHEST:g} in frame {frame}, expected a person's place"
        )
