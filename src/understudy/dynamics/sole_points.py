"""Points of the soles at which the floor can push, and how readily each of them takes load."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

LOADING = 0.12
"""Time [s] in which a foot takes over or gives up the load, about that of both feet down in walking."""

_LEAST_SHARE = 0.05
"""A contact that just begins may take load already, but at a price."""


NEAR = 0.02
"""Height [m] over its lowest point from which on nothing of a part that touches the ground does."""


@dataclass(frozen=True, eq=False)
class SolePoints:
    """P points under the feet.

    Attributes:
        bodies: (P,) the body that carries each point.
        places: (P, 3) [m] in the body's frame.
        contacts: (P,) which of ``CONTACTS`` must carry weight for the point to push.
        sides: (P,) index in ``SIDES``.
        length: Of one sole [m].
    """

    bodies: np.ndarray
    places: np.ndarray
    contacts: np.ndarray
    sides: np.ndarray
    length: float


def load_shares(contacts: np.ndarray, fps: float) -> np.ndarray:
    """Return (T, 4) in 0 … 1, how readily each contact carries load; zero where there is none.

    Nothing in a motion tells how two feet share the load. Load comes onto a foot and leaves it over a while
    rather than at once (Ren et al. 2008 take such curves from measurements). At the ends of a clip nothing
    is known to begin or to end.

    Args:
        contacts: (T, 4) bool.
        fps: Frames a second [1/s].
    """
    ahead, behind = (_frames_in_contact(each) for each in (contacts, contacts[::-1]))
    nearest = np.minimum(ahead, behind[::-1])
    shares = np.clip(nearest / (LOADING * fps), _LEAST_SHARE, 1.0)
    return np.where(contacts, shares, 0.0)


def lowest_of_parts(parts: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """Return (T, P) in 0 … 1 how near points (T, P) [m] high are to the lowest one of their part."""
    found = np.ones(heights.shape)
    for part in np.unique(parts[parts >= 0]):
        own = parts == part
        above = heights[:, own] - heights[:, own].min(axis=1, keepdims=True)
        found[:, own] = np.clip(1.0 - above / NEAR, 0.0, 1.0)
    return found


def _frames_in_contact(contacts: np.ndarray) -> np.ndarray:
    """Return (T, 4) for how many frames each contact has lasted, infinite from the clip's start on."""
    count = len(contacts)
    frames = np.arange(count)[:, None]
    last_off = np.maximum.accumulate(np.where(contacts, -1, frames), axis=0)
    return np.where(last_off < 0, np.inf, frames - last_off)
