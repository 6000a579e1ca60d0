"""How far a person goes, turns and rises over a motion, in lengths of their own legs."""

from __future__ import annotations

import numpy as np

from understudy.motion import HumanMotion
from understudy.spatial.vectors import lengths

NAMES = ("ahead", "left", "up", "turn", "path")
MIRROR_SIGNS = np.array([1.0, -1.0, 1.0, -1.0, 1.0])
"""What each becomes in a mirror."""

_SCALES = np.array([3.0, 3.0, 1.0, 1.0, 6.0])
"""Legs, legs, legs, full turns and legs over which a difference counts less and less."""

_STEPS = 64
"""Moments of a motion that are looked at: between them a body's trembling is no path."""


def travel(human: HumanMotion) -> np.ndarray:
    """Return (5,) numbers from -1 to 1, 0 where the capture does not show the hips."""
    points, shown = human.landmark("mid_hips")
    leg = _leg(human)
    if np.count_nonzero(shown) < 2 or leg <= 0.0:
        return np.zeros(len(NAMES))
    frames = np.flatnonzero(shown)
    frames = frames[np.linspace(0, len(frames) - 1, min(_STEPS, len(frames))).round().astype(int)]
    places = points[frames]
    steps = np.diff(places, axis=0)
    headings = _headings(human, frames)
    start = headings[0]
    way = places[-1] - places[0]
    ahead = way[0] * np.cos(start) + way[1] * np.sin(start)
    left = way[1] * np.cos(start) - way[0] * np.sin(start)
    path = float(lengths(steps[:, :2]).sum())
    turn = float(headings[-1] - headings[0]) / (2.0 * np.pi)
    found = np.array([ahead / leg, left / leg, way[2] / leg, turn, path / leg])
    return np.tanh(found / _SCALES)


def _leg(human: HumanMotion) -> float:
    """Return the length of a leg [m], 0 where the capture shows none."""
    found = []
    for side in ("l", "r"):
        hip, knee, ankle = (human.landmark(f"{name}_{side}") for name in ("hip", "knee", "ankle"))
        shown = hip[1] & knee[1] & ankle[1]
        if shown.any():
            length = lengths(knee[0] - hip[0]) + lengths(ankle[0] - knee[0])
            found.append(float(np.median(length[shown])))
    return float(np.mean(found)) if found else 0.0


def _headings(human: HumanMotion, frames: np.ndarray) -> np.ndarray:
    """Return which way the hips face (N,) [rad] without jumps; held where they do not say."""
    line, shown = human.direction("hip_line")
    flat = line[frames, :2]
    good = shown[frames] & (lengths(flat) > 0.2)
    if not good.any():
        return np.zeros(len(frames))
    # Ahead is a quarter turn to the right of left.
    angles = np.unwrap(np.arctan2(-flat[good, 0], flat[good, 1]))
    return np.interp(np.arange(len(frames)), np.flatnonzero(good), angles)
