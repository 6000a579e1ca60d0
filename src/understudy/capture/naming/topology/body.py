"""A body found in a skeleton: two legs and two arms whose joints make up the likeliest person.

Every pair of branches that are alike may be legs or arms, every three joints of them hip, knee and ankle or
shoulder, elbow and wrist. The choice that costs least is taken (see ``limbs``), and its confidence says how
much likelier it is than all others together, how well it fits a person at all, and how sure the sides are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from understudy.capture.naming.topology.limbs import ARM, LEG, Limbs, best_limbs, deviation, limb_pairs
from understudy.capture.naming.topology.sides import Sides, left_and_right
from understudy.capture.naming.topology.tree import PointTree
from understudy.capture.placing.posture import LIMBS
from understudy.motion.ranks import median_norm


@dataclass(frozen=True, eq=False)
class BodyMatch:
    """What was found.

    Attributes:
        joints: Landmark → point, for hips, knees, ankles, shoulders, elbows and wrists.
        limbs: How likely the limbs are so, from 0 to 1, whichever is the left one.
        sides: How left and right were told.
    """

    joints: dict[str, int]
    limbs: float
    sides: Sides

    @property
    def confidence(self) -> float:
        """How likely all of this is, from 0 to 1."""
        return self.limbs * self.sides.confidence


MOST_PAIRS = 12
"""So many pairs of limbs are considered, the longest ones."""

_CHOICES = 4
"""So many choices of joints are considered of each pair."""

_ARM_OVER_LEG = (float(np.log(0.72)), 0.2)
"""Logarithm of arm over leg without hands and feet, mean and standard deviation: 0.68 in adults (Winter)."""

_TRUNK_OVER_LEG = (float(np.log(0.60)), 0.3)
"""The same of mid-hips to mid-shoulders over leg: 0.59 in adults (Winter), more in infants."""

_HEADLESS = 2.0
"""Cost of a body on which nothing is beyond the arms."""

_LEAST_HEAD = 0.1
"""A head reaches at least this share of the leg beyond the arms' branch."""

_NO_PERSON = 10.0
_VAGUE = 1.5
"""At the first cost a skeleton is as likely no person at all, within about the second to either side."""


def match_body(tree: PointTree) -> BodyMatch | None:
    """Return the likeliest body in a skeleton, None where there are no two pairs of limbs."""
    bodies = sorted(_bodies(tree), key=lambda body: body[0])
    if not bodies:
        return None
    cost, legs, arms = bodies[0]
    chosen = _chosen(legs, arms)
    others = [other for other, *limbs in bodies[1:] if _chosen(*limbs) != chosen]
    sureness = 1.0 / (1.0 + sum(np.exp(cost - other) for other in others))
    # The logistic function, in a form that cannot overflow.
    fit = 0.5 - 0.5 * np.tanh(0.5 * (cost - _NO_PERSON) / _VAGUE)
    sides = left_and_right(tree, legs.joints, arms.joints)
    joints: dict[str, int] = {}
    for kinds, limbs, order in zip(LIMBS, (legs.joints, arms.joints), (sides.legs, sides.arms), strict=True):
        for side, limb in zip(order, limbs, strict=True):
            joints |= {f"{kind}_{side}": point for kind, point in zip(kinds, limb, strict=True)}
    return BodyMatch(joints, float(sureness * fit), sides)


def _chosen(legs: Limbs, arms: Limbs) -> tuple[frozenset[object], frozenset[object]]:
    """Return what tells one choice from another, whichever side is named first."""
    return frozenset(legs.joints), frozenset(arms.joints)


def _bodies(tree: PointTree) -> Iterator[tuple[float, Limbs, Limbs]]:
    """Yield every considered choice of legs and arms with its cost."""
    pairs = sorted(limb_pairs(tree), key=lambda pair: -sum(chain.reach for chain in pair))[:MOST_PAIRS]
    legs_of = [best_limbs(tree, pair, LEG, _CHOICES) for pair in pairs]
    arms_of = [best_limbs(tree, pair, ARM, _CHOICES) for pair in pairs]
    for (k, legs), (j, arms) in product(enumerate(legs_of), enumerate(arms_of)):
        if k != j and _are_apart(tree, legs[0], arms[0]):
            for leg, arm in product(legs, arms):
                yield leg.cost + arm.cost + _cost_of_whole(tree, leg, arm), leg, arm


def _are_apart(tree: PointTree, legs: Limbs, arms: Limbs) -> bool:
    """Tell whether neither pair hangs from a limb of the other, as fingers do from an arm."""
    tops = [{chain.places[0] for chain in limbs.chains} for limbs in (legs, arms)]
    above = [set(tree.ancestors(limbs.chains[0].branch)) for limbs in (arms, legs)]
    return not (tops[0] & above[0] or tops[1] & above[1] or tops[0] & tops[1])


def _cost_of_whole(tree: PointTree, legs: Limbs, arms: Limbs) -> float:
    """Return what the proportions between limbs, trunk and head cost."""
    hips, shoulders = (tree.middle(limbs.joints[0][0], limbs.joints[1][0]) for limbs in (legs, arms))
    trunk = median_norm(shoulders - hips)
    arm = deviation(np.log(arms.length / legs.length), _ARM_OVER_LEG)
    long = deviation(np.log(max(trunk, 1e-9) / legs.length), _TRUNK_OVER_LEG)
    is_headless = _rest_of(tree, legs, arms) < _LEAST_HEAD * legs.length
    return 0.5 * float(arm**2 + long**2) + (_HEADLESS if is_headless else 0.0)


def _rest_of(tree: PointTree, legs: Limbs, arms: Limbs) -> float:
    """Return how far anything but the limbs and the way to the legs reaches from the arms' branch."""
    taken = {point for limbs in (legs, arms) for chain in limbs.chains for point in chain.places}
    taken |= set(tree.ancestors(legs.chains[0].branch))
    free = [
        child for child in tree.children[arms.chains[0].branch] if not taken & set(tree.longest_way(child))
    ]
    return max((float(tree.way[child]) for child in free), default=0.0)
