"""A cost of motion over time for one frame, the frames before it being as they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.retarget.simultaneous.clip import Term
from understudy.retarget.simultaneous.sums import Sums


@dataclass(frozen=True, eq=False)
class TermAfterEarlier:
    """A cost of a frame that comes after others.

    Attributes:
        term: The cost of all of them.
        earlier: (P, Q) poses of the frames before, which do not move any more.
    """

    term: Term
    earlier: np.ndarray

    def cost(self, robot: np.ndarray) -> float:
        """Return the cost of a pose (1, Q); see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        return self.term.cost(np.concatenate([self.earlier, robot]))

    def add(self, robot: np.ndarray, sums: Sums) -> None:
        """Add its derivatives; see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        every = Sums(len(self.earlier) + 1, sums.gradient.shape[1])
        self.term.add(np.concatenate([self.earlier, robot]), every)
        sums.gradient += every.gradient[-1:]
        sums.own += every.own[-1:]
        sums.diagonals[:, 0] += every.diagonals[-1:, 0]
