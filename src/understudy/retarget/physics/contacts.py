"""Which contacts carry weight over time, and polygons that the ZMP may be in meanwhile.

Contacts are those of soles, each with its heel and its toe. A robot's links do not follow a ZMP that jumps to
a foot just as it lands, nor from one foot to the other within a frame. So a contact carries from a frame
after it lands until one before it leaves, and while both feet stand between two steps, the polygon moves from
one to the other in all of that time.

A body in a jump gets no force and no moment.
"""

from __future__ import annotations

import numpy as np

from understudy.dynamics.support import Support, standing_parts, support
from understudy.motion.landmarks import CONTACTS
from understudy.motion.stretches import stretches

EDGE = 0.05
"""Share of a sole that carries where it stands on heel or toe alone: its edge, about which it turns."""

EARLY = 0.1
"""Share of the time of both feet by which the ZMP may be early or late."""


MOST = 0.45
"""Share of a sole that a margin takes away on each side at most."""


def carrying(contacts: np.ndarray) -> np.ndarray:
    """Return (T, C) which contacts (T, C) carry in a frame, from before it until after it.

    Where nothing would carry between two frames in contact, whatever is in contact there does.
    """
    late = contacts.copy()
    late[1:-1] &= contacts[2:] & contacts[:-2]
    held, kept = contacts[1:] & contacts[:-1], late[1:] & late[:-1]
    between = np.where(kept.any(axis=1, keepdims=True), kept, held)
    before, after = np.concatenate([between[:1], between]), np.concatenate([between, between[-1:]])
    if len(contacts) == 1:
        return contacts.copy()
    both = before & after
    return np.where(both.any(axis=1, keepdims=True), both, before | after) & contacts


def polygons(
    corners: np.ndarray,
    sides: tuple[str, ...],
    contacts: np.ndarray,
    margin: np.ndarray | float,
) -> Support:
    """Return the polygons of the ZMP.

    Args:
        corners: (T, S, 4, 3) [m] of soles.
        sides: The side of each.
        contacts: (T, 4) which of ``CONTACTS`` carry.
        margin: [m] by which soles are smaller on every side, or (S, 2) along and across each.
    """
    corners, contacts = _shifting(_inset(corners, margin), sides, contacts)
    return support(corners, sides, contacts, end=EDGE)


def shares(sides: tuple[str, ...], contacts: np.ndarray) -> np.ndarray:
    """Return (T, 4) shares of contacts that carry in where a polygon is, 0 where none does."""
    columns, found = _columns(sides), np.zeros(contacts.shape)
    stands = np.asarray(contacts[:, columns].any(axis=2))
    weight = stands / np.maximum(stands.sum(axis=1, keepdims=True), 1)
    for first, stop in _steps(stands):
        past = _past(first, stop)[:, None]
        weight[first:stop] = np.where(stands[stop], past, 1.0 - past)
    ends = contacts[:, columns]
    found[:, columns] = weight[..., None] * ends / np.maximum(ends.sum(axis=2, keepdims=True), 1)
    return found


def at_rest(contacts: np.ndarray, frames: int) -> np.ndarray:
    """Return (T,) whether all of some contacts (T, C) carry, for at least so many frames."""
    found = np.asarray(contacts.all(axis=1))
    for first, stop in stretches(found):
        found[first:stop] = stop - first >= frames
    return found


def in_flight(contacts: np.ndarray, longest: int) -> np.ndarray:
    """Return (T,) whether a body jumps: no contacts (T, C) carry it for at most so many frames."""
    found = np.asarray(~contacts.any(axis=1))
    for first, stop in stretches(found):
        found[first:stop] = stop - first <= min(longest, len(found) - 1)
    return found


def _shifting(
    corners: np.ndarray, sides: tuple[str, ...], contacts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return corners (T, S, 4, 3) [m] and contacts (T, 4) of what may carry while weight is shifted."""
    corners, contacts = corners.copy(), contacts.copy()
    columns = _columns(sides)
    stands = np.asarray(contacts[:, columns].any(axis=2))
    parts = standing_parts(corners[..., :2], sides, contacts, EDGE)
    for first, stop in _steps(stands):
        before, after = stands[first - 1], stands[stop]
        for foot in range(len(sides)):
            one = parts[first - 1, foot if before[foot] else before.argmax()]
            other = parts[stop, foot if after[foot] else after.argmax()]
            early = EARLY * (float(after[foot]) - float(before[foot]))
            share = _past(first, stop, early)[:, None, None]
            corners[first:stop, foot, :, :2] = (1.0 - share) * one + share * other
        contacts[first:stop, columns] = True
    return corners, contacts


def _columns(sides: tuple[str, ...]) -> np.ndarray:
    """Return (S, 2) which of ``CONTACTS`` are the heel and the toe of each sole."""
    return np.array([[CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")] for side in sides])


def _steps(stands: np.ndarray) -> list[tuple[int, int]]:
    """Return intervals in which both soles (T, S) stand between one of them and the other."""
    return [
        (first, stop)
        for first, stop in stretches(np.asarray(stands.all(axis=1)))
        if first > 0 and stop < len(stands) and (stands[first - 1] != stands[stop]).all()
    ]


def _past(first: int, stop: int, early: float = 0.0) -> np.ndarray:
    """Return (N,) in 0 … 1 how far weight was shifted in some frames; so much of the time earlier."""
    x = np.clip(np.arange(1, stop - first + 1) / (stop - first + 1) + early, 0.0, 1.0)
    return x**2 * (3.0 - 2.0 * x)


def _inset(corners: np.ndarray, margin: np.ndarray | float) -> np.ndarray:
    """Return corners (T, S, 4, 3) [m] of soles that are smaller by margins (S, 2) [m] along and across."""
    heel, toe = corners[:, :, :2], corners[:, :, 2:]
    along, across = toe - heel, corners[:, :, 1::2] - corners[:, :, ::2]
    inwards = np.concatenate([along, -along], axis=2)
    sideways = np.stack([across[:, :, 0], -across[:, :, 0], across[:, :, 1], -across[:, :, 1]], axis=2)
    margins = np.broadcast_to(margin, (corners.shape[1], 2))
    for way, much in zip((inwards, sideways), margins.T[..., None, None], strict=True):
        length = np.maximum(np.linalg.norm(way, axis=3, keepdims=True), 1e-9)
        corners = corners + way / length * np.minimum(much, MOST * length)
    return corners
