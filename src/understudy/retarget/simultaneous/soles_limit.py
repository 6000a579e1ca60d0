"""Soles that stand, held where they are to stand."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blocks.point import PointBlock
from understudy.kinematics.point_places import point_places
from understudy.kinematics.tree import Tree


class PinnedSoles:
    """Corners of soles at their places, targets of which move away from errors until there are none.

    They are costs of single frames; here only their targets and weights change, in place.

    Args:
        tree: The robot's tree.
        block: Points of the robot, targets being where they are to be.
        count: How many of them, the first ones, are corners of soles.
    """

    name, unit = "sole place", "mm"

    def __init__(self, tree: Tree, block: PointBlock, count: int) -> None:
        """Note where they are to stand."""
        self.tree, self.count = tree, count
        self.block = some_points(block, slice(count))
        self.wanted = self.block.target.copy()
        self.stands = self.block.weight > 0.0

    def _off(self, robot: np.ndarray) -> np.ndarray:
        return np.where(self.stands, point_places(self.tree, self.block, robot) - self.wanted, 0.0)

    def excess(self, robot: np.ndarray) -> float:
        """Return how far a corner is off at most [mm]."""
        return 1000.0 * float(np.abs(self._off(robot)).max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Move targets by what corners are off, as much as a larger weight leaves to do."""
        owed = self.wanted - self.block.target + self._off(robot)
        self.block.target[:] = self.wanted - owed / factor**2
        self.block.weight[:] *= factor


def some_points(block: PointBlock, part: slice) -> PointBlock:
    """Return some points of a block, sharing their targets and weights with it."""
    fields = block._asdict().items()
    return PointBlock(*(array[:, part] if name in block.timed else array[part] for name, array in fields))
