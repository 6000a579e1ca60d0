"""Times and small parts that all messages share."""

from __future__ import annotations

from typing import Any

import numpy as np

SECOND = 1_000_000_000

Stamp = dict[str, int]
Stamped = tuple[int, str, str, dict[str, Any]]
"""Time [ns], topic, kind and content of a message."""


def nanoseconds(time: float) -> int:
    """Return a time [s] in whole nanoseconds."""
    return round(float(time) * SECOND)


def stamp_of(time: int) -> Stamp:
    """Return a time [ns] as messages have it."""
    return {"sec": time // SECOND, "nanosec": time % SECOND}


def header(time: float, frame: str) -> dict[str, Any]:
    """Return the header of what was measured at a time [s] in a frame."""
    return {"stamp": stamp_of(nanoseconds(time)), "frame_id": frame}


def vector(values: np.ndarray) -> dict[str, float]:
    """Return three numbers as a vector."""
    return dict(zip("xyz", np.asarray(values, dtype=np.float64).tolist(), strict=True))
