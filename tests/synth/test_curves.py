"""Curves meet what they are asked to meet, and are smooth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from understudy.synth.curves import PeriodicCurve, fade_out, minimum_jerk, rests_and_movements, wander

STEP = 1e-5


def slope(values: np.ndarray) -> np.ndarray:
    return (values[2:] - values[:-2]) / (2.0 * STEP)


def test_series_of_samples_returns_the_wave_it_was_made_of() -> None:
    phase = np.arange(64) / 64
    wave = 3.0 + 2.0 * np.cos(2 * np.pi * phase) - np.sin(6 * np.pi * phase)
    curve = PeriodicCurve.through_samples(wave, harmonics=3)
    elsewhere = np.array([0.1234, 1.1234, -0.8766])
    expected = 3.0 + 2.0 * np.cos(2 * np.pi * 0.1234) - np.sin(6 * np.pi * 0.1234)
    np.testing.assert_allclose(curve(elsewhere), expected, atol=1e-12)


def test_curve_through_keys_passes_near_them_without_overshoot() -> None:
    keys = ((0.0, 0.0), (0.2, 1.0), (0.5, 1.0), (0.7, 0.0))
    curve = PeriodicCurve.through_keys(keys, harmonics=12)
    values = curve(np.linspace(0.0, 1.0, 500))
    assert values.min() > -0.02
    assert values.max() < 1.02
    for phase, value in keys:
        assert curve(np.array(phase)) == pytest.approx(value, abs=0.05)


def test_minimum_jerk_starts_and_ends_at_rest() -> None:
    around_start, around_end = minimum_jerk(np.array([[-1.0, 0.0, STEP], [1.0 - STEP, 1.0, 2.0]]))
    np.testing.assert_allclose(around_start, 0.0, atol=1e-9)
    np.testing.assert_allclose(around_end, 1.0, atol=1e-9)
    assert minimum_jerk(np.array(0.5)) == pytest.approx(0.5)


def test_fade_out_meets_value_and_slope_and_ends_at_rest() -> None:
    value, initial, span = np.array([2.0, -1.0]), np.array([0.5, 3.0]), 0.2
    at_start = fade_out(value, initial, span, STEP * np.array([0.0, 1.0]))
    np.testing.assert_allclose(at_start[0], value)
    np.testing.assert_allclose((at_start[1] - at_start[0]) / STEP, initial, rtol=1e-3)
    at_end = fade_out(value, initial, span, span + STEP * np.array([-1.0, 0.0, 1.0]))
    np.testing.assert_allclose(at_end, 0.0, atol=1e-9)


def test_rests_and_movements_rests_at_every_key() -> None:
    times, values = [0.0, 1.0, 1.5, 3.0], [0.2, 1.0, 0.9, -2.0]
    for time, value in zip(times, values, strict=True):
        here = rests_and_movements(times, values, time + STEP * np.array([-1.0, 0.0, 1.0]))
        assert here[1] == pytest.approx(value)
        np.testing.assert_allclose(slope(here), 0.0, atol=1e-4)


def test_wander_stays_within_one_and_depends_on_the_generator() -> None:
    times = np.linspace(0.0, 100.0, 5000)
    first, again, other = (wander(random.Random(seed), times, 4.0, 1.0) for seed in (1, 1, 2))
    assert np.abs(first).max() <= 1.0
    assert 0.3 < np.sqrt(np.mean(first**2)) < 0.5
    np.testing.assert_array_equal(first, again)
    assert np.abs(first - other).max() > 0.1
