"""Contacts of a moment gathered by who touches whom: a part of the robot, or what is around it."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.motion.skin import Skin
from understudy.simulate.scene import PREFIX
from understudy.simulate.senses.skin.contacts import Contacts


def surroundings(model: mujoco.MjModel, own: np.ndarray) -> dict[int, str]:
    """Return geom → name of the thing that it is of, for all that is not the robot.

    Args:
        model: The simulated model.
        own: (G,) which geoms are the robot's.
    """
    found = {}
    for geom in np.flatnonzero(~own):
        body = int(model.geom_bodyid[geom])
        name = model.geom(int(geom)).name if body == 0 else model.body(body).name
        found[int(geom)] = name.removeprefix(PREFIX) or "ground"
    return found


class Gatherer:
    """Sums up contacts by pairs of things."""

    def __init__(self, model: mujoco.MjModel, skin: Skin, part_of_geom: Mapping[int, str]) -> None:
        """Take the names of all geoms' things."""
        order = {name: index for index, name in enumerate(skin.things)}
        self._thing = np.array([order[part_of_geom[geom]] for geom in range(model.ngeom)], dtype=np.int64)
        self.count = len(order)
        # Places on a thing are told in one frame, though a part may have several bodies.
        self._frame = np.zeros(self.count, dtype=np.int64)
        self._frame[self._thing] = model.geom_bodyid
        self._frame[: len(skin.parts)] = [model.body(name).id for name in skin.frames]

    def gather(self, contacts: Contacts, data: mujoco.MjData) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return who touches whom.

        Returns:
            Pairs (m,) as first · P + second with the first before the second among P things, forces (m, 2)
            [N] along the normal and across it, and places (m, 6) [m] on both in their own frames, of the
            world where a thing is fixed; weighted by force.
        """
        things = self._thing[contacts.geoms]
        # Two bodies of one part, such as palm and fingers, do not touch each other.
        apart = things[:, 0] != things[:, 1]
        pairs = np.sort(things[apart], axis=1)
        normal, points_w = contacts.normal[apart], contacts.points_w[apart]
        across = np.sqrt(np.maximum(0.0, (contacts.forces_w[apart] ** 2).sum(axis=1) - normal**2))
        codes, rows = np.unique(pairs[:, 0] * self.count + pairs[:, 1], return_inverse=True)
        forces, places = np.zeros((len(codes), 2)), np.zeros((len(codes), 6))
        weights = np.maximum(normal, 1e-12)
        total = np.bincount(rows, weights, len(codes))
        np.add.at(forces, rows, np.stack([normal, across], axis=1))
        for side in (0, 1):
            bodies = self._frame[pairs[:, side]]
            local = np.einsum("cji,cj->ci", data.xmat[bodies].reshape(-1, 3, 3), points_w - data.xpos[bodies])
            np.add.at(places[:, 3 * side : 3 * side + 3], rows, local * (weights / total[rows])[:, None])
        return codes, forces, places
