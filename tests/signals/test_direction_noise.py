"""The noise of a direction is that of the angle, whatever its end points have in common."""

from __future__ import annotations

import numpy as np
import pytest

from tests.signals.noisy_motion import person
from understudy.signals.direction_noise import direction_noise

FPS = 120.0
LENGTH = 0.4
"""Of a segment [m]."""

NOISE = 1e-3
"""[m] in a coordinate."""


def swinging(count: int = 20) -> np.ndarray:
    """Return (T, S, 3) [m] segments of constant length that turn."""
    ways = person(FPS, count=count) + [0.0, 0.0, -2.0]
    return LENGTH * ways / np.linalg.norm(ways, axis=-1, keepdims=True)


def draws(shape: tuple[int, ...], seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(scale=NOISE, size=shape)


def sigma_of(starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    return direction_noise(starts, ends, np.ones(starts.shape[:2], dtype=bool), FPS).sigma


def test_independent_noise_of_both_ends_turns_the_segment() -> None:
    segment = swinging()
    starts = draws(segment.shape, 1)
    ends = segment + draws(segment.shape, 2)
    assert np.median(sigma_of(starts, ends)) == pytest.approx(np.sqrt(2.0) * NOISE / LENGTH, rel=0.15)


def test_common_noise_of_both_ends_does_not() -> None:
    segment = swinging()
    common = draws(segment.shape, 3)
    assert sigma_of(common, segment + common).max() < 0.05 * NOISE / LENGTH


def test_noise_along_the_segment_does_not() -> None:
    segment = swinging()
    stretch = 1.0 + draws((*segment.shape[:2], 1), 4) / LENGTH
    assert sigma_of(np.zeros_like(segment), stretch * segment).max() < 0.05 * NOISE / LENGTH


def test_segments_without_length_or_unknown_have_none() -> None:
    segment = swinging(count=3) + draws((720, 3, 3), 5)
    segment[:, 0] = 0.0
    segment[:, 1] = np.nan
    known = np.ones(segment.shape[:2], dtype=bool)
    known[:, 1] = False
    found = direction_noise(np.zeros_like(segment), segment, known, FPS)
    np.testing.assert_array_equal(found.is_known, [False, False, True])
