"""What a film of a rollout is made of: panels, each drawn at any time."""

from __future__ import annotations

from typing import Protocol

import numpy as np

CELL = (320, 240)
"""Width and height of a panel's picture [pixels]."""

LABEL = 20
"""Height of the strip under it that says what it is [pixels]."""


class Panel(Protocol):
    """A part of the film; a touch map, say, is one as well."""

    def picture(self, time: float) -> np.ndarray:
        """Return the panel with its label (H, W, 3) uint8 at a time [s], always of one size."""
        ...

    def close(self) -> None:
        """Give back what it drew with."""
        ...
