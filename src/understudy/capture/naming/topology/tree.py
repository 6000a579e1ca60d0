"""A skeleton as a tree of points, with the lengths between them and some of its poses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from understudy.capture.raw import RawCapture
from understudy.motion.ranks import median_norm, medians
from understudy.spatial.vectors import norms

SEEN_FRAMES = 200
"""So many frames, spread over the clip, show how a skeleton moves."""

COINCIDENT = 0.01
"""Points nearer to each other than this share of the body's reach are in the same place."""


@dataclass(frozen=True, eq=False)
class PointTree:
    """Points of a skeleton, parents before their children.

    Attributes:
        names: K names.
        parents: K indices of parents, -1 for the root.
        joint_count: How many of the points are joints, which turn; the others are mere tips.
        points: (N, K, 3) some of the poses, in the file's unit and axes.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    joint_count: int
    points: np.ndarray

    @classmethod
    def of(cls, raw: RawCapture) -> PointTree:
        """Return the tree of a skeleton whose parents are known."""
        return cls(raw.names, raw.parents, raw.joint_count, raw.points[_seen_frames(len(raw.points))])

    @cached_property
    def lengths(self) -> np.ndarray:
        """(K,) the median distance from each point to its parent, 0 for the root."""
        parents = np.array(self.parents)
        ways = norms(self.points - self.points[:, np.maximum(parents, 0)])
        return np.where(parents < 0, 0.0, medians(ways.T))

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each point its children."""
        children: list[list[int]] = [[] for _ in self.names]
        for point, parent in enumerate(self.parents):
            if parent >= 0:
                children[parent].append(point)
        return tuple(map(tuple, children))

    @cached_property
    def reach(self) -> np.ndarray:
        """(K,) the longest way from each point down to a tip."""
        reach = np.zeros(len(self.names))
        # Children come after their parents, so that going backwards meets every tip first.
        for point in reversed(range(len(self.names))):
            parent = self.parents[point]
            if parent >= 0:
                reach[parent] = max(reach[parent], self.lengths[point] + reach[point])
        return reach

    @cached_property
    def way(self) -> np.ndarray:
        """(K,) the longest way from the parent of each point over it down to a tip."""
        return self.lengths + self.reach

    @cached_property
    def top(self) -> int:
        """The first point with several branches: above it there are only joints that place the body."""
        top = 0
        while len(self.children[top]) == 1:
            top = self.children[top][0]
        return top

    @cached_property
    def same_place(self) -> float:
        """The distance below which two points are in the same place."""
        return COINCIDENT * float(self.reach[self.top])

    def ancestors(self, point: int) -> Iterator[int]:
        """Yield a point, its parent, and so on up to the root."""
        while point >= 0:
            yield point
            point = self.parents[point]

    def is_below(self, point: int, ancestor: int) -> bool:
        """Tell whether a point hangs from another one, at any distance."""
        return point != ancestor and ancestor in self.ancestors(point)

    def common_ancestor(self, first: int, second: int) -> int:
        """Return the lowest point from which both points hang, or which is one of them."""
        above = set(self.ancestors(first))
        return next(point for point in self.ancestors(second) if point in above)

    def way_down(self, ancestor: int, point: int) -> list[int]:
        """Return the points below ``ancestor`` down to ``point``, which is the last of them."""
        way = []
        for passed in self.ancestors(point):
            if passed == ancestor:
                break
            way.append(passed)
        return way[::-1]

    def longest_way(self, start: int) -> list[int]:
        """Return the points from ``start`` down the longest way to a tip."""
        way = [start]
        while self.children[way[-1]]:
            way.append(max(self.children[way[-1]], key=lambda child: self.way[child]))
        return way

    def tips(self, start: int) -> list[int]:
        """Return the points below ``start``, or itself, at which branches end."""
        tips: list[int] = []
        stack = [start]
        while stack:
            point = stack.pop()
            stack.extend(self.children[point])
            tips += [] if self.children[point] else [point]
        return tips

    def has_branches(self, point: int) -> bool:
        """Tell whether several branches of some length begin at a point."""
        return sum(self.way[child] > self.same_place for child in self.children[point]) > 1

    def middle(self, first: int, second: int) -> np.ndarray:
        """Return (N, 3) the middle between two points."""
        return 0.5 * (self.points[:, first] + self.points[:, second])

    def are_apart(self, first: int, second: int) -> bool:
        """Tell whether two points are not in the same place."""
        return self.distance(first, second) > self.same_place

    def distance(self, first: int, second: int) -> float:
        """Return the median distance between two points."""
        return median_norm(self.points[:, first] - self.points[:, second])


@lru_cache(maxsize=8)
def _seen_frames(frame_count: int) -> np.ndarray:
    """Return (N,) so many frames as are looked at, spread over a clip; not to be changed."""
    return np.unique(np.linspace(0, frame_count - 1, min(frame_count, SEEN_FRAMES)).astype(int))
