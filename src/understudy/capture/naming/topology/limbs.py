"""Pairs of limbs of a skeleton, and how well three joints of them make up legs or arms.

Proportions are compared with those of adults (Winter) and of the skeletons that programs use, in standard
deviations, which are wide enough for infants. Half the sum of squares is the cost: the negative logarithm of
how likely the joints are so named.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from understudy.capture.naming.topology.chain import Chain
from understudy.capture.naming.topology.tree import PointTree

LEAST_LIKENESS = 0.75
"""Left and right limbs are alike at least this much."""

MOST_BRANCHES = 8
"""So many of a point's longest branches are considered, in each way."""

STRAIGHT = 0.01
"""Standard deviation of how bent a bone is that joints part which only twist."""

PARTED = 1.3
"""Cost of every joint that parts a bone: most skeletons have none."""

BRANCHED = 2.0
"""What such a joint costs more if something branches off at it, as fingers do at a wrist."""

TIP = 2.0
"""Cost of a limb that ends, without foot or hand, in a point that is no joint."""

_LEAST_REACH = 0.25
"""A limb reaches at least this share of what the longest branch of the skeleton does."""


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
class LimbPair:
    """Two limbs that are alike and hang from one branch."""

    branch: int
    chains: tuple[Chain, Chain]


@dataclass(frozen=True, eq=False)
class Limbs:
    """Two limbs with the joints that they bend at.

    Attributes:
        pair: The limbs.
        joints: For each of them hip, knee and ankle, or shoulder, elbow and wrist.
        length: Of both segments, mean of both limbs.
        cost: How unlikely this is.
    """

    pair: LimbPair
    joints: tuple[tuple[int, int, int], tuple[int, int, int]]
    length: float
    cost: float


def limb_pairs(tree: PointTree) -> list[LimbPair]:
    """Return every pair of long enough branches that are alike."""
    pairs: list[LimbPair] = []
    least = _LEAST_REACH * tree.reach[tree.top]
    for branch, children in enumerate(tree.children):
        if len(children) < 2:
            continue
        long = [child for child in children if tree.lengths[child] + tree.reach[child] >= max(least, 1e-9)]
        long.sort(key=lambda child: -(tree.lengths[child] + tree.reach[child]))
        chains = [Chain.below(tree, child) for child in long[:MOST_BRANCHES]]
        for one, other in combinations([chain for chain in chains if len(chain.places) >= 3], 2):
            if one.likeness(other) >= LEAST_LIKENESS:
                pairs.append(LimbPair(branch, (one, other)))
    return pairs


def best_limbs(tree: PointTree, pair: LimbPair, kind: Proportions, count: int) -> list[Limbs]:
    """Return the likeliest choices of three joints of a pair as limbs of a kind, the best first."""
    places = min(len(chain.places) for chain in pair.chains)
    choices = [_limbs(tree, pair, kind, chosen) for chosen in combinations(range(places), 3)]
    return sorted(choices, key=lambda limbs: limbs.cost)[:count]


def _limbs(tree: PointTree, pair: LimbPair, kind: Proportions, chosen: tuple[int, int, int]) -> Limbs:
    costs, lengths = zip(*(_cost(chain, kind, chosen) for chain in pair.chains), strict=True)
    first, middle, last = chosen
    one, other = ((chain.places[first], chain.places[middle], chain.places[last]) for chain in pair.chains)
    passed = [number for number in range(first + 1, last) if number != middle]
    parting = sum(PARTED + BRANCHED * tree.has_branches(pair.chains[0].places[number]) for number in passed)
    tip = TIP if max(one[2], other[2]) >= tree.joint_count else 0.0
    return Limbs(pair, (one, other), float(np.mean(lengths)), float(np.mean(costs)) + parting + tip)


def _cost(chain: Chain, kind: Proportions, chosen: tuple[int, int, int]) -> tuple[float, float]:
    """Return cost and length of one limb."""
    first, middle, last = chosen
    upper, lower = chain.length(first, middle), chain.length(middle, last)
    length = upper + lower
    beyond = (chain.reach - float(chain.ways[last])) / length
    deviations = [
        _deviation(float(np.log(upper / lower)), kind.upper_over_lower),
        _deviation(float(chain.ways[first]) / length, kind.before),
        _deviation(beyond, kind.beyond) if last + 1 < len(chain.places) else kind.nothing_beyond,
        float(chain.bends[first, middle]) / STRAIGHT,
        float(chain.bends[middle, last]) / STRAIGHT,
    ]
    return 0.5 * sum(deviation**2 for deviation in deviations), length


def _deviation(value: float, expected: tuple[float, float]) -> float:
    mean, deviation = expected
    return (value - mean) / deviation
