"""A recording's landmarks and the person's size, as far as cleaning needs them."""

from __future__ import annotations

import numpy as np

from understudy.anthropometry import winter
from understudy.clean.measured_once import measured_once
from understudy.motion import Recording
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median
from understudy.spatial.vectors import lengths

BODY_SHARE = winter.LEG + winter.TRUNK
"""Legs and trunk as a share of stature."""

ADULT_HEIGHT = 1.7
"""Body height [m] of whoever's size a recording does not tell."""

_MAX_SAMPLES = 5000
"""Frames that tell a length; more would not tell it better."""


def has(recording: Recording, *landmarks: str) -> bool:
    """Tell whether the recording covers all of these landmarks."""
    return all(name in recording.landmark_points for name in landmarks)


def median_length(recording: Recording, start: str, end: str) -> float:
    """Return the median distance [m] between two landmarks, NaN where they are never seen together."""
    (first, first_seen), (second, second_seen) = recording.landmark(start), recording.landmark(end)
    both = first_seen & second_seen
    if len(both) <= _MAX_SAMPLES and both.all():
        return median(lengths(second - first))
    seen = np.flatnonzero(both)
    seen = seen[:: max(1, len(seen) // _MAX_SAMPLES)]
    return median(lengths(second[seen] - first[seen])) if len(seen) else np.nan


@measured_once
def leg_length(recording: Recording) -> float:
    """Return thigh and shin [m], mean of the sides that are covered, NaN where none is."""
    legs = [
        median_length(recording, f"hip_{side}", f"knee_{side}")
        + median_length(recording, f"knee_{side}", f"ankle_{side}")
        for side in SIDES
        if has(recording, f"hip_{side}", f"knee_{side}", f"ankle_{side}")
    ]
    known = [length for length in legs if np.isfinite(length)]
    return float(np.mean(known)) if known else np.nan


def trunk(recording: Recording) -> np.ndarray | None:
    """Return vectors (N, 3) [m] from mid-hips to mid-shoulders in the frames that show both, None without."""
    (hips, hips_seen), (shoulders, shoulders_seen) = map(recording.landmark, ("mid_hips", "mid_shoulders"))
    seen = hips_seen & shoulders_seen
    if seen.all():
        return shoulders - hips
    return (shoulders - hips)[seen] if seen.any() else None


@measured_once
def stature(recording: Recording) -> float:
    """Return the person's height [m] from legs and trunk, NaN where they are not covered."""
    vectors = trunk(recording)
    length = np.nan if vectors is None else median(lengths(vectors))
    return (leg_length(recording) + length) / BODY_SHARE


def body_height(recording: Recording) -> float:
    """Return the person's height [m]: as measured, else as stated, else an adult's."""
    measured = stature(recording)
    if np.isfinite(measured) and measured > 0.0:
        return measured
    return recording.subject.height or ADULT_HEIGHT
