"""Frames far apart in posture, well seen, and not spoiled."""

from __future__ import annotations

import numpy as np

from understudy.human.fit.frame_choice import spread_frames


def test_rare_postures_are_chosen() -> None:
    postures = np.zeros((200, 3))
    postures[:, 0] = 1e-3 * np.arange(200)
    postures[77] = 2.0
    chosen = spread_frames(postures, np.full(200, 0.01), np.ones((200, 5), bool), 4)
    assert 77 in chosen
    assert len(chosen) == 4
    assert (np.diff(chosen) > 0).all()


def test_spoiled_and_ill_seen_frames_are_not() -> None:
    postures = np.random.default_rng(1).standard_normal((50, 3))
    residuals, seen = np.full(50, 0.01), np.ones((50, 10), bool)
    residuals[3], residuals[4] = 0.5, np.nan
    seen[5, :6] = False
    chosen = spread_frames(postures, residuals, seen, 100)
    assert set(range(50)) - set(chosen.tolist()) == {3, 4, 5}


def test_frames_that_repeat_are_chosen_once() -> None:
    chosen = spread_frames(np.zeros((30, 2)), np.full(30, 0.01), np.ones((30, 4), bool), 5)
    assert len(chosen) == len(set(chosen.tolist())) >= 1
