"""A path that follows another one lazily."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.lazy_path import follow_with_play


@pytest.mark.parametrize("seed", range(4))
def test_a_lazy_path_stays_within_its_play_and_moves_no_more_than_the_path(seed: int) -> None:
    path = np.cumsum(np.random.default_rng(seed).normal(0.0, 0.1, size=(150, 2)), axis=0)
    lazy = follow_with_play(path, 0.3)
    assert np.linalg.norm(lazy - path, axis=1).max() <= 0.3 + 1e-9
    travel, lazily = (np.linalg.norm(np.diff(p, axis=0), axis=1).sum() for p in (path, lazy))
    assert lazily < travel
    assert not follow_with_play(0.29 * path / np.linalg.norm(path, axis=1).max(), 0.3).any()


def test_a_path_backwards_in_time_is_followed_alike() -> None:
    path = np.cumsum(np.random.default_rng(9).normal(0.0, 0.1, size=(60, 3)), axis=0)
    assert np.array_equal(follow_with_play(path[::-1], 0.2)[::-1], follow_with_play(path, 0.2))
