"""Which contacts carry, and how weight goes over from one foot to the other."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.support import Support, support
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.physics.contacts import at_rest, carrying, polygons

SIDES, FRAMES, BOTH = ("l", "r"), 14, slice(4, 10)
WIDE, LONG, BROAD = 0.3, 0.2, 0.1
"""Distance [m] of the feet, length and width of soles."""


def _walk() -> tuple[np.ndarray, np.ndarray]:
    """Return corners of soles beside each other, and contacts of a step from left to right."""
    sole = np.array([[0.0, BROAD, 0.0], [0.0, 0.0, 0.0], [LONG, BROAD, 0.0], [LONG, 0.0, 0.0]])
    corners = np.tile(np.stack([sole + [0.0, WIDE, 0.0], sole]), (FRAMES, 1, 1, 1))
    contacts = np.zeros((FRAMES, len(CONTACTS)), dtype=bool)
    for index, name in enumerate(CONTACTS):
        contacts[slice(0, BOTH.stop) if name.endswith("_l") else slice(BOTH.start, FRAMES), index] = True
    return corners, contacts


def _ends(found: Support) -> np.ndarray:
    return np.stack([found.corners[..., 1].min(axis=1), found.corners[..., 1].max(axis=1)])


def test_polygons_go_from_foot_to_foot_within_those_of_both() -> None:
    """Slowly at both ends, and never beyond what stands."""
    corners, contacts = _walk()
    whole, found = support(corners, SIDES, contacts), polygons(corners, SIDES, contacts, 0.0)
    for frame in range(FRAMES):
        for corner in found.corners[frame]:
            assert whole.holds(np.tile(corner, (FRAMES, 1)))[frame]
    lower, upper = _ends(found)
    assert (np.diff(lower + upper) <= 1e-12).all()
    assert np.ptp(lower + upper) > WIDE
    assert lower[BOTH.start] > _ends(whole)[0, BOTH.start]
    assert upper[BOTH.stop - 1] < _ends(whole)[1, BOTH.stop - 1]


def test_who_stands_on_both_feet_for_all_of_a_clip_may_use_both() -> None:
    """There is no foot to which weight would go."""
    corners, contacts = _walk()
    contacts[:] = True
    found, whole = polygons(corners, SIDES, contacts, 0.0), support(corners, SIDES, contacts)
    assert np.array_equal(_ends(found), _ends(whole))


def test_a_margin_makes_soles_smaller() -> None:
    corners, contacts = _walk()
    contacts[:] = True
    margin = 0.01
    (lower, upper), (low, high) = (_ends(polygons(corners, SIDES, contacts, size)) for size in (margin, 0.0))
    assert np.allclose(lower - low, margin)
    assert np.allclose(high - upper, margin)


def test_contacts_carry_later_and_less_long_than_they_touch() -> None:
    """From a frame after they land until one before they leave, unless nothing would carry in between."""
    firm = np.zeros((12, 2), dtype=bool)
    firm[:7, 0], firm[4:, 1] = True, True
    found = carrying(firm)
    assert not (found & ~firm).any()
    assert found.any(axis=1).all()
    assert np.flatnonzero(found[:, 0]).tolist() == [0, 1, 2, 3, 4, 5]
    assert np.flatnonzero(found[:, 1]).tolist() == [5, 6, 7, 8, 9, 10, 11]
    hasty = np.zeros((8, 2), dtype=bool)
    hasty[:4, 0], hasty[3:, 1] = True, True
    assert carrying(hasty).any(axis=1).all()
    assert np.array_equal(carrying(firm[:1]), firm[:1])


def test_who_stands_on_all_contacts_for_long_enough_is_at_rest() -> None:
    contacts = np.ones((10, len(CONTACTS)), dtype=bool)
    contacts[4, 0] = False
    assert at_rest(contacts, 5).tolist() == [False] * 5 + [True] * 5
