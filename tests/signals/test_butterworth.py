"""The filter is Winter's, to the last digit of scipy's, and does not shift phases."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.signals.butterworth import TWO_RUNS, design, zero_phase_low_pass

FPS = 60.0
PAD_PERIODS = 1.5
ROUNDING = 1e-11
PHASE_TOLERANCE = 1e-6


@pytest.mark.parametrize("cutoff", [0.5, 4.0, 12.0, 29.0])
def test_design_is_scipys(cutoff: float) -> None:
    signal = pytest.importorskip("scipy.signal")
    numerator, denominator = signal.butter(2, cutoff, fs=FPS)
    expected = [*numerator, *denominator[1:]]
    np.testing.assert_allclose(design(np.array([cutoff]), FPS, for_two_runs=False)[0], expected, atol=1e-14)


@pytest.mark.parametrize("cutoff", [0.5, 4.0, 12.0])
@pytest.mark.parametrize("frames", [5, 40, 300])
def test_filtering_is_scipys(cutoff: float, frames: int) -> None:
    signal = pytest.importorskip("scipy.signal")
    signals = np.cumsum(np.random.default_rng(0).normal(size=(frames, 4)), axis=0)
    pad = min(int(np.ceil(PAD_PERIODS * FPS / cutoff)), frames - 1)
    expected = signal.filtfilt(*signal.butter(2, cutoff, fs=FPS), signals, axis=0, padlen=pad)
    filtered = zero_phase_low_pass(signals, cutoff, FPS, for_two_runs=False)
    np.testing.assert_allclose(filtered, expected, atol=ROUNDING)


def amplitude(frequency: float, cutoff: float, for_two_runs: bool) -> float:
    """Return the share of a long sine that passes, in its middle."""
    times = np.arange(12000) / FPS
    sine = np.sin(2.0 * np.pi * frequency * times)[:, None]
    filtered = zero_phase_low_pass(sine, cutoff, FPS, for_two_runs=for_two_runs)
    middle = slice(3000, 9000)
    return float(sine[middle, 0] @ filtered[middle, 0] / (sine[middle, 0] @ sine[middle, 0]))


def test_corrected_filter_passes_the_root_of_a_half_at_its_cutoff() -> None:
    assert amplitude(4.0, cutoff=4.0, for_two_runs=True) == pytest.approx(np.sqrt(0.5), abs=1e-6)
    assert amplitude(4.0, cutoff=4.0, for_two_runs=False) == pytest.approx(0.5, abs=1e-6)


def test_both_runs_together_are_of_fourth_order() -> None:
    frequency, cutoff = 0.5, 0.05
    ratio = np.tan(np.pi * frequency / FPS) / np.tan(np.pi * cutoff / FPS) * TWO_RUNS
    assert amplitude(frequency, cutoff, for_two_runs=True) == pytest.approx(1.0 / (1.0 + ratio**4), rel=1e-3)
    assert pytest.approx(0.8022, abs=1e-4) == TWO_RUNS, "as Winter states it"


@pytest.mark.parametrize("frequency", [0.7, 2.0, 6.0, 15.0])
def test_sine_keeps_its_phase(frequency: float) -> None:
    times = np.arange(3000) / FPS
    sine = np.sin(2.0 * np.pi * frequency * times + 0.3)
    filtered = zero_phase_low_pass(sine[:, None], 5.0, FPS)[:, 0]
    middle = slice(600, 2400)
    basis = np.exp(-2j * np.pi * frequency * times[middle])
    before, after = basis @ sine[middle], basis @ filtered[middle]
    assert abs(np.angle(after / before)) < PHASE_TOLERANCE


def test_constants_and_slopes_pass_to_the_very_ends() -> None:
    times = np.arange(200) / FPS
    signals = np.stack([np.full_like(times, 3.0), 2.0 * times - 1.0], axis=1)
    filtered = zero_phase_low_pass(signals, 3.0, FPS)
    np.testing.assert_allclose(filtered[:, 0], signals[:, 0], atol=1e-12)
    np.testing.assert_allclose(filtered[:, 1], signals[:, 1], atol=1e-4)


def test_time_reversed_signal_is_filtered_alike() -> None:
    signals = np.random.default_rng(1).normal(size=(400, 2))
    forwards = zero_phase_low_pass(signals, 5.0, FPS)
    backwards = zero_phase_low_pass(signals[::-1], 5.0, FPS)[::-1]
    np.testing.assert_allclose(forwards, backwards, atol=1e-3)
    np.testing.assert_allclose(forwards[100:300], backwards[100:300], atol=1e-12)


def test_each_signal_has_its_own_cutoff() -> None:
    signals = np.random.default_rng(2).normal(size=(100, 3))
    filtered = zero_phase_low_pass(signals, np.array([2.0, 10.0, 0.5 * FPS]), FPS)
    for column, cutoff in enumerate((2.0, 10.0)):
        alone = zero_phase_low_pass(signals[:, [column]], cutoff, FPS)
        np.testing.assert_array_equal(filtered[:, column], alone[:, 0])
    np.testing.assert_array_equal(filtered[:, 2], signals[:, 2], "everything passes at half the frame rate")


def test_what_is_given_stays() -> None:
    signals = np.random.default_rng(3).normal(size=(50, 2))
    signals.setflags(write=False)
    zero_phase_low_pass(signals, 3.0, FPS)


def test_one_frame_is_as_it_was() -> None:
    assert zero_phase_low_pass(np.array([[2.0]]), 3.0, FPS) == 2.0
