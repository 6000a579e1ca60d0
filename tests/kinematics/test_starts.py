"""Postures to start from: home first, then within limits, always the same ones."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.starts import RANDOM_POSTURES, start_postures

HOME = np.array([9.0, 8.0, 0.3, -0.2, 0.1])
COLUMNS = np.array([2, 3, 4])
LOWER, UPPER = np.array([-1.0, -0.25, -np.inf]), np.array([2.0, 0.25, np.inf])


def test_home_comes_first_and_mid_range_second() -> None:
    postures = start_postures(HOME, COLUMNS, LOWER, UPPER)
    np.testing.assert_array_equal(postures[0], HOME)
    # A joint without limits is taken to turn half round either way.
    np.testing.assert_array_equal(postures[1], [9.0, 8.0, 0.5, 0.0, 0.0])
    assert len(postures) == 2 + RANDOM_POSTURES


def test_random_postures_are_within_limits_differ_and_vary_nothing_else() -> None:
    postures = start_postures(HOME, COLUMNS, LOWER, UPPER)
    joints = postures[:, COLUMNS]
    assert (joints >= LOWER).all() and (joints <= UPPER).all()
    assert (postures[:, :2] == HOME[:2]).all()
    assert len(np.unique(joints, axis=0)) == len(postures)


def test_postures_are_the_same_every_time() -> None:
    again = start_postures(HOME, COLUMNS, LOWER, UPPER)
    assert start_postures(HOME, COLUMNS, LOWER, UPPER).tobytes() == again.tobytes()
