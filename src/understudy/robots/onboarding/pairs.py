"""Pairs of branches that mirror each other across the body: arms, legs, eyes, wheels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from understudy.robots.onboarding.links import Link, LinkTree
from understudy.robots.onboarding.stems import Stem, reach, stem_from

_TOLERANCE = 0.04
"""How far, as a share of its reach, a mirrored branch may lie beside its twin."""

_PARALLEL = 0.9
"""Least cosine between the lateral axis of the body and the line between twins."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two branches of one link that mirror each other; which of them is left is not known yet.

    Attributes:
        parent: The link that both hang on.
        one, other: Their stems.
        lateral_w: (3,) unit vector from ``other`` to ``one`` in the zero pose.
        reach: The greater reach of both [m].
        mass: Of both together [kg].
    """

    parent: Link
    one: Stem
    other: Stem
    lateral_w: np.ndarray
    reach: float
    mass: float

    @property
    def joint_count(self) -> int:
        """Joints along the shorter of both stems."""
        return min(len(self.one.joints), len(self.other.joints))


def find_pairs(tree: LinkTree, link: Link) -> list[Pair]:
    """Return all pairs among the branches of one link, the largest first, each branch used once."""
    branches = [child for child in tree.children(link) if tree.subtree_joints(child)]
    candidates = [
        pair
        for index, one in enumerate(branches)
        for other in branches[index + 1 :]
        if (pair := _match(tree, link, one, other)) is not None
    ]
    found: list[Pair] = []
    used: set[int] = set()
    for pair in sorted(candidates, key=lambda pair: -pair.reach * pair.joint_count):
        roots = {pair.one.first.index, pair.other.first.index}
        if not roots & used:
            found.append(pair)
            used |= roots
    return found


def walk_midline(tree: LinkTree) -> Iterator[tuple[Link, list[Pair], list[Link]]]:
    """Yield each link on the midline with its pairs and with its branches that have no twin."""
    waiting = [tree.root]
    while waiting:
        link = waiting.pop(0)
        pairs = find_pairs(tree, link)
        paired = {stem.first.index for pair in pairs for stem in (pair.one, pair.other)}
        single = [child for child in tree.children(link) if child.index not in paired]
        yield link, pairs, single
        waiting += single


def same_lateral(pairs: list[Pair]) -> tuple[np.ndarray, list[Pair]]:
    """Return the body's lateral axis (3,) and the pairs that lie across it, by the largest of them."""
    leader = max(pairs, key=lambda pair: pair.reach * pair.joint_count)
    kept = [pair for pair in pairs if abs(pair.lateral_w @ leader.lateral_w) > _PARALLEL]
    return leader.lateral_w, kept


def _match(tree: LinkTree, link: Link, one: Link, other: Link) -> Pair | None:
    """Return the pair that two branches make up, None where they do not mirror each other."""
    stems = stem_from(tree, one), stem_from(tree, other)
    joints = min(len(stem.joints) for stem in stems)
    if joints == 0:
        return None
    first, second = (tree.anchor_w[list(stem.joints[:joints])] for stem in stems)
    middles = _middle(tree, stems[0], first), _middle(tree, stems[1], second)
    across = middles[0] - middles[1]
    size = max(reach(tree, one), reach(tree, other))
    width = float(np.linalg.norm(across))
    if width < 1e-3 or size <= 0.0:
        return None
    lateral = across / width
    centre = 0.5 * (middles[0] + middles[1])
    mirrored = second - 2.0 * ((second - centre) @ lateral)[:, None] * lateral
    # A joint's anchor may sit anywhere on its axis, so distances are taken to the axis.
    axes = tree.axis_w[list(stems[0].joints[:joints])]
    gap = first - mirrored
    gap -= np.einsum("ni,ni->n", gap, axes)[:, None] * axes
    if np.sqrt((gap**2).sum(axis=1).mean()) > _TOLERANCE * size:
        return None
    mass = tree.subtree_mass(one) + tree.subtree_mass(other)
    return Pair(link, stems[0], stems[1], lateral, size, mass)


def _middle(tree: LinkTree, stem: Stem, anchors: np.ndarray) -> np.ndarray:
    """Return the middle (3,) of a stem's joints and links."""
    centres = np.array([link.centre_w for link in stem.links])
    return 0.5 * (anchors.mean(axis=0) + centres.mean(axis=0))
