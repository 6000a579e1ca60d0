"""Polygons of the ZMP over time: margins, steps from foot to foot, and jumps."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.support import Support
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.physics.contacts import carrying, in_flight, polygons

SIDES = ("l", "r")
LENGTH, WIDTH, APART, FRAMES = 0.2, 0.1, 0.3, 60
LONGEST = 20
"""Frames of a jump."""


def corners(step: float = 0.0) -> np.ndarray:
    """Return (T, 2, 4, 3) [m] of two soles side by side, the right one so many metres ahead."""
    sole = np.array([[0.0, WIDTH, 0.0], [0.0, 0.0, 0.0], [LENGTH, WIDTH, 0.0], [LENGTH, 0.0, 0.0]])
    both = np.stack([sole, sole + np.array([step, -APART, 0.0])])
    return np.tile(both, (FRAMES, 1, 1, 1))


def standing(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return contacts (T, 4) of flat feet."""
    return np.stack([left if name.endswith("_l") else right for name in CONTACTS], axis=1)


def middles(allowed: Support) -> np.ndarray:
    """Return (T, 2) [m] the middles of polygons' boxes."""
    return 0.5 * (allowed.corners.min(axis=1) + allowed.corners.max(axis=1))


TIME = np.arange(FRAMES)
ALWAYS, NEVER = np.ones(FRAMES, dtype=bool), np.zeros(FRAMES, dtype=bool)


@pytest.mark.parametrize("margin", [0.02, np.array([[0.04, 0.01], [0.04, 0.01]])])
def test_a_margin_is_kept_on_every_side(margin: np.ndarray | float) -> None:
    along, across = np.broadcast_to(margin, (2, 2))[0]
    allowed = polygons(corners(), SIDES, standing(ALWAYS, NEVER), margin)
    np.testing.assert_allclose(allowed.corners.min(axis=1), [[along, across]] * FRAMES, atol=1e-12)
    np.testing.assert_allclose(
        allowed.corners.max(axis=1), [[LENGTH - along, WIDTH - across]] * FRAMES, atol=1e-12
    )


def test_between_two_steps_the_polygon_moves_from_foot_to_foot() -> None:
    contacts = standing(TIME < 40, TIME >= 20)
    allowed = polygons(corners(), SIDES, contacts, 0.0)
    own, other = 0.5 * WIDTH, 0.5 * WIDTH - APART
    y = middles(allowed)[:, 1]
    np.testing.assert_allclose(y[:20], own)
    np.testing.assert_allclose(y[40:], other)
    assert (np.diff(y) <= 1e-12).all()
    assert np.abs(np.diff(y)).max() < 0.1 * APART


def test_a_body_jumps_where_nothing_carries_it_for_a_moment() -> None:
    contacts = standing((TIME < 25) | (TIME >= 35), NEVER)
    assert np.flatnonzero(in_flight(contacts, LONGEST)).tolist() == list(range(25, 35))
    assert not polygons(corners(step=0.4), SIDES, contacts, 0.0).stands[25:35].any()


def test_who_is_off_the_feet_for_long_is_carried_by_something_else() -> None:
    contacts = standing((TIME < 15) | (TIME >= 45), NEVER)
    assert not in_flight(contacts, LONGEST).any()
    assert not in_flight(standing(NEVER, NEVER), len(TIME)).any()


@pytest.mark.parametrize("is_first", [True, False])
def test_clips_begin_and_end_in_the_air(is_first: bool) -> None:
    contacts = standing(TIME >= 10 if is_first else TIME < 50, NEVER)
    np.testing.assert_array_equal(in_flight(contacts, LONGEST), ~contacts.any(axis=1))
    np.testing.assert_array_equal(polygons(corners(), SIDES, contacts, 0.0).stands, contacts.any(axis=1))


def test_a_foot_carries_from_after_it_lands_until_before_it_leaves() -> None:
    contacts = standing(ALWAYS, (TIME >= 20) & (TIME < 40))
    carries = carrying(contacts)[:, CONTACTS.index("heel_r")]
    assert np.flatnonzero(carries)[[0, -1]].tolist() == [22, 37]
