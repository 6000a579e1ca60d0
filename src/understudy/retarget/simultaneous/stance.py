"""Where soles stand: still and level for as long as the person's foot carries weight ((16) to (18)).

A sole is flat while the person's foot stands on heel and toe, and turns about the edge of either that it
stands on alone: with flat soles only, a robot would have to reach as far without the length of its feet.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.motion import HumanMotion
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.stretches import stretches
from understudy.retarget.placement import place
from understudy.robots.robot import Robot

ENDS = ("heel", "toe")

_ONE_PLACE = 0.03
"""Distance [m] that a foothold may wander for its foot to count as standing still."""


@dataclass(frozen=True, eq=False)
class Stance:
    """Soles over T frames, each with its ``ENDS``.

    Attributes:
        sides: S sides of soles.
        corners: (T, S, 4, 3) [m] where corners of soles are to be, of use where they are held.
        stands: (T, S, 2) whether an end stands.
        carries: (T, S, 2) whether it may carry weight: from a frame after it stands until a frame before it
            does not any more.
        held: (T, S, 2) whether its corners are held in their places: while it stands, and a frame before and
            after, since the curve between two poses depends on those around them.
    """

    sides: tuple[str, ...]
    corners: np.ndarray
    stands: np.ndarray
    carries: np.ndarray
    held: np.ndarray

    @property
    def contacts(self) -> np.ndarray:
        """(T, 4) weight on ``CONTACTS``."""
        return self._on_contacts(self.stands)

    @property
    def lasting_contacts(self) -> np.ndarray:
        """(T, 4) weight on ``CONTACTS`` that carries on from before a frame until after it.

        Where feet change places at once it is what carries on either side.
        """
        between = self.carries[1:] & self.carries[:-1]
        before, after = np.concatenate([between[:1], between]), np.concatenate([between, between[-1:]])
        both = before & after
        lasts = both.any(axis=(1, 2), keepdims=True)
        return self._on_contacts(np.where(lasts, both, before | after))

    def at_rest(self, frames: int) -> np.ndarray:
        """Return (T,) whether all soles stand flat, in a stretch of at least so many frames."""
        found = np.asarray(self.stands.all(axis=(1, 2)))
        for first, stop in stretches(found):
            found[first:stop] = stop - first >= frames
        return found

    @property
    def heights(self) -> np.ndarray:
        """(T,) [m] mean height of what stands; where nothing does, as between those before and after."""
        weight = np.repeat(self.stands, 2, axis=2)
        count, total = weight.sum(axis=(1, 2)), (weight * self.corners[..., 2]).sum(axis=(1, 2))
        known = np.flatnonzero(count)
        every = np.arange(len(count))
        return np.interp(every, known, total[known] / count[known]) if len(known) else np.zeros(len(count))

    def _on_contacts(self, stands: np.ndarray) -> np.ndarray:
        found = np.zeros((len(stands), len(CONTACTS)), dtype=bool)
        for index, side in enumerate(self.sides):
            for end, name in enumerate(ENDS):
                found[:, CONTACTS.index(f"{name}_{side}")] = stands[:, index, end]
        return found


def stance(human: HumanMotion, robot: Robot) -> Stance:
    """Return where a robot's soles stand while it performs a person's motion."""
    spots = place(human, robot, 1.0)
    sides = tuple(side for side in SIDES if side in robot.soles)
    carries = human.contact_mask
    if not sides:
        nowhere = np.zeros((human.frame_count, 0, len(ENDS)), dtype=bool)
        return Stance((), np.zeros((human.frame_count, 0, 4, 3)), nowhere, nowhere, nowhere)
    corners, firms = [], []
    for side in sides:
        own = [i for i, name in enumerate(spots.names) if name in CONTACTS and name.endswith(f"_{side}")]
        places, firm = spots.places[:, own].copy(), spots.firmness[:, own].max(axis=1) > 0.0
        for first, stop in stretches(firm):
            span = places[first:stop]
            if np.ptp(span, axis=0).max() > _ONE_PLACE:
                firm[first:stop] &= _is_still(span)
        for first, stop in stretches(firm):
            places[first:stop] = places[first:stop].mean(axis=0)
        ends = carries[:, [CONTACTS.index(f"{end}_{side}") for end in ENDS]] & firm[:, None]
        ends[firm & ~ends.any(axis=1)] = True
        corners.append(places)
        firms.append(ends)
    places, firm = np.stack(corners, axis=1), np.stack(firms, axis=1)
    stands = _with_nothing_lost(firm, np.concatenate([firm[:-1] & firm[1:], firm[-1:]]))
    return Stance(sides, places, stands, _later_and_earlier(firm), _beside(stands, places))


def _later_and_earlier(firm: np.ndarray) -> np.ndarray:
    """Return (T, S, 2) when ends carry: from a frame after they land until one before they leave.

    A robot's links do not follow a ZMP that jumps to a foot just as it lands. Where nothing else would carry,
    an end does for all of the time.
    """
    found = firm.copy()
    found[1:-1] = firm[2:] & firm[1:-1] & firm[:-2]
    return _with_nothing_lost(firm, found)


def _with_nothing_lost(firm: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return when ends carry (T, S, 2), and where none would between two frames, what is firm there."""
    carried, carries = firm[1:] & firm[:-1], found[1:] & found[:-1]
    for frame in np.flatnonzero(carried.any(axis=(1, 2)) & ~carries.any(axis=(1, 2))):
        found[frame : frame + 2] |= carried[frame]
    return found


def _beside(stands: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return (T, S, 2) when corners are held: while ends stand and a frame to both sides, in their places.

    ``places`` (T, S, 4, 3) [m] are written to where the foot did not stand at all.
    """
    held = stands.copy()
    for side in range(stands.shape[1]):
        for end in range(len(ENDS)):
            for first, stop in stretches(stands[:, side, end]):
                for beside, edge in ((first - 1, first), (stop, stop - 1)):
                    if 0 <= beside < len(held):
                        held[beside, side, end] = True
                        if not stands[beside, side].any():
                            places[beside, side] = places[edge, side]
    return held


def _is_still(corners: np.ndarray) -> np.ndarray:
    """Return (T,) whether corners (T, 4, 3) [m] that wander stand still for now."""
    moved = np.abs(np.diff(corners, axis=0)).max(axis=(1, 2)) > 1e-9
    return ~(np.r_[moved, False] | np.r_[False, moved])
