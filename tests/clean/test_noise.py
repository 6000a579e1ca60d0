"""Noise is told from motion."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.clean.noise import noise_levels
from understudy.motion import Recording

NOISE = 0.005


def seen(points: np.ndarray) -> np.ndarray:
    return np.ones(points.shape[:2], dtype=bool)


@pytest.mark.parametrize("step", [1, 2])
def test_noise_on_a_walk_is_measured(walk: Recording, step: int) -> None:
    points = walk.points[::step]
    noisy = points + np.random.default_rng(0).normal(scale=NOISE, size=points.shape)
    assert np.median(noise_levels(noisy, seen(noisy))) == pytest.approx(NOISE, rel=0.05)


def test_motion_alone_is_no_noise(walk: Recording, kicking: Recording) -> None:
    for recording in (walk, kicking):
        assert noise_levels(recording.points, recording.valid_mask).max() < 0.02 * NOISE


def test_each_point_has_its_own(walk: Recording) -> None:
    levels = np.linspace(0.0, NOISE, len(walk.names))
    noise = np.random.default_rng(1).normal(size=walk.points.shape) * levels[:, None]
    found = noise_levels(walk.points + noise, walk.valid_mask)
    np.testing.assert_allclose(found, levels, atol=0.2 * NOISE)


def test_gaps_and_a_forgotten_outlier_do_not_count(walk: Recording) -> None:
    generator = np.random.default_rng(2)
    points = walk.points + generator.normal(scale=NOISE, size=walk.points.shape)
    points[generator.random(points.shape[:2]) < 0.01] += 0.5
    valid = generator.random(points.shape[:2]) > 0.05
    points[~valid] = np.nan
    assert np.median(noise_levels(points, valid)) == pytest.approx(NOISE, rel=0.2)


def test_long_takes_are_sampled() -> None:
    noise = np.random.default_rng(3).normal(scale=NOISE, size=(20000, 1, 3))
    assert noise_levels(noise, seen(noise))[0] == pytest.approx(NOISE, rel=0.05)


def test_few_frames_tell_nothing() -> None:
    points = np.random.default_rng(4).normal(size=(6, 2, 3))
    np.testing.assert_array_equal(noise_levels(points, seen(points)), 0.0)
