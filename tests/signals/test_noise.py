"""Noise of every colour is measured on moving people, and motion is none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.signals.noisy_motion import coloured, person
from understudy.capture import read_capture
from understudy.signals.butterworth import zero_phase_low_pass
from understudy.signals.noise import Noise, measured_noise
from understudy.synth.scripts import make

RATES = (25.0, 29.97, 40.0, 50.0, 60.0, 100.0, 120.0, 240.0)
FAST_RATES = tuple(fps for fps in RATES if fps >= 50.0)
NOTHING = 2e-5
"""[m] of noise that motion alone may seem to have."""


def noise_of(points: np.ndarray, fps: float) -> Noise:
    return measured_noise(points, np.ones(points.shape[:2], dtype=bool), fps)


def white(points: np.ndarray, sigma: float, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(scale=sigma, size=points.shape)


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("sigma", [1e-4, 1e-3, 5e-3])
def test_white_noise_on_a_moving_person_is_measured(fps: float, sigma: float) -> None:
    points = person(fps)
    found = noise_of(points + white(points, sigma), fps)
    assert np.median(found.sigma) == pytest.approx(sigma, rel=0.2)
    assert np.median(found.rms) == pytest.approx(sigma, rel=0.25)
    assert found.sigma.max() < 1.7 * sigma


@pytest.mark.parametrize("fps", FAST_RATES)
@pytest.mark.parametrize(("exponent", "name"), [(1.0, "pink"), (2.0, "random walk")])
def test_coloured_noise_counts_as_white_noise_of_its_density(fps: float, exponent: float, name: str) -> None:
    sigma, points = 1e-3, person(fps)
    found = noise_of(points + sigma * coloured(points.shape, fps, exponent, at=15.0), fps)
    assert np.median(found.sigma) == pytest.approx(sigma, rel=0.33), name
    assert np.median(found.slope) == pytest.approx(exponent, abs=0.4), name


@pytest.mark.parametrize("fps", FAST_RATES)
def test_all_of_pink_noise_is_estimated_from_what_is_seen_of_it(fps: float) -> None:
    points = person(fps)
    noise = 1e-3 * coloured(points.shape, fps, 1.0, at=15.0)
    found = np.median(noise_of(points + noise, fps).rms)
    assert abs(np.log(found / np.std(noise - noise.mean(axis=0)))) < np.log(1.5)


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("step", [1e-3, 1e-4])
def test_rounded_captures_have_the_noise_of_their_step(fps: float, step: float) -> None:
    found = noise_of(np.round(person(fps) / step) * step, fps)
    expected = step / np.sqrt(12.0)
    assert found.step == pytest.approx(step, rel=1e-6)
    tolerance = 0.25 if step > 5e-4 or fps > 50.0 else 0.5
    assert np.median(found.sigma) == pytest.approx(expected, rel=tolerance)
    assert found.sigma.min() >= expected * (1.0 - 1e-9)


def test_what_rests_on_a_lattice_is_no_more_certain_than_its_step() -> None:
    points = np.round(person(60.0), 3)
    points[:, 0] = 0.25
    found = noise_of(points, 60.0)
    assert found.sigma[0] == pytest.approx(1e-3 / np.sqrt(12.0))


@pytest.mark.parametrize("fps", RATES)
@pytest.mark.parametrize("strikes", [0, 2, 4])
def test_motion_with_strikes_is_no_noise(fps: float, strikes: int) -> None:
    assert noise_of(person(fps, strikes=strikes), fps).sigma.max() < NOTHING


@pytest.mark.parametrize("fps", RATES)
def test_who_strikes_most_of_the_time_has_next_to_none(fps: float) -> None:
    found = noise_of(person(fps, strikes=6), fps)
    assert np.median(found.sigma) < NOTHING
    assert found.sigma.max() < 5.0 * NOTHING


@pytest.mark.parametrize("fps", [40.0, 60.0, 100.0, 120.0, 240.0])
@pytest.mark.parametrize("name", ["walk", "infant_kicking", "salt_shaker", "reach"])
def test_synthetic_subjects_have_no_noise(fps: float, name: str) -> None:
    assert noise_of(make(name, fps=fps).joint_positions, fps).sigma.max() < NOTHING


@pytest.mark.parametrize("fps", [25.0, 29.97, 50.0])
@pytest.mark.parametrize("name", ["walk", "infant_kicking", "salt_shaker", "reach"])
def test_only_feet_that_strike_the_floor_seem_noisy_at_few_frames_a_second(fps: float, name: str) -> None:
    sigma = noise_of(make(name, fps=fps).joint_positions, fps).sigma
    assert np.median(sigma) < NOTHING
    assert sigma.max() < 6e-4


def test_a_kick_does_not_count_as_noise() -> None:
    fps, sigma = 120.0, 5e-4
    calm, kicking = (person(fps, strikes=strikes) for strikes in (0, 3))
    noise = white(calm, sigma)
    levels = [np.median(noise_of(points + noise, fps).sigma) for points in (calm, kicking)]
    assert levels[1] < 1.15 * levels[0]


def test_each_point_has_its_own() -> None:
    points = person(120.0, seconds=20.0)
    sigmas = np.geomspace(1e-4, 1e-2, points.shape[1])
    found = noise_of(points + white(points, 1.0) * sigmas[:, None], 120.0)
    np.testing.assert_allclose(found.sigma, sigmas, rtol=0.2)


def test_turned_axes_change_nothing() -> None:
    points = person(60.0)
    points = points + white(points, 1e-3)
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    np.testing.assert_allclose(noise_of(points @ turn, 60.0).sigma, noise_of(points, 60.0).sigma, rtol=1e-6)


def test_unit_does_not_matter() -> None:
    points = person(60.0)
    points = points + white(points, 1e-3)
    metres, millimetres = noise_of(points, 60.0), noise_of(1e3 * points, 60.0)
    np.testing.assert_allclose(millimetres.sigma, 1e3 * metres.sigma, rtol=1e-9)
    np.testing.assert_allclose(millimetres.rms, 1e3 * metres.rms, rtol=1e-9)


def test_gaps_and_forgotten_outliers_do_not_count() -> None:
    sigma, points = 1e-3, person(120.0, seconds=20.0)
    points = points + white(points, sigma)
    generator = np.random.default_rng(2)
    known = np.ones(points.shape[:2], dtype=bool)
    for k, start in enumerate(generator.integers(0, 2300, size=(points.shape[1], 12))):
        for first in start:
            known[first : first + 20, k] = False
        points[generator.integers(0, len(points), 3), k] += 0.5
    points[~known] = np.nan
    found = measured_noise(points, known, 120.0)
    assert np.median(found.sigma) == pytest.approx(sigma, rel=0.2)
    assert found.is_known.all()


def test_filtered_captures_have_what_remains() -> None:
    """A filter at 10 Hz leaves little of white noise right above motion, and the rest is not made up."""
    sigma, points = 1e-3, person(120.0)
    noise = white(points, sigma).reshape(len(points), -1)
    filtered = zero_phase_low_pass(noise, 10.0, 120.0).reshape(points.shape)
    assert noise_of(points + filtered, 120.0).sigma.max() < 0.3 * sigma


def test_noise_of_exports_that_were_filtered_at_30_hz_is_seen() -> None:
    """Differences from frame to frame miss it, since it has gone near half the frame rate."""
    sigma, points = 1e-3, person(120.0)
    noise = white(points, sigma).reshape(len(points), -1)
    filtered = zero_phase_low_pass(noise, 30.0, 120.0).reshape(points.shape)
    found = noise_of(points + filtered, 120.0)
    assert np.median(found.sigma) == pytest.approx(sigma, rel=0.25)
    assert np.median(found.rms) == pytest.approx(np.std(filtered), rel=0.25)


@pytest.mark.parametrize("frames", [0, 1, 2, 5, 20])
@pytest.mark.parametrize("fps", [10.0, 30.0, 120.0, 1000.0, 1e5])
def test_few_frames_tell_nothing(frames: int, fps: float) -> None:
    found = noise_of(np.random.default_rng(4).normal(size=(frames, 2, 3)), fps)
    assert not found.is_known.any()
    assert np.isnan(found.rms).all() and np.isnan(found.slope).all()
    np.testing.assert_array_equal(found.sigma_or(0.002), 0.002)


def test_slow_captures_tell_nothing() -> None:
    points = person(15.0)
    assert not noise_of(points, 15.0).is_known.any()


def test_unknown_points_take_what_is_usual() -> None:
    points = person(60.0, count=5)
    known = np.ones(points.shape[:2], dtype=bool)
    known[10:, 2] = False
    points = points + white(points, 1e-3)
    found = measured_noise(points, known, 60.0)
    np.testing.assert_array_equal(found.is_known, [True, True, False, True, True])
    assert found.sigma_or(0.0)[2] == np.median(found.known_sigma)


def test_nobody_is_there() -> None:
    assert noise_of(np.zeros((100, 0, 3)), 60.0).sigma.shape == (0,)


def test_what_never_moves_has_no_noise() -> None:
    found = noise_of(np.ones((300, 2, 3)), 60.0)
    np.testing.assert_allclose(found.sigma, 0.0, atol=1e-12)
    np.testing.assert_allclose(found.rms, 0.0, atol=1e-12)


@pytest.mark.parametrize("fps", [500.0, 1000.0])
def test_fast_captures_are_measured_too(fps: float) -> None:
    sigma, points = 1e-3, person(fps)
    found = noise_of(points + white(points, sigma), fps)
    assert np.median(found.sigma) == pytest.approx(sigma, rel=0.2)
    assert np.median(found.rms) == pytest.approx(sigma, rel=0.2)


def test_long_clips_are_sampled() -> None:
    noise = white(np.zeros((72_000, 2, 3)), 1e-3)
    np.testing.assert_allclose(noise_of(noise, 120.0).sigma, 1e-3, rtol=0.05)


def test_single_values_may_be_measured() -> None:
    angles = person(120.0)[..., :1]
    found = noise_of(angles + white(angles, 0.01), 120.0)
    assert np.median(found.sigma) == pytest.approx(0.01, rel=0.2)


def test_hips_of_a_real_walk_shake(shared: Path) -> None:
    """CMU 02_01, whose hips have 15 m/s², root mean square, though little is left of it near 60 Hz."""
    recording = read_capture(shared / "motions" / "cmu" / "02_01.bvh")
    place, known = recording.landmark("mid_hips")
    found = measured_noise(place[:, None], known[:, None], recording.fps)
    assert 0.7e-3 < found.sigma[0] < 1.4e-3
