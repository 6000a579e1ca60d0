"""The shape of a standing human foot, in shares of the leg."""

from __future__ import annotations

import numpy as np

SOLE_BELOW: dict[str, float] = {"toe": 0.0295, "ankle": 0.0794, "heel": 0.0}
"""How far the sole is below a landmark of a flat foot, as a share of the leg (hip to ankle).

The ankle's centre is 0.039 of the stature above the sole and the leg 0.491 of it (Winter). The ball's
centre lies 44 mm below the ankle's in a person of 1.8 m (the lower limb of Delp 1990), so 26 mm above the
sole. A heel landmark is on the skin. The order is the one in which they tell the floor best.
"""

TOES = 0.4
"""Tips of the toes before the ball, as a share of the way from heel to ball."""

HEEL_BEHIND = 1.0 / 3.0
"""Heel behind the ankle, as a share of the way from ankle to ball."""

BREADTH = 0.35
"""Of a sole, as a share of its length."""


def usual_heel(ankle: np.ndarray, ball: np.ndarray) -> np.ndarray:
    """Return heels (..., N) [m] behind ankles and balls (..., N) of feet whose heels were not captured."""
    return ankle - HEEL_BEHIND * (ball - ankle)


def toe_tips(heel: np.ndarray, ball: np.ndarray) -> np.ndarray:
    """Return tips of the toes (..., N) [m] before heels and balls (..., N)."""
    return ball + TOES * (ball - heel)
