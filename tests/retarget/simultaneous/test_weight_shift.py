"""Weight goes over from one foot to the other in all of the time for which both stand."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.support import support
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.simultaneous.weight_shift import shifting

SIDES, FRAMES, BOTH = ("l", "r"), 14, slice(4, 10)
WIDE = 0.3
"""Distance [m] of the feet."""


def walk() -> tuple[np.ndarray, np.ndarray]:
    """Return corners of soles 0.2 m by 0.1 m beside each other, and contacts of a step from left to right."""
    sole = np.array([[0.0, 0.1, 0.0], [0.0, 0.0, 0.0], [0.2, 0.1, 0.0], [0.2, 0.0, 0.0]])
    corners = np.tile(np.stack([sole + [0.0, WIDE, 0.0], sole]), (FRAMES, 1, 1, 1))
    contacts = np.zeros((FRAMES, len(CONTACTS)), dtype=bool)
    for index, name in enumerate(CONTACTS):
        contacts[slice(0, BOTH.stop) if name.endswith("_l") else slice(BOTH.start, FRAMES), index] = True
    return corners, contacts


def test_polygons_go_from_foot_to_foot_within_those_of_both() -> None:
    """Slowly at both ends, and never beyond what stands."""
    corners, contacts = walk()
    whole, found = support(corners, SIDES, contacts), support(*_support_of(corners, contacts))
    for frame in range(FRAMES):
        for corner in found.corners[frame]:
            assert whole.holds(np.tile(corner, (FRAMES, 1)) + 0.0)[frame]
    middle = found.corners[..., 1].min(axis=1) + found.corners[..., 1].max(axis=1)
    assert (np.diff(middle) <= 1e-12).all()
    assert np.ptp(middle) > WIDE
    assert found.corners[BOTH.start, :, 1].min() > whole.corners[BOTH.start, :, 1].min()
    assert found.corners[BOTH.stop - 1, :, 1].max() < whole.corners[BOTH.stop - 1, :, 1].max()


def test_who_stands_on_both_feet_for_all_of_a_clip_may_use_both() -> None:
    """There is no foot to which weight would go."""
    corners, contacts = walk()
    contacts[:] = True
    same, still = shifting(corners, SIDES, contacts, 0.05)
    assert np.array_equal(same, corners)
    assert np.array_equal(still, contacts)


def _support_of(corners: np.ndarray, contacts: np.ndarray) -> tuple[np.ndarray, tuple[str, ...], np.ndarray]:
    carrying, carries = shifting(corners, SIDES, contacts, 0.05)
    return carrying, SIDES, carries
