"""A cost of motion over time for one frame, the frames before it being as they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.retarget.simultaneous.clip import Term


@dataclass(frozen=True, eq=False)
class TermAfterEarlier:
    """A cost of a frame that comes after others.

    Attributes:
        term: The cost of all of them.
        earlier: (P, Q) poses of the frames before, which do not move any more.
    """

    term: Term
    earlier: np.ndarray

    def add(self, robot: np.ndarray, gradient: np.ndarray, bands: np.ndarray) -> float:
        """Add the cost of a pose (1, Q); see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        count = len(self.earlier) + 1
        every_gradient, every_band = (
            np.zeros((count, *gradient.shape[1:])),
            np.zeros((count, *bands.shape[1:])),
        )
        cost = self.term.add(np.concatenate([self.earlier, robot]), every_gradient, every_band)
        gradient += every_gradient[-1:]
        bands[:, 0] += every_band[-1:, 0]
        return cost
