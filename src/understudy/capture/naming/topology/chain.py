"""A limb as a chain of places: the longest way down from a branch of a skeleton to a tip."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.capture.naming.topology.tree import PointTree

MOST_PLACES = 16
"""So many places along a limb are considered; one with all its twisting joints and fingers has twelve."""

_BENT_PERCENTILE = 90.0
"""Of how bent a stretch is over time, so that one bad frame does not count."""


@dataclass(frozen=True, eq=False)
class Chain:
    """Places along a limb.

    Attributes:
        places: (G,) the point of each place; of several points in one place it is the first.
        ways: (G,) how far each place is from the branch, along the chain.
        reach: How far the tip is from the branch, along the chain.
        points: (N, G, 3) the places in some poses.
    """

    places: tuple[int, ...]
    ways: np.ndarray
    reach: float
    points: np.ndarray

    @classmethod
    def below(cls, tree: PointTree, start: int) -> Chain:
        """Return the chain that begins with ``start``, a child of the branch.

        Points in the place of the branch itself are no places of the chain.
        """
        places: list[int] = []
        ways: list[float] = []
        way = last = 0.0
        for point in tree.longest_way(start):
            way += float(tree.lengths[point])
            if way - last > tree.same_place:
                places.append(point)
                ways.append(way)
                last = way
        places, ways = places[:MOST_PLACES], ways[:MOST_PLACES]
        return cls(tuple(places), np.array(ways), way, tree.points[:, places])

    def length(self, first: int, second: int) -> float:
        """Return the way between two places, given by their numbers along the chain."""
        return float(self.ways[second] - self.ways[first])

    @cached_property
    def bends(self) -> np.ndarray:
        """(G, G) by which share the straight line between two places is shorter than the way along the chain.

        It is 0 where nothing between them bends, as in a bone that is parted by joints which only twist.
        """
        straight = np.linalg.norm(self.points[:, :, None] - self.points[:, None], axis=3)
        ways = np.abs(self.ways[:, None] - self.ways)
        shorter = np.percentile(1.0 - straight / np.where(ways > 0.0, ways, 1.0), _BENT_PERCENTILE, axis=0)
        # Between neighbours nothing can bend; where their distance varies, the joint itself travels.
        apart = np.abs(np.subtract.outer(np.arange(len(ways)), np.arange(len(ways))))
        return np.where(apart > 1, np.maximum(shorter, 0.0), 0.0)

    def likeness(self, other: Chain) -> float:
        """Return 1 for a chain of equal lengths, 0 for one without any likeness, over the common places."""
        count = min(len(self.places), len(other.places))
        if count == 0:
            return 0.0
        ours, theirs = (np.diff(chain.ways[:count], prepend=0.0) for chain in (self, other))
        return 1.0 - float(np.abs(ours - theirs).sum() / (ours + theirs).sum())
