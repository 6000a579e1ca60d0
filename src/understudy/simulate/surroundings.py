"""What is around a simulated robot that its senses may turn to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What is around a robot that its senses may turn to.

    Attributes:
        root: (T, 7) where the root will be [m, wxyz]; no columns on a robot that is bolted down by its card.
        things: Name → where it is (T, 3) [m], NaN while it is not there; what is to be looked at comes first.
        gaze_w: (T, 3) unit directions in which the captured person faces, NaN where that is not known.
    """

    root: np.ndarray
    things: Mapping[str, np.ndarray]
    gaze_w: np.ndarray | None = None
