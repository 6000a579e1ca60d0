"""Pairs of branches that mirror each other across the body: arms, legs, eyes, wheels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.robots.onboarding.links import Link, LinkTree
from understudy.robots.onboarding.stems import Stem, reach, stem_from

_TOLERANCE = 0.04
"""How far, as a share of its reach, a mirrored branch may lie beside its twin."""

_PARALLEL = 0.9
"""Least cosine between lateral axes that are the same."""

_LEAST_REACH = 0.1
"""What counts as the reach of twins whose joints are all in one place, as a share of their distance."""

_NARROW = 1e-3
"""Least distance between twins as a share of their reach."""

_OFF_PLANE = 0.15
"""How far the planes of two pairs of one body may be apart, as a share of the longer reach."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two branches of one link that mirror each other; which of them is left is not known yet.

    Attributes:
        parent: The link that both hang on.
        one, other: Their stems.
        lateral_w: (3,) unit vector from ``other`` to ``one`` in the zero pose.
        centre_w: (3,) a point of the plane between them [m].
        reach: The greater reach of both [m].
        mass: Of both together [kg].
        links: Indices of all links in both branches.
    """

    parent: Link
    one: Stem
    other: Stem
    lateral_w: np.ndarray
    centre_w: np.ndarray
    reach: float
    mass: float
    links: frozenset[int]

    @property
    def joint_count(self) -> int:
        """Joints along the shorter of both stems."""
        return min(len(self.one.joints), len(self.other.joints))

    @property
    def stems(self) -> tuple[Stem, Stem]:
        """Both stems."""
        return self.one, self.other

    def fits(self, other: Pair) -> bool:
        """Whether two pairs can belong to one body: side by side nowhere, and with one plane between them."""
        if self.links & other.links or self.parent.index in other.links or other.parent.index in self.links:
            return False
        if abs(self.lateral_w @ other.lateral_w) < _PARALLEL:
            return False
        apart = abs(float((self.centre_w - other.centre_w) @ self.lateral_w))
        return apart < _OFF_PLANE * max(self.reach, other.reach)


def find_pairs(tree: LinkTree, link: Link) -> list[Pair]:
    """Return all pairs among the branches of one link; a branch may have several twins."""
    branches = [child for child in tree.children(link) if tree.subtree_joints(child)]
    return [
        pair
        for index, one in enumerate(branches)
        for other in branches[index + 1 :]
        if (pair := _match(tree, link, one, other)) is not None
    ]


def all_pairs(tree: LinkTree) -> list[Pair]:
    """Return the pairs of every link, each seen from that link, so that the model's root does not matter."""
    found = []
    for link in tree.links:
        if len(link.children) + (link.parent >= 0) > 1:
            view = tree.seen_from(link.index)
            found += find_pairs(view, view.root)
    return found


def base_of(tree: LinkTree, pair: Pair) -> np.ndarray:
    """Return (3,) the middle between the first joints of a pair [m]."""
    return 0.5 * (tree.anchor_w[pair.one.joints[0]] + tree.anchor_w[pair.other.joints[0]])


def pointing(tree: LinkTree, pair: Pair) -> np.ndarray:
    """Return (3,) the unit direction in which both limbs of a pair point on the whole."""
    ends = [0.5 * (tree.anchor_w[stem.joints[-1]] + stem.last.centre_w) for stem in pair.stems]
    vector = 0.5 * (ends[0] + ends[1]) - base_of(tree, pair)
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def mirrored_share(tree: LinkTree, pair: Pair) -> float:
    """Return the share of all joints that lie on the plane of a pair or have a twin across it, 0 to 1."""
    joints = list(tree.joints)
    anchors, axes = tree.anchor_w[joints], tree.axis_w[joints]
    mirrored = _mirror(anchors, pair.centre_w, pair.lateral_w)
    gaps = mirrored[:, None] - anchors[None]
    gaps -= np.einsum("mni,ni->mn", gaps, axes)[..., None] * axes
    nearest = np.linalg.norm(gaps, axis=-1).min(axis=1)
    return float(np.mean(nearest < _TOLERANCE * pair.reach))


def _match(tree: LinkTree, link: Link, one: Link, other: Link) -> Pair | None:
    """Return the pair that two branches make up, None where they do not mirror each other."""
    stems = stem_from(tree, one), stem_from(tree, other)
    joints = min(len(stem.joints) for stem in stems)
    if joints == 0:
        return None
    first, second = (tree.anchor_w[list(stem.joints[:joints])] for stem in stems)
    middles = _middle(stems[0], first), _middle(stems[1], second)
    across = middles[0] - middles[1]
    width = float(np.linalg.norm(across))
    # Eyes without shapes have no reach of their own.
    size = max(reach(tree, one), reach(tree, other), _LEAST_REACH * width)
    if size <= 0.0 or width < _NARROW * size:
        return None
    lateral = across / width
    centre = 0.5 * (middles[0] + middles[1])
    # A joint's anchor may sit anywhere on its axis, so distances are taken to the axis.
    axes = tree.axis_w[list(stems[0].joints[:joints])]
    gap = first - _mirror(second, centre, lateral)
    gap -= np.einsum("ni,ni->n", gap, axes)[:, None] * axes
    if np.sqrt((gap**2).sum(axis=1).mean()) > _TOLERANCE * size:
        return None
    mass = tree.subtree_mass(one) + tree.subtree_mass(other)
    links = frozenset(part.index for branch in (one, other) for part in tree.subtree(branch))
    return Pair(link, stems[0], stems[1], lateral, centre, size, mass, links)


def _mirror(points: np.ndarray, centre: np.ndarray, lateral: np.ndarray) -> np.ndarray:
    """Return points (N, 3) mirrored across a plane."""
    return points - 2.0 * ((points - centre) @ lateral)[:, None] * lateral


def _middle(stem: Stem, anchors: np.ndarray) -> np.ndarray:
    """Return the middle (3,) of a stem's joints and links."""
    centres = np.array([link.centre_w for link in stem.links])
    return 0.5 * (anchors.mean(axis=0) + centres.mean(axis=0))
