"""Filters run in blocks give what they give value by value."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.signals import butterworth
from understudy.signals.block_filter import run_both_ways
from understudy.signals.butterworth import design, zero_phase_low_pass

FPS = 60.0
ROUNDING = 1e-11


def run_plainly(signal: np.ndarray, coefficients: np.ndarray, pad: int) -> np.ndarray:
    """Return one signal (T,) filtered both ways, value by value."""
    b0, b1, b2, a1, a2 = coefficients
    before, behind = 2.0 * signal[0] - signal[pad:0:-1], 2.0 * signal[-1] - signal[-2 : -2 - pad : -1]
    long = np.concatenate([before, signal, behind])
    for _ in range(2):
        early, late = (1.0 - b0) * long[0], (b2 - a2) * long[0]
        for t, value in enumerate(long):
            long[t] = b0 * value + early
            early = b1 * value - a1 * long[t] + late
            late = b2 * value - a2 * long[t]
        long = long[::-1]
    return long[pad : pad + len(signal)]


@pytest.mark.parametrize("frames", [2, 3, 15, 16, 17, 100])
def test_blocks_join_without_a_seam(frames: int) -> None:
    generator = np.random.default_rng(frames)
    signals = np.cumsum(generator.normal(size=(frames, 5)), axis=0)
    coefficients = design(np.array([0.5, 2.0, 5.0, 12.0, 29.0]), FPS)
    pads = np.minimum([0, 1, 7, 40, 90], frames - 1)
    filtered = run_both_ways(signals, coefficients, pads)
    for column in range(5):
        expected = run_plainly(signals[:, column], coefficients[column], int(pads[column]))
        np.testing.assert_allclose(filtered[:, column], expected, atol=ROUNDING)


def test_the_kernel_for_many_values_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(0)
    signals = np.cumsum(generator.normal(size=(300, 20)), axis=0)
    cutoffs = generator.uniform(1.0, 40.0, size=20)
    few = zero_phase_low_pass(signals, cutoffs, FPS)
    monkeypatch.setattr(butterworth, "_MANY", 0)
    np.testing.assert_allclose(few, zero_phase_low_pass(signals, cutoffs, FPS), atol=ROUNDING)
