"""Soles that stand, held where they are to stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.kinematics.blocks.point import PointBlock
from understudy.kinematics.point_places import point_places
from understudy.kinematics.tree import Tree

Curve = Callable[[np.ndarray], np.ndarray]


class PinnedSoles:
    """Corners of soles at their places, targets of which move away from errors until there are none.

    They are costs of single frames; here only their targets and weights change, in place. The motion is a
    curve that passes the solved poses at a small distance, by which targets are moved as well.

    Args:
        tree: The robot's tree.
        block: Points of the robot, targets being where they are to be.
        count: How many of them, the first ones, are corners of soles.
        curve: Poses of the motion from those that are solved, both (T, Q).
    """

    name, unit = "sole place", "mm"

    def __init__(self, tree: Tree, block: PointBlock, count: int, curve: Curve) -> None:
        """Note where they are to stand."""
        self.tree, self.count, self.curve = tree, count, curve
        self.block = some_points(block, slice(count))
        self.places, self.wanted = self.block.target.copy(), self.block.target.copy()
        self.held = self.block.weight > 0.0
        # The curve is where the poses around it are: in its place where those before and after are as well.
        self.stands = np.zeros_like(self.held)
        self.stands[1:-1] = self.held[2:] & self.held[1:-1] & self.held[:-2]

    def excess(self, robot: np.ndarray) -> float:
        """Return how far a corner that stands is off at most [mm]."""
        off = point_places(self.tree, self.block, self.curve(robot)) - self.places
        return 1000.0 * float(np.abs(np.where(self.stands, off, 0.0)).max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Move targets by what corners are off, as much as a larger weight leaves to do."""
        solved = point_places(self.tree, self.block, robot)
        passes = point_places(self.tree, self.block, self.curve(robot)) - solved
        owed = np.where(self.held, self.wanted - self.block.target, 0.0)
        self.wanted = self.places - np.where(self.stands, passes, 0.0)
        owed += np.where(self.held, solved - self.wanted, 0.0)
        self.block.target[:] = self.wanted - owed / factor**2
        self.block.weight[:] *= factor


def some_points(block: PointBlock, part: slice) -> PointBlock:
    """Return some points of a block, sharing their targets and weights with it."""
    fields = block._asdict().items()
    return PointBlock(*(array[:, part] if name in block.timed else array[part] for name, array in fields))
