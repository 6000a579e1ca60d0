"""Goals as estimates: what a capture shows, without the noise that was measured in it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.retarget.goals import Goals
from understudy.retarget.placement import ANKLES, HIPS, ROOT, Placement
from understudy.signals.noise import measured_noise
from understudy.signals.noise_smoother import smooth_within_noise
from understudy.spatial import rotations as rot


def estimated_goals(goals: Goals, fps: float) -> Goals:
    """Return goals whose directions and orientations are free of noise.

    Args:
        goals: As measured.
        fps: Frames a second [1/s].
    """
    known = goals.direction_weights > 0.0
    directions = rot.normalise(_estimated(goals.directions, known, fps, 2))
    known, turns = goals.frame_weights > 0.0, rot.from_matrix(goals.frames)
    turns = (
        np.stack([rot.continuous(turns[:, k]) for k in range(turns.shape[1])], axis=1)
        if turns.size
        else turns
    )
    frames = rot.as_matrix(rot.normalise(_estimated(turns, known, fps, 3)))
    return replace(goals, directions=directions, frames=frames)


def estimated_places(spots: Placement, fps: float) -> Placement:
    """Return places of which those of hips and ankles are free of noise; soles stand where they stand."""
    seen = [index for index, name in enumerate(spots.names) if name in (ROOT, HIPS, *ANKLES)]
    places = np.array(spots.places)
    places[:, seen] = _estimated(places[:, seen], spots.known[:, seen], fps, 3)
    return replace(spots, places=places)


def _estimated(signals: np.ndarray, known: np.ndarray, fps: float, free: int) -> np.ndarray:
    """Return signals (T, K, D) without noise, which is in ``free`` of their D components."""
    if not signals.size:
        return signals
    return smooth_within_noise(signals, known, measured_noise(signals, known, fps, free=free).sigma, fps)
