"""A made-up body that stands, and one that walks with known contacts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from understudy.motion import HumanMotion, Recording

STANDING: dict[str, tuple[float, float, float]] = {
    "mid_hip": (0.0, 0.0, 0.92),
    "spine": (0.0, 0.0, 1.05),
    "chest": (0.0, 0.0, 1.22),
    "neck": (0.0, 0.0, 1.45),
    "head": (0.0, 0.0, 1.53),
    "head_top": (0.0, 0.0, 1.72),
    "nose": (0.11, 0.0, 1.58),
}
for _side, _y in (("l", 1.0), ("r", -1.0)):
    STANDING |= {
        f"eye_{_side}": (0.08, 0.03 * _y, 1.62),
        f"ear_{_side}": (0.0, 0.07 * _y, 1.60),
        f"shoulder_{_side}": (0.0, 0.18 * _y, 1.40),
        f"elbow_{_side}": (0.0, 0.18 * _y, 1.12),
        f"wrist_{_side}": (0.0, 0.18 * _y, 0.87),
        f"hip_{_side}": (0.0, 0.09 * _y, 0.90),
        f"knee_{_side}": (0.0, 0.09 * _y, 0.48),
        f"ankle_{_side}": (0.0, 0.09 * _y, 0.07),
        f"heel_{_side}": (-0.05, 0.09 * _y, 0.0),
        f"toe_{_side}": (0.13, 0.09 * _y, 0.025),
    }
"""Landmarks [m] of a body that stands on z = 0, faces x and lets its arms hang."""

LEG = 0.83
PERIOD = 1.1
HEEL_STANCE = 0.45
TOE_STANCE = 0.62
"""Shares of a step's period in which heel and toe are on the floor."""


def human_of(points: Mapping[str, np.ndarray], fps: float = 100.0, **fields: object) -> HumanMotion:
    """Return a human motion of landmarks (T, 3)."""
    stacked = np.stack(list(points.values()), axis=1)
    return HumanMotion(tuple(points), stacked, fps, **fields)  # pyright: ignore[reportArgumentType]
