"""Parts of the robot that are not in each other, held as firmly as other limits are."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.blocks.distance import DistanceBlock
from understudy.motion.validation import ROOT_SIZE
from understudy.retarget.simultaneous.grid import Grid
from understudy.robots.robot import Robot
from understudy.robots.self_collision import SelfCollision

DEPTH = 0.001
"""Length [m] by which geoms may be in each other."""

FIRMEST = 4.0
"""By how much a pair's weight grows at most; a wall that is stiffer yet makes steps short."""

FARTHEST = 0.03
"""Length [m] by which a wall is moved at most; parts that are deeper in each other are there for a reason."""


def pairs_apart(block: DistanceBlock, frames: int) -> DistanceBlock:
    """Return a block whose pairs of bodies have targets and weights of their own in each frame."""
    size = frames, len(block.body)
    target, weight = (np.array(np.broadcast_to(each, size)) for each in (block.target, block.weight))
    return block._replace(column=np.arange(len(block.body)), target=target, weight=weight)


class PartsApart:
    """Pairs of bodies that are apart, targets of which move away from what they are in each other.

    They are costs of single frames, soft walls between capsules; here targets and weights of pairs whose
    geoms are in each other change, in place, in the frames in which they are. Others stay as soft as they
    were. How deep geoms are is MuJoCo's to say: capsules stick out of them in places, and leave holes.

    Args:
        robot: The robot.
        block: Pairs of bodies, each with targets of its own.
        grid: The moments that are solved; all frames between them are looked at.
    """

    name, unit = "self-collision", "mm"

    def __init__(self, robot: Robot, block: DistanceBlock, grid: Grid) -> None:
        """Note how far apart they are to be."""
        self.block, self.grid, self.contact = block, grid, SelfCollision(robot.model)
        self.root = ROOT_SIZE if robot.has_free_base else 0
        self.wanted, self.first = block.target.copy(), block.weight.copy()
        self._column = {(int(min(pair)), int(max(pair))): row for row, pair in enumerate(block.body)}
        self._seen: tuple[np.ndarray, np.ndarray] | None = None

    def _short(self, robot: np.ndarray) -> np.ndarray:
        """Return (T, P) [m] by how much geoms of pairs are deeper in each other than they may be."""
        if self._seen is None or self._seen[0] is not robot:
            short, (before, after) = np.full(self.wanted.shape, -DEPTH), self.grid.neighbours()
            for frame, q in enumerate(self.grid.all_frames(robot, self.root)):
                for pair, distance in zip(*self.contact.contacts(q), strict=True):
                    row = self._column.get((int(pair[0]), int(pair[1])))
                    if row is not None:
                        beside = [before[frame], after[frame]]
                        short[beside, row] = np.maximum(short[beside, row], -distance - DEPTH)
            self._seen = robot, short
        return self._seen[1]

    def excess(self, robot: np.ndarray) -> float:
        """Return how much deeper than allowed parts are in each other at most [mm]."""
        return 1000.0 * float(self._short(robot).max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Move walls by what parts are too deep, and make those firmer."""
        short, block = self._short(robot), self.block
        grown = np.minimum(factor * block.weight, FIRMEST * self.first)
        block.weight[:] = np.where(short > 0.0, grown, block.weight)
        # Capsules need not touch where geoms do, so that walls are moved by as much, however firm they are.
        block.target[:] = self.wanted + np.clip(block.target - self.wanted + short, 0.0, FARTHEST)
