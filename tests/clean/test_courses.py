"""Points are handed out once each: together where they are always seen, otherwise alone."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean import courses as courses_module
from understudy.clean.courses import courses

FRAMES, POINTS = 6, 5
GAPPY = 2


@pytest.fixture
def points() -> np.ndarray:
    return np.arange(FRAMES * POINTS * 3, dtype=np.float64).reshape(FRAMES, POINTS, 3)


@pytest.mark.parametrize("at_once", [1, FRAMES, 2 * FRAMES, 1 << 16])
def test_every_point_comes_once_with_the_frames_that_show_it(
    points: np.ndarray, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courses_module, "_POSITIONS_AT_ONCE", at_once)
    valid = np.ones((FRAMES, POINTS), dtype=bool)
    valid[[1, 4], GAPPY] = False
    found = list(courses(points, valid))
    assert sorted(column for each in found for column in each.columns) == list(range(POINTS))
    for each in found:
        assert np.array_equal(each.points, points[np.ix_(each.frames, each.columns)])
        assert all(np.array_equal(np.flatnonzero(valid[:, column]), each.frames) for column in each.columns)


def test_points_that_are_always_seen_come_together_without_a_copy(points: np.ndarray) -> None:
    (every,) = courses(points, np.ones((FRAMES, POINTS), dtype=bool))
    assert np.shares_memory(every.points, points)
    assert len(every.columns) == POINTS
