"""Quaternions in the other order."""

from __future__ import annotations

import numpy as np


def xyzw(quaternions: np.ndarray) -> np.ndarray:
    """Return quaternions (..., 4) wxyz with w last."""
    return np.roll(quaternions, -1, axis=-1)
