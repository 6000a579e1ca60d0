"""How load comes onto a foot and leaves it."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.sole_points import LOADING, load_shares

FPS = 100.0


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
