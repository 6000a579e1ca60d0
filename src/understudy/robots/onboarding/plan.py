"""The body plan: which pair of limbs are legs, which are arms, and where the head and the eyes are."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from understudy.robots.onboarding.links import Link, LinkTree
from understudy.robots.onboarding.pairs import Pair

LIMB_JOINTS = 3
"""Fewest joints of an arm or a leg."""

NO_HUMANOID = "this does not look like a humanoid"


@dataclass(frozen=True, eq=False)
class Plan:
    """What the branches of the body are.

    Attributes:
        tree: The links, looked at from the pelvis.
        lateral_w: (3,) the body's lateral axis in the zero pose, its sign not meaningful yet.
        legs: The pair of legs, None for an upper body.
        arms: The pair of arms, None for bare legs.
        eyes: Pairs on the head that are no limbs.
        wheels: Other pairs that are no limbs.
        trunk: Links on the midline, the pelvis first, up to the chest.
        head: Links on the midline after the chest that lead to the head, empty where no neck moves.
        reasons: Why legs are legs, arms arms, and the head the head.
    """

    tree: LinkTree
    lateral_w: np.ndarray
    legs: Pair | None
    arms: Pair | None
    eyes: tuple[Pair, ...] = ()
    wheels: tuple[Pair, ...] = ()
    trunk: tuple[Link, ...] = ()
    head: tuple[Link, ...] = ()
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def pelvis(self) -> Link:
        """The link that carries the legs, or the base of an upper body."""
        return self.tree.root

    @property
    def chest(self) -> Link:
        """The link that carries the arms, or the heaviest one above bare legs."""
        return self.trunk[-1]

    @property
    def spine(self) -> tuple[int, ...]:
        """The joints between pelvis and chest."""
        return tuple(joint for link in self.trunk[1:] for joint in link.joints)

    @property
    def size(self) -> float:
        """The reach [m] of the longest limb."""
        return max(pair.reach for pair in self.limbs)

    @property
    def limbs(self) -> tuple[Pair, ...]:
        """Legs and arms as far as there are any."""
        return tuple(pair for pair in (self.legs, self.arms) if pair is not None)

    @property
    def claimed_links(self) -> frozenset[int]:
        """The links that play a part: trunk, limbs with their fingers, the head with all that is on it."""
        found = {link.index for link in self.trunk}
        for pair in self.limbs:
            found |= pair.links
        for link in self.head[:1]:
            found |= {part.index for part in self.tree.subtree(link)}
        return frozenset(found)

    @property
    def unclaimed(self) -> tuple[Link, ...]:
        """The first links of the branches with joints that play no part."""
        claimed = self.claimed_links
        return tuple(
            link
            for link in self.tree.links
            if link.index not in claimed and link.parent in claimed and self.tree.subtree_joints(link)
        )

    @property
    def coverage(self) -> float:
        """Share of the robot's joints that play a part, 0 to 1."""
        lost = sum(self.tree.subtree_joints(link) for link in self.unclaimed)
        return 1.0 - lost / max(len(self.tree.joints), 1)
