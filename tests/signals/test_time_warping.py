"""Dynamic time warping against plain recursion, and on a course that lags."""

from __future__ import annotations

import numpy as np

from understudy.signals.time_warping import matched_frames, warping_path


def plain(cost: np.ndarray) -> float:
    """Return the least sum along any path, cell by cell."""
    total = np.full((cost.shape[0] + 1, cost.shape[1] + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(cost.shape[0]):
        for j in range(cost.shape[1]):
            total[i + 1, j + 1] = cost[i, j] + min(total[i, j], total[i, j + 1], total[i + 1, j])
    return float(total[-1, -1])


def test_the_path_is_the_cheapest() -> None:
    generator = np.random.default_rng(0)
    for shape in ((1, 1), (1, 5), (7, 3), (20, 25)):
        cost = generator.uniform(size=shape)
        pairs, mean = warping_path(cost)
        assert np.isclose(mean * len(pairs), plain(cost))
        assert tuple(pairs[0]) == (0, 0) and tuple(pairs[-1]) == (shape[0] - 1, shape[1] - 1)
        steps = np.diff(pairs, axis=0)
        assert ((steps >= 0) & (steps <= 1)).all() and (steps.sum(axis=1) >= 1).all()


def test_a_lagging_course_is_brought_into_step() -> None:
    times = np.linspace(0.0, 1.0, 80)
    first, second = np.sin(9.0 * times), np.sin(9.0 * times**1.4)
    pairs, mean = warping_path(np.abs(first[:, None] - second))
    assert mean < 0.03
    matched = matched_frames(pairs, len(first))
    assert (np.diff(matched) >= 0.0).all()
    np.testing.assert_allclose(np.interp(matched, np.arange(80), second), first, atol=0.15)
