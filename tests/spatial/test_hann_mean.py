"""Means over neighbouring frames."""

from __future__ import annotations

import numpy as np

from understudy.spatial.hann_mean import hann_mean


def test_what_does_not_change_stays_also_at_the_ends() -> None:
    assert np.allclose(hann_mean(np.full((7, 2, 3), 4.0), 3), 4.0)


def test_one_frame_is_spread_over_its_neighbours_and_nothing_is_lost() -> None:
    values = np.zeros(21)
    values[10] = 1.0
    mean = hann_mean(values, 2)
    assert np.flatnonzero(mean).tolist() == [8, 9, 10, 11, 12]
    assert np.isclose(mean.sum(), 1.0) and mean[10] > mean[9] > mean[8]


def test_no_reach_changes_nothing() -> None:
    assert np.array_equal(hann_mean(np.arange(5.0), 0), np.arange(5.0))
