"""A force plate and what it measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STEPPED_ON = 30.0
"""A plate that carries more was stepped on [N]; less is noise and drift."""


@dataclass(frozen=True, eq=False)
class ForcePlate:
    """A force plate.

    Attributes:
        corners: (4, 3) in the file's unit and axes.
        forces: (T, 3) [N] that the floor exerts on the person, in the file's axes; the mean over the
            samples of each frame, without what the plate shows when it is empty.
        pressure: (T, 3) where they act on the surface, in the file's unit and axes; NaN where next to nothing
            acts, or where the file does not tell.
        offset: [N] what the empty plate showed along its normal, which was taken off.
    """

    corners: np.ndarray
    forces: np.ndarray
    pressure: np.ndarray
    offset: float = 0.0
