"""Points that were seen where they cannot have been, marked as not seen.

Quiroga et al. removed such frames by hand: "noisy frames appear in the data by sudden position jumps of
one or more joints to non-desired configurations" (their Fig. 3), and wished for a way to find them.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.body import body_height, leg_length
from understudy.clean.hampel import find_spikes
from understudy.clean.jumps import find_jumps
from understudy.clean.report import counted, listed, reported
from understudy.clean.torn_bones import find_torn
from understudy.motion import Recording
from understudy.motion.speed import speed_scale

SMALLEST_SPIKE = 0.02
"""Spikes smaller than this share of the body's height are noise, which smoothing takes care of."""

SMALLEST_TEAR = 0.08
"""Bones are torn where their length is off by more than this share of the body's height."""


def find_outliers(recording: Recording) -> np.ndarray:
    """Return (T, K) bool, True where a point was seen where it cannot have been.

    A frame is noisy where any of its points is.
    """
    leg = leg_length(recording)
    scale = speed_scale(leg) if np.isfinite(leg) else 1.0
    points, valid = recording.points, recording.valid_mask
    height = body_height(recording)
    found = find_jumps(points, valid, recording.fps, scale)
    found |= find_torn(points, valid & ~found, SMALLEST_TEAR * height)
    return found | find_spikes(points, valid & ~found, recording.fps, SMALLEST_SPIKE * height)


def drop_outliers(recording: Recording) -> Recording:
    """Return the recording with outliers marked as not seen; filling gaps then closes them."""
    found = find_outliers(recording)
    count = int(found.sum())
    if count == 0:
        sentence = "No point jumps to where it cannot have been."
        return reported(recording, "outliers", sentence, positions=0, frames=0)
    frames = int(found.any(axis=1).sum())
    names = [recording.names[k] for k in np.argsort(-found.sum(axis=0), kind="stable") if found[:, k].any()]
    share = 100.0 * count / max(1, int(recording.valid_mask.sum()))
    sentence = (
        f"Dropped {counted(count, 'position')} ({share:.2f} %) in {counted(frames, 'frame')} to which "
        f"points had jumped: {listed(names)}."
    )
    left = {"valid": recording.valid_mask & ~found}
    return reported(recording, "outliers", sentence, left, positions=count, frames=frames)
