"""The rate at which keys of an animation follow each other."""

from __future__ import annotations

import numpy as np

_FEWEST_KEYS = 4
EVEN = 0.02
"""By what share of a step evenly spaced keys may stand elsewhere."""

_COVERED = 0.8
"""The share of a motion that keys have to cover."""


def even_rate(times: np.ndarray, seconds: float) -> float | None:
    """Return keys a second [1/s], None where they follow each other unevenly or are too few to tell.

    Args:
        times: (N,) [s] of the keys of the longest track.
        seconds: How long the whole motion takes.
    """
    steps = np.diff(times)
    if len(times) < _FEWEST_KEYS or steps.min() <= 0.0 or times[-1] - times[0] < _COVERED * seconds:
        return None
    step = float(steps.mean())
    if np.abs(steps - step).max() > EVEN * step:
        return None
    fps = 1.0 / step
    # Times are rounded to ticks or to single precision.
    return float(round(fps)) if abs(fps - round(fps)) < 1e-3 * max(1.0, 1e-2 * fps) else fps
