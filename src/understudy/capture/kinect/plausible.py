"""Whether numbers without names are a person's joints in a tracker's order.

A file of bare numbers says nothing but how many there are. In the right order arms, legs and trunk have
lengths that fit each other and are equal on both sides; in any other order some of them do not.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.kinect.joints import Sensor
from understudy.capture.placing.limits import FARTHEST
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.posture import middle, trunk
from understudy.motion.landmarks import SIDES

_SEGMENTS = {
    ("shoulder", "elbow"): (0.25, 1.1),
    ("elbow", "wrist"): (0.2, 1.1),
    ("hip", "knee"): (0.4, 1.6),
    ("knee", "ankle"): (0.4, 1.6),
}
"""Segment → shortest and longest, as shares of the trunk from mid-hips to mid-shoulders."""

_WIDTHS = {"shoulder": (0.3, 1.3), "hip": (0.1, 0.8)}
"""Distance of the two sides, as a share of the trunk."""

_SIDES_RATIO = 1.5
_LEAST_SEEN = 3


def is_person(sensor: Sensor, points: np.ndarray) -> bool:
    """Tell whether points (T, K, 3), one for each joint of the sensor, make up a person's body.

    Points at zero or beyond all measure count as not seen. Lengths are medians over frames that show them.
    """
    is_unseen = (points == 0.0).all(axis=-1) | (np.abs(points) > FARTHEST).any(axis=-1)
    points = np.where(is_unseen[..., None], np.nan, points)
    tracks = landmark_tracks(sensor.joints, points, {k: (v,) for k, v in sensor.landmarks.items()})
    length = _median_length(trunk(tracks))
    if not length > 0.0:
        return False
    for (upper, lower), (shortest, longest) in _SEGMENTS.items():
        sides = [_median_length(tracks[f"{lower}_{side}"] - tracks[f"{upper}_{side}"]) for side in SIDES]
        fits = all(shortest <= side / length <= longest for side in sides)
        if not fits or max(sides) > _SIDES_RATIO * min(sides):
            return False
    for name, (narrowest, widest) in _WIDTHS.items():
        if not narrowest <= _median_length(tracks[f"{name}_l"] - tracks[f"{name}_r"]) / length <= widest:
            return False
    # The head is beyond the shoulders as seen from the hips, on the median.
    beyond = np.sum((tracks["head"] - middle(tracks, "shoulder")) * trunk(tracks), axis=1)
    known = beyond[np.isfinite(beyond)]
    return len(known) > 0 and float(np.median(known)) > 0.0


def _median_length(vectors: np.ndarray) -> float:
    """Return the median length of vectors (T, 3) that are known, NaN where too few are."""
    lengths = np.linalg.norm(vectors, axis=1)
    known = lengths[np.isfinite(lengths)]
    return float(np.median(known)) if len(known) >= min(_LEAST_SEEN, len(lengths)) > 0 else np.nan
