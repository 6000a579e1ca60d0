"""Every body plan that a tree of links allows: pairs taken for legs or arms, seen from every pelvis."""

from __future__ import annotations

from collections.abc import Iterator

from understudy.robots.onboarding.links import Link, LinkTree
from understudy.robots.onboarding.pairs import Pair, base_of, pointing
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.stems import stem_from

_HEAVY = 0.25
"""Least share of the mass at a neck joint that what comes after the next one has."""

_NECK_HEIGHT = 0.35
"""Least height of a neck above the hips as a share of the legs' reach; joints below it are the waist's."""

_ON_MIDLINE = 0.2
"""How far beside the midline a head may be, as a share of the longest limb's reach."""


def candidate_plans(tree: LinkTree, limbs: list[Pair], small: list[Pair]) -> Iterator[Plan]:
    """Yield every assignment of limbs to legs and arms, each from the pelvis that it implies.

    Args:
        tree: The links, looked at from anywhere.
        limbs: Pairs that may be limbs.
        small: Pairs that may be eyes or wheels.
    """
    for legs in limbs:
        # What mirrors itself across another plane is neither eyes nor wheels, such as head and pelvis.
        twins = [pair for pair in small if pair.fits(legs)]
        for arms in limbs:
            if arms is not legs and legs.fits(arms):
                yield _whole(tree, legs, arms, twins)
        yield _legs_only(tree, legs, twins)
        yield from _upper_bodies(tree, legs, twins)


def _whole(tree: LinkTree, legs: Pair, arms: Pair, small: list[Pair]) -> Plan:
    view = tree.seen_from(legs.parent.index)
    trunk = view.path(view.links[arms.parent.index])
    taken = legs.links | arms.links | {link.index for link in trunk}
    return _plan(view, legs, arms, trunk, _head(view, trunk[-1], taken, arms, small), small)


def _legs_only(tree: LinkTree, legs: Pair, small: list[Pair]) -> Plan:
    """Bare legs, or a body without arms: joints far above the hips are its neck, those below its waist."""
    view = tree.seen_from(legs.parent.index)
    chain = [view.root]
    while True:
        above = _midline(view, chain[-1], legs.links, legs, small)
        if not above:
            break
        chain.append(max(above, key=view.subtree_mass))
    heights = [0.0, *(_height(view, legs, link) for link in chain[1:])]
    necks = [index for index in range(1, len(chain)) if heights[index] > _NECK_HEIGHT]
    # The chest is long and heavy; without a joint far above the hips there is no neck.
    chest = len(chain) - 1
    if necks:
        bulk = {at: (heights[at] - heights[at - 1]) * chain[at - 1].mass for at in necks}
        chest = max(bulk, key=lambda at: bulk[at]) - 1
    trunk = tuple(chain[: chest + 1])
    taken = legs.links | {link.index for link in trunk}
    return _plan(view, legs, None, trunk, _head(view, trunk[-1], taken, legs, small), small)


def _height(view: LinkTree, legs: Pair, link: Link) -> float:
    """Return how far above the hips a link's first joint is, as a share of the legs' reach."""
    above = view.anchor_w[link.joints[0]] - base_of(view, legs)
    return abs(float(above @ pointing(view, legs))) / legs.reach


def _upper_bodies(tree: LinkTree, arms: Pair, small: list[Pair]) -> Iterator[Plan]:
    """Arms without legs: the chest itself is the base, or one of its branches leads down to it."""
    view = tree.seen_from(arms.parent.index)
    taken = arms.links | {view.root.index}
    yield _plan(view, None, arms, (view.root,), _head(view, view.root, taken, arms, small), small)
    for branch in view.children(view.root):
        if branch.index in arms.links:
            continue
        base = stem_from(view, branch).last
        below = view.seen_from(base.index)
        trunk = below.path(below.links[arms.parent.index])
        taken = arms.links | {link.index for link in trunk}
        yield _plan(below, None, arms, trunk, _head(below, trunk[-1], taken, arms, small), small)


def _plan(
    view: LinkTree,
    legs: Pair | None,
    arms: Pair | None,
    trunk: tuple[Link, ...],
    head: tuple[Link, ...],
    small: list[Pair],
) -> Plan:
    limbs = [pair for pair in (legs, arms) if pair is not None]
    leader = max(limbs, key=lambda pair: pair.reach * pair.joint_count)
    on_head = {part.index for link in head[:1] for part in view.subtree(link)}
    fitting = [pair for pair in small if all(pair.fits(limb) for limb in limbs)]
    return Plan(
        tree=view,
        lateral_w=leader.lateral_w,
        legs=legs,
        arms=arms,
        eyes=tuple(pair for pair in fitting if pair.parent.index in on_head),
        wheels=tuple(pair for pair in fitting if pair.parent.index not in on_head),
        trunk=trunk,
        head=head,
    )


def _head(
    view: LinkTree, chest: Link, taken: frozenset[int], pair: Pair, small: list[Pair]
) -> tuple[Link, ...]:
    """Return the branch of the midline that leads from the chest to the head, empty where there is none."""
    starts = _midline(view, chest, taken, pair, small)
    if not starts:
        return ()
    head = [max(starts, key=view.subtree_mass)]
    while True:
        branches = _midline(view, head[-1], taken, pair, small)
        # What hangs on the head and weighs little is a jaw or the carrier of the eyes.
        heavy = [b for b in branches if view.subtree_mass(b) > _HEAVY * view.subtree_mass(head[-1])]
        if not heavy:
            return tuple(head)
        head.append(max(heavy, key=view.subtree_mass))


def _midline(view: LinkTree, link: Link, taken: frozenset[int], pair: Pair, small: list[Pair]) -> list[Link]:
    """Return the branches of a link that lie on the midline and have no twin."""
    twins = {stem.first.index for other in small for stem in other.stems if other.parent.index == link.index}
    return [
        branch
        for branch in view.children(link)
        if branch.index not in taken
        and branch.index not in twins
        and branch.joints
        and abs(float((branch.centre_w - pair.centre_w) @ pair.lateral_w)) < _ON_MIDLINE * pair.reach
    ]
