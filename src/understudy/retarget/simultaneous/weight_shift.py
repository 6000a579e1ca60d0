"""How weight goes over from one foot to the other: in all of the time for which both stand.

Limits alone let the ZMP jump from one end of the polygon of two feet to the other, between two frames. No
robot's links follow that. So while both feet stand the ZMP is about as far on its way as time is.
"""

from __future__ import annotations

import numpy as np

from understudy.dynamics.support import standing_parts
from understudy.motion.landmarks import CONTACTS
from understudy.motion.stretches import stretches

EARLY = 0.1
"""Share of the time of both feet by which the ZMP may be early or late."""


def shifting(
    corners: np.ndarray, sides: tuple[str, ...], contacts: np.ndarray, end: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return corners (T, S, 4, 3) [m] and contacts (T, 4) of what may carry while weight is shifted.

    Args:
        corners: (T, S, 4, 3) [m] of soles.
        sides: The side of each.
        contacts: (T, 4) bool, weight on ``CONTACTS``.
        end: Share of a sole that carries where it stands on its heel or its toe alone.
    """
    corners, contacts = corners.copy(), contacts.copy()
    columns = [[CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")] for side in sides]
    stands = np.stack([contacts[:, each].any(axis=1) for each in columns], axis=1)
    parts = standing_parts(corners[..., :2], sides, contacts, end)
    for first, stop in stretches(stands.sum(axis=1) == 2):
        if first == 0 or stop == len(stands):
            continue
        (before,), (after,) = (np.flatnonzero(stands[at]) for at in (first - 1, stop))
        if before == after:
            continue
        one, other = parts[first - 1, before], parts[stop, after]
        past = np.arange(1, stop - first + 1) / (stop - first + 1)
        for foot, early in ((before, -EARLY), (after, EARLY)):
            share = _eased(past + early)[:, None, None]
            corners[first:stop, foot, :, :2] = (1.0 - share) * one + share * other
        contacts[first:stop, [column for each in columns for column in each]] = True
    return corners, contacts


def _eased(past: np.ndarray) -> np.ndarray:
    """Return shares of the way at shares of the time (N,), slow at both ends."""
    past = np.clip(past, 0.0, 1.0)
    return past**2 * (3.0 - 2.0 * past)
