"""Postures from which a frame without neighbours is solved: home, mid-range, and some around home.

A single start may sit at a half-turn from the goal, where no cost pulls it either way.
"""

from __future__ import annotations

import numpy as np

SEED = 7
RANDOM_POSTURES = 6
SPREAD = 0.5
"""Standard deviation [rad] of random postures around home."""


def start_postures(home: np.ndarray, columns: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Return (S, Q) postures within limits, everything else as at home.

    Args:
        home: (Q,) coordinates.
        columns: (J,) the coordinates of scalar joints that are varied.
        lower: (J,) limits [rad or m]; infinite where there is none.
        upper: (J,).
    """
    generator = np.random.default_rng(SEED)
    low, high = np.maximum(lower, -np.pi), np.minimum(upper, np.pi)
    postures = np.tile(home, (2 + RANDOM_POSTURES, 1))
    postures[1, columns] = 0.5 * (low + high)
    for posture in postures[2:]:
        around = posture[columns] + SPREAD * generator.standard_normal(len(columns))
        posture[columns] = np.clip(around, low, high)
    return postures
