"""What is no humanoid, and why: animals with four or more legs, hands, backward knees and bird's legs."""

from __future__ import annotations

import numpy as np

from understudy.errors import RobotError
from understudy.robots.onboarding.forward import KNEES, MODEL_AXIS, Forward
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.pairs import Pair, base_of, pointing
from understudy.robots.onboarding.plan import LIMB_JOINTS, NO_HUMANOID, Plan
from understudy.robots.onboarding.segmentation import Limb
from understudy.robots.onboarding.stems import reach, stem_from

_ALIKE = 0.2
"""Branches whose reaches differ by less than this share are alike."""

_SAME_WAY = 0.7
"""Least cosine between branches that point the same way."""

_ONE_PLACE = 0.3
"""How far apart, as a share of their reach, pairs of fingers may be centred."""

_MOST_PAIRS = 2
_FINGERS = 3
_LONG = 0.2
"""Least length of a third segment as a share of a leg's."""

_CLEARLY = 1.2
"""Total of votes for a direction that leaves no doubt about it."""

_ALONG = np.cos(np.deg2rad(25.0))


def refuse_crowds(tree: LinkTree, limbs: list[Pair]) -> None:
    """Refuse what has more than two pairs of limbs, or fingers in their place."""
    for leader in limbs:
        apart = [leader]
        for pair in sorted(limbs, key=lambda pair: -pair.reach):
            if pair is not leader and all(pair.fits(other) for other in apart):
                apart.append(pair)
        if len(apart) > _MOST_PAIRS:
            raise RobotError(f"{NO_HUMANOID}: it has {2 * len(apart)} limbs, expected two arms and two legs")
    for pair in limbs:
        _refuse_hand(tree, pair)


def _refuse_hand(tree: LinkTree, pair: Pair) -> None:
    """Refuse a hand: three or more branches of one link that are alike and point the same way."""
    view = tree.seen_from(pair.parent.index)
    branches = [b for b in view.children(view.root) if len(stem_from(view, b).joints) >= LIMB_JOINTS]
    heading = pointing(tree, pair)
    fingers = []
    for branch in branches:
        stem = stem_from(view, branch)
        towards = stem.last.centre_w - view.anchor_w[stem.joints[0]]
        length = max(float(np.linalg.norm(towards)), 1e-9)
        start = view.anchor_w[stem.joints[0]] - base_of(tree, pair)
        ahead = abs(float(start @ heading)) + float(np.linalg.norm(_across(start, heading, pair.lateral_w)))
        is_alike = abs(reach(view, branch) - pair.reach) < _ALIKE * pair.reach
        if is_alike and towards @ heading > _SAME_WAY * length and ahead < _ONE_PLACE * pair.reach:
            fingers.append(branch)
    if len(fingers) >= _FINGERS:
        raise RobotError(f"{NO_HUMANOID}: {len(fingers)} of its branches are alike, as fingers of a hand")


def _across(vector: np.ndarray, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the part of a vector (3,) at right angles to two directions."""
    vector = vector - (vector @ one) * one
    return vector - (vector @ other) * other


def refuse_four_legs(plan: Plan) -> None:
    """Refuse two pairs that are alike and hang side by side, as the legs of an animal do."""
    if plan.legs is None or plan.arms is None:
        return
    tree, first, second = plan.tree, plan.legs, plan.arms
    alike = abs(first.reach - second.reach) < _ALIKE * max(first.reach, second.reach)
    between = base_of(tree, first) - base_of(tree, second)
    length = float(np.linalg.norm(between))
    if length == 0.0:
        return
    headings = [pointing(tree, pair) for pair in (first, second)]
    sideways = max(np.linalg.norm(np.cross(heading, between / length)) for heading in headings)
    if alike and sideways > np.sin(np.deg2rad(45.0)) and headings[0] @ headings[1] > _SAME_WAY:
        raise RobotError(
            f"{NO_HUMANOID}: its four limbs are alike and hang side by side, as an animal's legs"
        )


def refuse_third_segments(plan: Plan, legs: list[Limb]) -> None:
    """Refuse legs that go on below the ankle in a third long segment, as a bird's do."""
    for leg in legs:
        leg_w = (leg.end_w - leg.root_w) / max(float(np.linalg.norm(leg.end_w - leg.root_w)), 1e-9)
        for joint in (*leg.end[1:], *leg.spare):
            is_sideways = abs(plan.tree.axis_w[joint] @ plan.lateral_w) > _ALONG
            down = float((plan.tree.anchor_w[joint] - leg.end_w) @ leg_w)
            if is_sideways and down > _LONG * leg.length:
                raise RobotError(
                    f"{NO_HUMANOID}: its legs have three long segments, as a bird's, and so no human knee"
                )


def refuse_backward_knees(forward: Forward) -> None:
    """Refuse a body whose knees bend the other way than feet, thighs, hands and eyes say."""
    knees = sum(vote.weight for vote in forward.votes if vote.reason == KNEES)
    others = sum(vote.weight for vote in forward.votes if vote.reason not in (KNEES, MODEL_AXIS))
    if knees * others < 0.0 and abs(knees) >= _CLEARLY and abs(others) >= _CLEARLY:
        raise RobotError(
            f"{NO_HUMANOID}: its knees bend backwards, as a bird's, against what feet, thighs and arms say"
        )
