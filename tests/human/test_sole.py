"""Where the floor can push, and how load comes and goes."""

from __future__ import annotations

import numpy as np

from understudy.human import Human
from understudy.human.sole import LOADING, load_shares, sole_points
from understudy.motion.landmarks import CONTACTS, SIDES

FPS = 100.0


def test_soles_are_under_the_feet() -> None:
    human = Human(height=1.75, mass=70.0)
    sole = sole_points(human)
    assert 0.12 * 1.75 < sole.length < 0.17 * 1.75
    for side in range(len(SIDES)):
        assert np.count_nonzero(sole.sides == side) == 5
        owners = {CONTACTS[k] for k in sole.contacts[sole.sides == side]}
        assert owners == {f"heel_{SIDES[side]}", f"toe_{SIDES[side]}"}
    infant = sole_points(Human(age=0.5))
    assert infant.length < 0.6 * sole.length


def test_load_comes_and_goes_gradually() -> None:
    contacts = np.zeros((200, 4), dtype=bool)
    contacts[50:150, 0] = True
    shares = load_shares(contacts, FPS)
    assert not shares[:, 1:].any()
    assert not shares[:50].any()
    assert 0.0 < shares[50, 0] < 0.2
    assert (np.diff(shares[50:100, 0]) >= 0.0).all()
    np.testing.assert_allclose(shares[50:150, 0], shares[50:150, 0][::-1])
    assert shares[50 + round(LOADING * FPS), 0] == 1.0


def test_a_clip_that_begins_standing_bears_all_at_once() -> None:
    contacts = np.ones((30, 4), dtype=bool)
    contacts[20:, 2:] = False
    shares = load_shares(contacts, FPS)
    assert shares[0].tolist() == [1.0, 1.0, 1.0, 1.0]
    assert shares[-1].tolist() == [1.0, 1.0, 0.0, 0.0]
    assert shares[19, 2] < 0.2
