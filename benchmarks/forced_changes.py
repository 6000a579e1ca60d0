"""Changes of IK branch that no continuous motion of a limb avoids, at whatever speed.

Time is cut into short intervals that share their ends. Every posture that is within the bar at any time of an
interval is in one of its boxes, see ``posture_boxes.py``: the directions wanted halfway between its ends are
asked for, the bar is raised by how far those of its frames are from that, the largest √(α_upper² + α_lower²),
and the largest bar of its frames counts. That holds between two frames as well, where directions are on the
shortest way and the bar is between both: angles from one direction are convex along it.

A motion within the bar stays, for an interval, in boxes that hang together by faces, edges or corners: one
component. At the end of an interval it is in a box that both this interval and the next one have, or one of
them a part of it, as boxes of all sizes are halves of the same. So from the components of one interval it
gets to those of the next that share a box with them, and where none is left, no continuous motion was within
the bar all the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from posture_boxes import Boxes, boxes_within, has_posture
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from understudy.motion.stretches import stretches
from understudy.spatial import rotations as rot

LONGEST = 1.0 / 30.0
"""Time [s] that an interval takes at most, but from one frame to the next."""
RAISED = np.radians(2.0)
"""By how much [rad] the bar is raised at most in an interval, but from one frame to the next."""


@dataclass(frozen=True, eq=False)
class Interval:
    """A short time, and what is asked of a limb in it.

    Attributes:
        first, last: Its frames, both included; ``last`` is the next one's first.
        wanted: Directions (3,) of the upper and the lower segment, halfway between its ends.
        raised: How far [rad] those of any of its frames are from that.
        most: Error [rad] beyond which a posture is over the bar all the time.
    """

    first: int
    last: int
    wanted: list[np.ndarray]
    raised: float
    most: float


@dataclass(frozen=True, eq=False)
class Components:
    """The boxes of an interval that hang together.

    Attributes:
        counts: (J,) how many boxes there are along every joint.
        keys: (N,) numbers of those that are left, rising.
        labels: (N,) to which component each belongs.
        count: How many components there are.
    """

    counts: np.ndarray
    keys: np.ndarray
    labels: np.ndarray
    count: int

    def of_size(self, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return keys and labels of the boxes, so many (J,) along every joint, that these are parts of."""
        if np.array_equal(counts, self.counts):
            return self.keys, self.labels
        cells = (np.stack(np.unravel_index(self.keys, self.counts + 2)) - 1) * counts[:, None]
        keys = np.ravel_multi_index(cells // self.counts[:, None] + 1, counts + 2)
        pairs = np.unique(keys * self.count + self.labels)
        return pairs // self.count, pairs % self.count


@dataclass(frozen=True, eq=False)
class Passage:
    """How a limb may get through successive intervals.

    Attributes:
        counts: Number of components of every interval.
        links: From every interval to the next, (N, 2) components of both that share a box.
    """

    counts: list[int]
    links: list[np.ndarray]

    def end(self, start: int) -> int | None:
        """Return the first interval that nothing leads to from any component of ``start``, or None."""
        reached = np.arange(self.counts[start])
        for index in range(start, len(self.links)):
            here, there = self.links[index].T
            reached = np.unique(there[np.isin(here, reached)])
            if not len(reached):
                return index + 1
        return None


def forced_changes(
    boxes: Boxes,
    wanted: list[np.ndarray],
    most: np.ndarray,
    fps: float,
    fine: float,
    many: int | None = None,
) -> list[tuple[int, int]]:
    """Return the first and the last frame of disjoint stretches in each of which a motion has to be over.

    A limb that has no posture within the bar at all in some frame is no change of branch: such stretches are
    left out. What is before and after frames in which nothing is known of the limb is looked at by itself.

    Args:
        boxes: The limb's.
        wanted: Directions (T, 3) of the upper and the lower segment.
        most: (T,) [rad] the error up to which a limb is within the bar; infinite where it is unknown.
        fps: Frames a second [1/s].
        fine: Sides [rad] of the smallest boxes at most.
        many: Intervals with more boxes than so many keep them as large as they are, which proves less.
    """
    found = []
    for start, stop in stretches(np.isfinite(most)):
        parts = intervals(wanted, most, start, stop, fps)
        passage = find_passage(boxes, parts, fine, many)
        found += [(parts[before].last, parts[after].first) for before, after in forced_intervals(passage)]
    return [
        (first, last)
        for first, last in found
        if all(
            has_posture(boxes, [own[frame] for own in wanted], float(most[frame]), fine)
            for frame in range(first, last + 1)
        )
    ]


def intervals(
    wanted: list[np.ndarray], most: np.ndarray, first: int, stop: int, fps: float
) -> list[Interval]:
    """Return successive intervals from frame ``first`` to the one before ``stop``."""
    found: list[Interval] = []
    longest = max(1, int(LONGEST * fps * (1.0 + 1e-6)))
    while first < stop - 1:
        own = _interval(wanted, most, first, first + 1)
        for last in range(first + 2, min(stop, first + longest + 1)):
            longer = _interval(wanted, most, first, last)
            if longer.raised > RAISED:
                break
            own = longer
        found.append(own)
        first = own.last
    return found


def _interval(wanted: list[np.ndarray], most: np.ndarray, first: int, last: int) -> Interval:
    frames = slice(first, last + 1)
    middle = [rot.normalise(own[first] + own[last]) for own in wanted]
    off = [rot.angle_between(own[frames], half) for own, half in zip(wanted, middle, strict=True)]
    raised = float(np.hypot(*off).max())
    return Interval(first, last, middle, raised, float(most[frames].max()) + raised)


def find_passage(boxes: Boxes, parts: list[Interval], fine: float, many: int | None = None) -> Passage:
    """Return how a limb may get through intervals, by boxes as :func:`forced_changes` takes them."""
    counts: list[int] = []
    links: list[np.ndarray] = []
    before = None
    for part in parts:
        own = components(*boxes_within(boxes, part.wanted, part.most, fine, many))
        if before is not None:
            links.append(_links(before, own))
        counts.append(own.count)
        before = own
    return Passage(counts, links)


def _links(before: Components, after: Components) -> np.ndarray:
    """Return (N, 2) which components share a box, or part of one."""
    counts = np.minimum(before.counts, after.counts)
    (keys, labels), (others, theirs) = before.of_size(counts), after.of_size(counts)
    # Components of smaller boxes may be parts of the same larger one, which then has several labels.
    first, stop = (np.searchsorted(others, keys, side=side) for side in ("left", "right"))
    here, there = _ranges(first, stop - first).T
    return np.unique(np.stack([labels[here], theirs[there]], axis=1), axis=0)


def components(cells: np.ndarray, counts: np.ndarray) -> Components:
    """Return which boxes (N, J) of so many (J,) along every joint touch each other, directly or by others."""
    if not len(cells):
        return Components(counts, np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
    # An empty box at either end of every joint keeps those at one end from being next to those at the other.
    padded = counts + 2
    keys = np.sort(np.ravel_multi_index((cells + 1).T, padded))
    starts = np.flatnonzero(np.diff(keys, prepend=keys[0] - 2) > 1)
    lengths = np.diff(starts, append=len(keys))
    # Boxes in a row along the last joint touch; such rows are what is labelled.
    low = keys[starts]
    high = low + lengths - 1
    strides = np.cumprod([1, *padded[:0:-1]])[::-1][:-1]
    pairs = []
    for offset in product((-1, 0, 1), repeat=len(counts) - 1):
        shift = int(np.dot(offset, strides))
        if shift > 0:
            begin = np.searchsorted(high, low + shift - 1)
            end = np.searchsorted(low, high + shift + 1, side="right")
            pairs.append(_ranges(begin, np.maximum(end - begin, 0)))
    ends = np.concatenate([*pairs, np.zeros((0, 2), np.int64)])
    graph = coo_array((np.ones(len(ends), dtype=bool), (ends[:, 0], ends[:, 1])), shape=(len(low), len(low)))
    count, labels = connected_components(graph, directed=False)
    return Components(counts, keys, np.repeat(labels, lengths), int(count))


def _ranges(begin: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return (N, 2) pairs of every row and each of the ``sizes`` numbers from ``begin`` on."""
    rows = np.repeat(np.arange(len(begin)), sizes)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return np.stack([rows, begin[rows] + within], axis=1)


def forced_intervals(passage: Passage) -> list[tuple[int, int]]:
    """Return (before, after) of intervals of which no motion leads from one to the other, as near as can be.

    A motion has to be over the bar at some time from the end of ``before`` to the beginning of ``after``.
    ``after`` is the ``before`` of the next at the earliest, so that these times have nothing in common.
    """
    found = []
    start = 0
    while start < len(passage.counts) and (after := passage.end(start)) is not None:
        # Where nothing at all leads to an interval, the limb has no posture within the bar at its beginning.
        if len(passage.links[after - 1]):
            before = next(index for index in range(after - 1, -1, -1) if passage.end(index) == after)
            found.append((before, after))
        start = after
    return found
