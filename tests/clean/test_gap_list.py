"""Gaps as arrays."""

from __future__ import annotations

import numpy as np

from understudy.clean.gap_list import find_gaps, frames_of


def test_gaps_are_listed_shortest_first() -> None:
    valid = np.ones((10, 2), dtype=bool)
    valid[2:5, 0] = valid[9, 0] = valid[0:2, 1] = False
    np.testing.assert_array_equal(find_gaps(valid), [[0, 9, 10], [1, 0, 2], [0, 2, 5]])


def test_no_gaps() -> None:
    gaps = find_gaps(np.ones((5, 2), dtype=bool))
    assert gaps.shape == (0, 3)
    assert len(frames_of(gaps).gap) == 0


def test_frames_of_gaps() -> None:
    frames = frames_of(np.array([[3, 7, 8], [1, 2, 5]]))
    np.testing.assert_array_equal(frames.gap, [0, 1, 1, 1])
    np.testing.assert_array_equal(frames.point, [3, 1, 1, 1])
    np.testing.assert_array_equal(frames.frame, [7, 2, 3, 4])
    np.testing.assert_array_equal(frames.before, [1, 1, 2, 3])
    np.testing.assert_array_equal(frames.after, [1, 3, 2, 1])
