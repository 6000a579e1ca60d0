"""Changes of velocity are measured beneath noise."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.agility import measure_agility

FPS = 100.0
CHANGE = 0.002
"""Standard deviation of a coordinate's change of velocity in a frame [m]."""


def random_courses(frames: int, count: int, seed: int = 0) -> np.ndarray:
    """Return (T, K, 3) courses whose velocity changes by chance."""
    kicks = np.random.default_rng(seed).normal(scale=CHANGE, size=(frames, count, 3))
    return np.cumsum(np.cumsum(kicks, axis=0), axis=0)


@pytest.mark.parametrize("noise", [0.0, 0.005])
def test_known_changes_come_out(noise: float) -> None:
    points = random_courses(4000, 3)
    points += np.random.default_rng(1).normal(scale=noise, size=points.shape)
    agility = measure_agility(points, np.ones((4000, 3), dtype=bool), FPS, np.full(3, noise))
    np.testing.assert_allclose(agility.own, CHANGE**2, rtol=0.2)
    off_diagonal = agility.relative[~np.eye(3, dtype=bool)]
    np.testing.assert_allclose(off_diagonal, 2.0 * CHANGE**2, rtol=0.2)


def test_points_that_move_together_are_still_to_each_other() -> None:
    points = np.repeat(random_courses(500, 1), 2, axis=1)
    agility = measure_agility(points, np.ones((500, 2), dtype=bool), FPS, np.zeros(2))
    assert agility.relative[0, 1] < 1e-6 * agility.own[0]
    assert np.isinf(np.diag(agility.relative)).all()


def test_unseen_points_have_usual_values() -> None:
    points = random_courses(300, 2)
    valid = np.ones((300, 2), dtype=bool)
    valid[5:, 1] = False
    points[~valid] = np.nan
    agility = measure_agility(points, valid, FPS, np.zeros(2))
    assert np.isfinite(agility.own).all()
    assert np.isinf(agility.relative[0, 1])


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_a_few_frames_are_enough(frames: int) -> None:
    agility = measure_agility(np.zeros((frames, 1, 3)), np.ones((frames, 1), dtype=bool), FPS, np.zeros(1))
    assert agility.own[0] > 0.0
