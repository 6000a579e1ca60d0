"""The filters see their band, and next to nothing of motion."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.signals.noise_bands import SLOWEST, noise_bands

RATES = (SLOWEST, 25.0, 29.97, 50.0, 60.0, 120.0, 240.0)


def gains(filters: np.ndarray, fps: float, frequencies: np.ndarray) -> np.ndarray:
    """Return (F, N) the power that filters pass of waves [Hz]."""
    times = np.arange(filters.shape[1]) / fps
    return np.abs(filters @ np.exp(2j * np.pi * np.outer(times, frequencies))) ** 2


@pytest.mark.parametrize("fps", RATES)
def test_filters_of_a_band_are_orthonormal(fps: float) -> None:
    bands = noise_bands(fps)
    for own in np.split(bands.filters, bands.starts[1:]):
        np.testing.assert_allclose(own @ own.T, np.eye(len(own)), atol=1e-9)


@pytest.mark.parametrize("fps", RATES)
def test_slow_motion_is_not_seen(fps: float) -> None:
    """Waves of up to 1 Hz and 0.3 m leave less than 0.05 mm."""
    passed = gains(noise_bands(fps).filters, fps, np.array([0.2, 0.5, 1.0]))
    assert passed.max() < (5e-5 / 0.3) ** 2


@pytest.mark.parametrize("fps", RATES)
def test_rest_and_steady_motion_are_not_seen_at_all(fps: float) -> None:
    filters = noise_bands(fps).filters
    steady = 1e3 + 10.0 * np.arange(filters.shape[1]) / fps
    assert np.abs(filters @ steady).max() < 1e-9


@pytest.mark.parametrize("fps", [60.0, 120.0, 240.0])
def test_most_of_what_is_seen_lies_in_the_band(fps: float) -> None:
    bands = noise_bands(fps)
    frequencies = np.linspace(0.0, 0.5 * fps, 2001)
    for own, (low, high) in zip(np.split(bands.filters, bands.starts[1:])[1:], bands.edges[1:], strict=True):
        passed = gains(own, fps, frequencies).sum(axis=0)
        inside = (frequencies >= 0.9 * low) & (frequencies <= 1.2 * high)
        assert passed[inside].sum() > 0.7 * passed.sum()


@pytest.mark.parametrize("fps", RATES)
def test_bands_rise_to_half_the_frame_rate(fps: float) -> None:
    bands = noise_bands(fps)
    assert len(bands.edges) >= 2
    assert (np.diff(bands.centres) > 0.0).all()
    assert bands.edges[-1, 1] == pytest.approx(0.5 * fps)
