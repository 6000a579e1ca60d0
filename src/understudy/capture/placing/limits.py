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
    # Long clips take hundreds of megabytes, so their extremes are found without a copy.
    lowest, highest = (pick.reduce(coordinates, axis=None, initial=0.0) for pick in (np.fmin, np.fmax))
    if lowest < -FARTHEST or highest > FARTHEST:
        frame = int(np.argwhere(np.abs(coordinates) > FARTHEST)[0][0])
        raise CaptureError(
            path, f"holds a coordinate beyond {FARTHEST:g} in frame {frame}, expected a person's place"
        )
