"""Pairs of limbs of a skeleton, and how well three joints of them make up legs or arms.

A limb is a chain of places: the longest way down from a branch of a skeleton to a tip. Its proportions are
compared with those of adults (Winter) and of the skeletons that programs use, in standard deviations, which
are wide enough for infants. Half the sum of squares is the cost: the negative logarithm of how likely the
joints are so named.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from understudy.capture.naming.topology.tree import PointTree

LEAST_LIKENESS = 0.75
"""Left and right limbs are alike at least this much."""

MOST_BRANCHES = 8
"""So many of a point's longest branches are considered, in each way."""

MOST_PLACES = 16
"""So many places along a limb are considered; one with all its twisting joints and fingers has twelve."""

STRAIGHT = 0.01
"""Standard deviation of how bent a bone is that joints part which only twist."""

PARTED, BRANCHED, TIP = 1.3, 2.0, 2.0
"""Costs: of every joint that parts a bone, as most skeletons have none; what such a joint costs more if
something branches off at it, as fingers do at a wrist; of a limb that ends, without foot or hand, in a point
that is no joint."""

_LEAST_REACH = 0.25
"""A limb reaches at least this share of what the longest branch of the skeleton does."""

_BENT_PERCENTILE = 90.0
"""Of how bent a stretch is over time, so that one bad frame does not count."""


@dataclass(frozen=True, eq=False)
class Chain:
    """Places along a limb.

    Attributes:
        branch: The point from which it hangs.
        places: (G,) the point of each place; of several points in one place it is the first.
        ways: (G,) how far each place is from the branch, along the chain.
        reach: How far the tip is from the branch, along the chain.
        points: (N, G, 3) the places in some poses.
    """

    branch: int
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
        return cls(tree.parents[start], tuple(places), np.array(ways), way, tree.points[:, places])

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


@dataclass(frozen=True)
class Proportions:
    """What a kind of limb is like: means and standard deviations.

    Attributes:
        upper_over_lower: Logarithm of thigh over shin, or upper arm over forearm.
        before: Way from the branch to the first joint, over the length of both.
        beyond: Reach beyond the last joint (foot or hand), over the length of both.
        nothing_beyond: Deviation that a limb without foot or hand counts as.
    """

    upper_over_lower: tuple[float, float]
    before: tuple[float, float]
    beyond: tuple[float, float]
    nothing_beyond: float


LEG = Proportions((0.0, 0.15), (0.12, 0.12), (0.24, 0.10), 1.5)
ARM = Proportions((0.15, 0.20), (0.40, 0.25), (0.22, 0.16), 1.0)


@dataclass(frozen=True, eq=False)
class Limbs:
    """Two limbs with the joints that they bend at.

    Attributes:
        chains: The limbs, which hang from one branch.
        joints: For each of them hip, knee and ankle, or shoulder, elbow and wrist.
        length: Of both segments, mean of both limbs.
        cost: How unlikely this is.
    """

    chains: tuple[Chain, Chain]
    joints: tuple[tuple[int, int, int], tuple[int, int, int]]
    length: float
    cost: float


def limb_pairs(tree: PointTree) -> list[tuple[Chain, Chain]]:
    """Return every pair of long enough branches that are alike."""
    pairs: list[tuple[Chain, Chain]] = []
    least = max(_LEAST_REACH * tree.reach[tree.top], 1e-9)
    for children in tree.children:
        long = sorted(
            (child for child in children if tree.way[child] >= least), key=lambda each: -tree.way[each]
        )
        chains = [Chain.below(tree, child) for child in long[:MOST_BRANCHES]]
        alike = combinations([chain for chain in chains if len(chain.places) >= 3], 2)
        pairs += [pair for pair in alike if pair[0].likeness(pair[1]) >= LEAST_LIKENESS]
    return pairs


def best_limbs(tree: PointTree, chains: tuple[Chain, Chain], kind: Proportions, count: int) -> list[Limbs]:
    """Return the likeliest choices of three joints of a pair as limbs of a kind, the best first."""
    places = min(len(chain.places) for chain in chains)
    choices = [_limbs(tree, chains, kind, chosen) for chosen in combinations(range(places), 3)]
    return sorted(choices, key=lambda limbs: limbs.cost)[:count]


def _limbs(
    tree: PointTree, chains: tuple[Chain, Chain], kind: Proportions, chosen: tuple[int, int, int]
) -> Limbs:
    costs, lengths = zip(*(_cost(chain, kind, chosen) for chain in chains), strict=True)
    first, middle, last = chosen
    one, other = ((chain.places[first], chain.places[middle], chain.places[last]) for chain in chains)
    passed = [number for number in range(first + 1, last) if number != middle]
    parting = sum(PARTED + BRANCHED * tree.has_branches(chains[0].places[number]) for number in passed)
    tip = TIP if max(one[2], other[2]) >= tree.joint_count else 0.0
    return Limbs(chains, (one, other), float(np.mean(lengths)), float(np.mean(costs)) + parting + tip)


def _cost(chain: Chain, kind: Proportions, chosen: tuple[int, int, int]) -> tuple[float, float]:
    """Return cost and length of one limb."""
    first, middle, last = chosen
    start, joint, end = (float(chain.ways[number]) for number in chosen)
    length = end - start
    deviations = [
        deviation(float(np.log((joint - start) / (end - joint))), kind.upper_over_lower),
        deviation(start / length, kind.before),
        deviation((chain.reach - end) / length, kind.beyond)
        if last + 1 < len(chain.places)
        else kind.nothing_beyond,
        float(chain.bends[first, middle]) / STRAIGHT,
        float(chain.bends[middle, last]) / STRAIGHT,
    ]
    return 0.5 * sum(each**2 for each in deviations), length


def deviation(value: float, expected: tuple[float, float]) -> float:
    """Return how many standard deviations a value is from the mean, both of which are given."""
    mean, spread = expected
    return (value - mean) / spread
