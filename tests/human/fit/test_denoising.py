"""White noise is taken off, and nothing else."""

from __future__ import annotations

import numpy as np

from understudy.human.fit.denoising import SHORTEST, denoised

NOISE = 0.005
UNCHANGED = 1e-7


def courses(frames: int) -> np.ndarray:
    """Return (T, 2, 3) [m] calm courses that walk away from where they began."""
    times = np.arange(frames)[:, None, None] / 100.0
    return np.sin(times * np.array([1.0, 2.0, 3.0]) + np.arange(2)[:, None]) + 0.4 * times


def test_courses_without_noise_stay_as_they_are() -> None:
    clean = courses(400)
    assert np.abs(denoised(clean, np.ones((400, 2), bool)) - clean).max() < UNCHANGED


def test_most_of_white_noise_goes() -> None:
    clean = courses(800)
    noisy = clean + NOISE * np.random.default_rng(1).standard_normal(clean.shape)
    left = denoised(noisy, np.ones((800, 2), bool)) - clean
    assert np.sqrt((left**2).mean()) < 0.35 * NOISE
    assert np.sqrt((left[[0, -1]] ** 2).mean()) < NOISE


def test_gaps_stay_and_do_not_bleed() -> None:
    clean, seen = courses(300), np.ones((300, 2), bool)
    seen[100:150, 0] = False
    spoiled = clean.copy()
    spoiled[100:150, 0] = 1e3
    found = denoised(spoiled, seen)
    assert np.array_equal(found[100:150, 0], spoiled[100:150, 0])
    assert np.abs(found - clean)[seen].max() < UNCHANGED


def test_short_stretches_are_left_alone() -> None:
    short = courses(SHORTEST - 1)
    assert np.array_equal(denoised(short, np.ones((len(short), 2), bool)), short)
