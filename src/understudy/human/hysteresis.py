"""States that come and go by two bounds, so that noise between them changes nothing."""

from __future__ import annotations

import numpy as np


def with_hysteresis(enters: np.ndarray, leaves: np.ndarray, dwell: int) -> np.ndarray:
    """Return (T,) bool that turns on with ``enters``, off with ``leaves``, and rests after each change."""
    state = np.empty(len(enters), dtype=bool)
    on = bool(enters[0])
    # The first frame counts as a change: it knows no speed yet and must not be a flicker either.
    since_change = 0
    for frame, (enter, leave) in enumerate(zip(enters.tolist(), leaves.tolist(), strict=True)):
        if since_change >= dwell and (leave if on else enter):
            on = not on
            since_change = 0
        since_change += 1
        state[frame] = on
    return state
