"""A search keeps what is better, and takes over between key frames only what poses bear out."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.evaluate.key_frames import poses_between
from understudy.evaluate.reach_kernels import Limbs, keep_better, note_own, settle, write_poses_between

FRAMES, KEYS = 9, np.array([0, 3, 6, 8])
OTHERS = np.array([1, 2, 4, 5, 7])
LIMBS = Limbs(
    columns=np.array([[2, 3], [4, 0]]),
    counts=np.array([2, 1]),
    lower=np.array([-0.5, -9.0, -9.0]),
    upper=np.array([0.4, 9.0, 9.0]),
)
"""Two limbs of two and one joint among five coordinates, of which the last three have limits."""


@pytest.fixture
def own() -> np.ndarray:
    return np.sin(0.8 * np.arange(FRAMES)[:, None] + np.arange(5))


@pytest.fixture
def best(own: np.ndarray) -> np.ndarray:
    return np.stack([np.cos(own[:, :2]), np.cos(own[:, 3:])])


def test_poses_between_keys_are_as_far_from_the_motion_as_there(own: np.ndarray, best: np.ndarray) -> None:
    found = np.array(own[KEYS])
    found[:, [2, 3]], found[:, 4] = best[0, KEYS], best[1, KEYS, 0]
    expected = poses_between(KEYS, found, own, has_free_base=False)[OTHERS]
    expected[:, 2:] = np.clip(expected[:, 2:], LIMBS.lower, LIMBS.upper)
    q = own[OTHERS] + 1.0
    expected[:, :2] = q[:, :2]
    write_poses_between(LIMBS, KEYS, own, best, OTHERS, q)
    np.testing.assert_array_equal(q, expected)
    assert (q[:, 2] == LIMBS.upper[0]).any()


def test_only_what_is_better_and_holds_the_torso_is_kept(own: np.ndarray, best: np.ndarray) -> None:
    least, before = np.full((FRAMES, 2), 0.5), best.copy()
    error = np.array([[0.1, 0.9], [0.2, 0.2], [0.3, 0.3]])
    frames, is_kept = np.array([1, 4, 6]), np.array([True, False, True])
    keep_better(LIMBS, np.array([0, 1]), frames, own[frames], is_kept, error, least, best)
    assert least[1].tolist() == [0.1, 0.5]
    assert least[4].tolist() == [0.5, 0.5]
    assert least[6].tolist() == [0.3, 0.3]
    assert np.isinf(error[1]).all()
    np.testing.assert_array_equal(best[0, 1], own[1, [2, 3]])
    np.testing.assert_array_equal(best[1, 1], before[1, 1])
    np.testing.assert_array_equal(best[0, 4], before[0, 4])
    assert best[1, 6, 0] == own[6, 4]


def test_another_group_is_left_alone(own: np.ndarray, best: np.ndarray) -> None:
    least, before = np.full((FRAMES, 2), 0.5), best.copy()
    rows = np.arange(FRAMES)
    kept = np.ones(FRAMES, dtype=bool)
    keep_better(LIMBS, np.array([1]), rows, own, kept, np.zeros((FRAMES, 2)), least, best)
    assert (least[:, 0] == 0.5).all()
    assert (least[:, 1] == 0.0).all()
    np.testing.assert_array_equal(best[0], before[0])


def test_between_keys_what_poses_bear_out_is_taken_over() -> None:
    least = np.full((FRAMES, 1), 1.0)
    least[KEYS, 0] = [0.0, 0.3, 0.6, 0.2]
    known = np.ones((FRAMES, 1), dtype=bool)
    known[8] = False
    is_settled = np.zeros((FRAMES, 1), dtype=bool)
    error = np.array([[0.11], [0.5], [0.4], [0.5], [np.nan]])
    settle(KEYS, known, OTHERS, error, 0.02, least, is_settled)
    np.testing.assert_array_equal(np.flatnonzero(is_settled), [1, 4, 5])
    np.testing.assert_allclose(least[[1, 4, 5], 0], [0.1, 0.4, 0.5], atol=1e-12)
    assert (least[[2, 7], 0] == 1.0).all()


def test_own_poses_beyond_limits_do_not_count(own: np.ndarray, best: np.ndarray) -> None:
    least, before = np.zeros((FRAMES, 2)), best.copy()
    known = np.ones((FRAMES, 2), dtype=bool)
    known[:, 1] = False
    errors = np.full((2, FRAMES), 0.25)
    allowed = (own[:, 2] >= LIMBS.lower[0]) & (own[:, 2] <= LIMBS.upper[0])
    assert 0 < allowed.sum() < FRAMES
    note_own(LIMBS, np.zeros(3), known, own, errors, least, best)
    np.testing.assert_array_equal(least[:, 0], np.where(allowed, 0.25, np.inf))
    assert np.isinf(least[:, 1]).all()
    np.testing.assert_array_equal(best[0], np.where(allowed[:, None], own[:, [2, 3]], before[0]))
