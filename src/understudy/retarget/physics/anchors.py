"""Where what carries of a robot's soles is in its poses, with derivatives.

A polygon lies where soles stand, and soles go along when a robot moves as a whole. Seen from the world, a
step that moves body and soles together would bring the body over polygons that are gone when it is taken. So
the ZMP is seen from the ends of soles that carry, by shares that go over from one foot to the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.kinematics.momentum import sweep_masses
from understudy.kinematics.tree import Tree
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.physics.ground import CENTRE, FORCE, TIPPING
from understudy.robots.parts import Sole


@dataclass(frozen=True, eq=False)
class Anchors:
    """Heels and toes of soles.

    Attributes:
        tree: The robot's tree.
        soles: Side → sole.
    """

    tree: Tree
    soles: dict[str, Sole]

    def look(self, q: np.ndarray, contacts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return where what carries is in poses (T, Q), (T, 2) [m], and derivatives (T, 2, V).

        Args:
            q: The poses.
            contacts: (T, 4) shares of ``CONTACTS``, all 0 for the world's origin.
        """
        place, by = np.zeros((len(q), 2)), np.zeros((len(q), 2, len(self.tree.variable)))
        for index, (body, local) in self._ends().items():
            carries = np.flatnonzero(contacts[:, index])
            if not len(carries):
                continue
            # All of the mass there: what follows the centre of mass follows the point.
            mass, com = np.zeros(len(self.tree.body_mass)), np.array(self.tree.body_com)
            mass[body], com[body] = 1.0, local
            tree = self.tree._replace(body_mass=mass, body_com=com)
            found = sweep_masses(tree, np.zeros((len(mass), 3, 3)), q[carries])
            share = contacts[carries, index]
            place[carries] += share[:, None] * found.centre[:, :2]
            by[carries] += share[:, None, None] * found.by_centre.transpose(0, 2, 1)[:, :2]
        return place, by

    def targets(self, corners: np.ndarray, contacts: np.ndarray) -> np.ndarray:
        """Return (T, 2) [m] the same where corners (T, S, 4, 3) [m] of soles should be."""
        middles = corners[..., :2].reshape(*corners.shape[:2], 2, 2, 2).mean(axis=3)
        share = contacts[
            :, [[CONTACTS.index(f"{end}_{side}") for end in ("heel", "toe")] for side in self.soles]
        ]
        return np.einsum("tse,tsei->ti", share, middles)

    def seen(
        self, q: np.ndarray, contacts: np.ndarray, values: np.ndarray, by: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return quantities of ``Ground`` as seen from what carries, and their derivatives.

        Args:
            q: (M, Q) poses.
            contacts: (M, 4) shares, see :meth:`look`.
            values: (M, 8) as seen from the world's origin.
            by: (M, 3, 8, V) their derivatives.
        """
        place, by_place = self.look(q, contacts)
        load, by_load = values[:, FORCE.stop - 1], by[:, :, FORCE.stop - 1]
        values, by = values.copy(), by.copy()
        values[:, TIPPING] -= place * load[:, None]
        values[:, CENTRE] -= place
        by[:, :, TIPPING] -= place[:, None, :, None] * by_load[:, :, None]
        by[:, 1, TIPPING] -= by_place * load[:, None, None]
        by[:, 1, CENTRE] -= by_place
        return values, by

    def _ends(self) -> dict[int, tuple[int, np.ndarray]]:
        """Return contact → body and place (3,) [m] on it."""
        return {
            CONTACTS.index(f"{name}_{side}"): (sole.body, end)
            for side, sole in self.soles.items()
            for name, end in (("heel", sole.heel), ("toe", sole.toe))
        }
