"""How a robot goes on from one frame to the next where nothing else decides.

Over a clip, accelerations cost. That does not do for a frame that is solved by itself: ½s²|a|² and
½w²|x − target|² make a mass on a spring without a damper, which swings about its target, the longer the less
a joint matters for what was captured. So a robot goes on with a share of its speed: what nothing decides
comes to rest, and nothing swings.
"""

from __future__ import annotations

import numpy as np

from understudy.kinematics.tree import Tree
from understudy.retarget.simultaneous.rates import rates
from understudy.retarget.simultaneous.sums import Sums


class GoingOn:
    """A cost of a frame's way from the frame before being another than the last one, shortened.

    Args:
        tree: The robot's tree.
        free: (D,) its variables.
        earlier: (2, Q) poses of the frames before, or none (0, Q).
        share: Of the last way.
        weight: [m/rad or 1].
    """

    def __init__(
        self, tree: Tree, free: np.ndarray, earlier: np.ndarray, share: float, weight: float
    ) -> None:
        """Note the way that is expected."""
        self.tree, self.free, self.weight = tree, free, weight
        self.last = earlier[-1:]
        self.expected = (
            share * rates(tree, earlier, 1.0) if len(earlier) else np.zeros((0, len(tree.variable)))
        )
        self._seen: tuple[np.ndarray, np.ndarray] | None = None

    def _off(self, robot: np.ndarray) -> np.ndarray:
        """Return (1, D) the difference of a pose (1, Q) times its weight, none before the first frames."""
        if self._seen is None or self._seen[0] is not robot:
            way = rates(self.tree, np.concatenate([self.last, robot]), 1.0)
            self._seen = robot, self.weight * (way[: len(self.last)] - self.expected)[:, self.free]
        return self._seen[1]

    def cost(self, robot: np.ndarray) -> float:
        """Return the cost of a pose (1, Q); see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        return 0.5 * float((self._off(robot) ** 2).sum())

    def add(self, robot: np.ndarray, sums: Sums) -> None:
        """Add its derivatives, by every variable as of a scalar joint."""
        if len(self.last):
            sums.gradient += self.weight * self._off(robot)
            sums.diagonals[:, 0] += self.weight**2
