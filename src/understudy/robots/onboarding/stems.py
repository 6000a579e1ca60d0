"""Stems: the way from a limb's root to where it ends or fans out into fingers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.robots.onboarding.links import Link, LinkTree

_DOMINANT = 3.0
"""How many times larger than its siblings a branch must be for the stem to go on in it."""


@dataclass(frozen=True, eq=False)
class Stem:
    """A chain of links without forks.

    Attributes:
        links: From the root of the limb on.
        digits: The branches at its end: fingers, toes or the jaws of a gripper.
    """

    links: tuple[Link, ...]
    digits: tuple[Link, ...] = ()

    @property
    def joints(self) -> tuple[int, ...]:
        """The scalar joints along the stem."""
        return tuple(joint for link in self.links for joint in link.joints)

    @property
    def first(self) -> Link:
        """The link at the root of the limb."""
        return self.links[0]

    @property
    def last(self) -> Link:
        """The link at the end."""
        return self.links[-1]

    def link_of_joint(self, joint: int) -> Link:
        """Return the link that a joint moves."""
        return next(link for link in self.links if joint in link.joints)


def stem_from(tree: LinkTree, link: Link) -> Stem:
    """Follow the main branch from a link until it ends or forks into branches that are alike.

    The main branch is much heavier than its siblings, or much longer where masses do not tell: a foot goes
    before the rods beside the shin, though they may be longer.
    """
    links = [link]
    while True:
        branches = [child for child in tree.children(links[-1]) if tree.subtree_joints(child)]
        if not branches:
            return Stem(tuple(links))
        main = _dominant(branches, [_weight(tree, branch) for branch in branches])
        if main is None:
            main = _dominant(branches, [_size(tree, branch) for branch in branches])
        if main is None:
            return Stem(tuple(links), tuple(branches))
        links.append(main)


def _dominant(branches: list[Link], sizes: list[float]) -> Link | None:
    """Return the branch that is much larger than all others, None where there is none."""
    order = np.argsort(sizes)[::-1]
    if len(branches) > 1 and sizes[order[0]] < _DOMINANT * sizes[order[1]]:
        return None
    return branches[order[0]]


def reach(tree: LinkTree, link: Link) -> float:
    """Return the greatest distance [m] of anything in a branch from its first joint, in the zero pose."""
    start = tree.anchor_w[link.joints[0]]
    places = [tree.anchor_w[joint] for part in tree.subtree(link) for joint in part.joints]
    places += [part.centre_w for part in tree.subtree(link)]
    places += [point for part in tree.subtree(link) for point in part.outline_w]
    return float(np.linalg.norm(np.array(places) - start, axis=1).max())


def _size(tree: LinkTree, link: Link) -> float:
    """Return how long a branch is, counted by its joints."""
    return reach(tree, link) * tree.subtree_joints(link)


def _weight(tree: LinkTree, link: Link) -> float:
    """Return how heavy a branch is, counted by its joints."""
    return tree.subtree_mass(link) * tree.subtree_joints(link)
