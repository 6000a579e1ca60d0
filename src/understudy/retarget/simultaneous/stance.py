"""Where soles stand: flat, still and level for as long as the person's foot carries weight ((16) to (18))."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.stretches import stretches
from understudy.retarget.placement import place
from understudy.robots.robot import Robot

_ONE_PLACE = 0.03
"""Distance [m] that a foothold may wander for its foot to count as standing still."""


@dataclass(frozen=True, eq=False)
class Stance:
    """Soles over T frames.

    Attributes:
        sides: S sides of soles.
        corners: (T, S, 4, 3) [m] where corners of soles are to stand, of use where they do.
        stands: (T, S) whether a sole stands.
    """

    sides: tuple[str, ...]
    corners: np.ndarray
    stands: np.ndarray

    @property
    def contacts(self) -> np.ndarray:
        """(T, 4) weight on ``CONTACTS``: a sole that stands does so with heel and toe."""
        found = np.zeros((len(self.stands), len(CONTACTS)), dtype=bool)
        for index, side in enumerate(self.sides):
            for part in ("heel", "toe"):
                found[:, CONTACTS.index(f"{part}_{side}")] = self.stands[:, index]
        return found


def stance(human: HumanMotion, robot: Robot) -> Stance:
    """Return where a robot's soles stand while it performs a person's motion."""
    spots = place(human, robot, 1.0)
    sides = tuple(side for side in SIDES if side in robot.soles)
    corners, stands = [], []
    for side in sides:
        own = [i for i, name in enumerate(spots.names) if name in CONTACTS and name.endswith(f"_{side}")]
        places, firm = spots.places[:, own].copy(), spots.firmness[:, own].max(axis=1) > 0.0
        for first, stop in stretches(firm):
            span = places[first:stop]
            if np.ptp(span, axis=0).max() > _ONE_PLACE:
                firm[first:stop] &= _is_still(span)
        for first, stop in stretches(firm):
            places[first:stop] = places[first:stop].mean(axis=0)
        corners.append(places)
        stands.append(firm)
    return Stance(sides, np.stack(corners, axis=1), np.stack(stands, axis=1))


def _is_still(corners: np.ndarray) -> np.ndarray:
    """Return (T,) whether corners (T, 4, 3) [m] that wander stand still for now."""
    moved = np.abs(np.diff(corners, axis=0)).max(axis=(1, 2)) > 1e-9
    return ~(np.r_[moved, False] | np.r_[False, moved])
