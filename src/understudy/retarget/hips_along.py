"""Hips that go along with what stands: where the legs that carry them would have them, led over smoothly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.retarget.footholds import Footholds
from understudy.retarget.swinging_soles import sole_drift
from understudy.spatial.hann_mean import hann_mean

SMOOTH = 0.1
"""Time [s] before and after a frame over which it is averaged how far hips are taken along."""

IN_THE_AIR = 1e-3
"""Say that a foot has in the air, beside that of one that stands."""


def hips_along(feet: Sequence[Footholds], fps: float) -> np.ndarray:
    """Return by how much (T, 3) [m] hips are moved.

    Args:
        feet: Where the soles stand.
        fps: Frames a second [1/s].
    """
    frames = len(feet[0].corners)
    total, says = np.zeros((frames, 3)), np.zeros((frames, 1))
    for foot in feet:
        say = np.maximum(foot.firmness.max(axis=1), IN_THE_AIR)[:, None]
        drift = sole_drift(foot.natural, foot.corners, foot.firmness > 0.0, foot.swings)
        total, says = total + say * drift, says + say
    return hann_mean(total / says, round(SMOOTH * fps))
