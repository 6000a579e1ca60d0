"""Contacts of a moment gathered by who touches whom: a part of the robot, or what is around it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.motion.skin import Skin
from understudy.simulate.scene import PREFIX
from understudy.simulate.senses.skin.contacts import Contacts

_LIGHTEST = 1e-12
"""Force [N] that a contact without any counts as when places are averaged."""


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
        found: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        # A moment has a handful of contacts, for which plain numbers are faster than arrays.
        things = self._thing[contacts.geoms].tolist()
        for row, (one, other) in enumerate(things):
            # Two bodies of one part, such as palm and fingers, do not touch each other.
            if one == other:
                continue
            first, second = min(one, other), max(one, other)
            normal, force_w = float(contacts.normal[row]), contacts.forces_w[row]
            across = math.sqrt(max(0.0, float(force_w @ force_w) - normal**2))
            place, weight = np.empty(6), max(normal, _LIGHTEST)
            for side, thing in enumerate((first, second)):
                frame = self._frame[thing]
                local = (contacts.points_w[row] - data.xpos[frame]) @ data.xmat[frame].reshape(3, 3)
                place[3 * side : 3 * side + 3] = local
            entry = np.array([normal, across, weight]), weight * place
            code = first * self.count + second
            known = found.get(code)
            found[code] = entry if known is None else (known[0] + entry[0], known[1] + entry[1])
        codes = np.array(sorted(found), dtype=np.int64)
        sums = np.array([found[code][0] for code in sorted(found)]).reshape(-1, 3)
        places = np.array([found[code][1] for code in sorted(found)]).reshape(-1, 6)
        return codes, sums[:, :2], places / sums[:, 2:]
