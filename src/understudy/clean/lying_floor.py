"""The floor under a lying body: below its lowest parts, by the thickness of the flesh."""

from __future__ import annotations

import numpy as np

from understudy.clean.body import stature
from understudy.motion import Recording

FLESH: dict[str, float] = {
    "mid_hip": 0.055,
    "hip": 0.055,
    "spine": 0.055,
    "chest": 0.055,
    "neck": 0.035,
    "head": 0.050,
    "clavicle": 0.040,
    "shoulder": 0.040,
    "elbow": 0.023,
    "wrist": 0.015,
    "knuckle": 0.010,
    "knee": 0.033,
    "ankle": 0.025,
    "toe": 0.015,
}
"""From a joint's centre to the skin, as a share of stature: about half of the part's depth.

An adult of 1.75 m is about 0.20 m deep at the trunk, 0.18 m at the head, 0.12 m at the knee and 0.08 m
at the elbow. Landmarks that are not listed lie on the skin or move too freely to tell the floor.
"""

_PERCENTILE = 10.0
"""Low enough that the body is seldom under the floor, high enough that one bad frame does not count."""


def floor_under_lying_body(recording: Recording) -> float | None:
    """Return the height of the floor [m], or None where the person's size is not known."""
    height = stature(recording)
    if not np.isfinite(height):
        return None
    lowest = np.full(recording.frame_count, np.inf)
    for name in recording.landmark_points:
        part = name.removesuffix("_l").removesuffix("_r")
        if part in FLESH:
            points, seen = recording.landmark(name)
            lowest = np.where(seen, np.fmin(lowest, points[:, 2] - FLESH[part] * height), lowest)
    known = lowest[np.isfinite(lowest)]
    return float(np.percentile(known, _PERCENTILE)) if len(known) else None
