"""The compiled kernel of what turns on and off and rests after each change."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import exact_kernel


@exact_kernel
def write_states(enters: np.ndarray, leaves: np.ndarray, dwell: int, states: np.ndarray) -> None:
    """Write states (T,) that turn on with ``enters`` (T,) and off with ``leaves`` (T,), all of them bool.

    Args:
        enters: Whether it may turn on.
        leaves: Whether it may turn off.
        dwell: Frames that it rests after each change, the first frame among them.
        states: Filled.
    """
    on, since_change = enters[0], 0
    for frame in range(enters.shape[0]):
        if since_change >= dwell and (leaves[frame] if on else enters[frame]):
            on, since_change = not on, 0
        since_change += 1
        states[frame] = on
