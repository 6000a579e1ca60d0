"""What force plates measured, in a world that was turned and moved."""

from __future__ import annotations

import numpy as np

from understudy.spatial import rotations as rot


def moved_pressure(pressure: np.ndarray, turn: np.ndarray, drop: np.ndarray | float = 0.0) -> np.ndarray:
    """Return pressure (T, 4), places [m] and vertical force [N], turned by (4,) wxyz and lowered by (3,) [m].

    A floor is levelled by a degree or two, which leaves the vertical force as it is to a thousandth.
    """
    return np.concatenate([rot.rotate(turn, pressure[:, :3]) - drop, pressure[:, 3:]], axis=1)
