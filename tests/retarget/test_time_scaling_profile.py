"""The smallest slow-down, where it is known."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.time_scaling_profile import (
    BEND,
    EASE,
    Demands,
    local_profile,
    moments_of,
    uniform_profile,
)

FPS, FRAMES = 100.0, 401
MOST = 10.0


def rows(pace: np.ndarray, change: np.ndarray | None = None) -> Demands:
    """Return demands with one row a frame."""
    change = np.zeros(len(pace)) if change is None else change
    return Demands(np.arange(len(pace)), change, pace, np.zeros(len(pace), dtype=int), ("speed",), {})


def peak(height: float) -> np.ndarray:
    """Return b's share of a limit (T,) that is over it only around the middle of the clip."""
    time = (np.arange(FRAMES) - FRAMES // 2) / FPS
    return height * np.exp(-0.5 * (time / 0.1) ** 2)


def test_nothing_is_slowed_down_without_need() -> None:
    assert uniform_profile(rows(peak(0.9)), MOST) == 1.0
    np.testing.assert_array_equal(local_profile(rows(peak(0.9)), FRAMES, FPS, MOST), 1.0)


def test_twice_the_speed_takes_half_the_pace() -> None:
    assert uniform_profile(rows(peak(4.0)), MOST) == pytest.approx(0.25)


def test_locally_only_the_peak_is_slowed_down() -> None:
    asked = peak(4.0)
    found = local_profile(rows(asked), FRAMES, FPS, MOST)
    assert found.min() == pytest.approx(0.25, abs=1e-6)
    assert (found * asked <= 1.0 + 1e-6).all()
    assert np.abs(np.diff(found, 2)).max() <= BEND / FPS**2 + 1e-9
    # Away from it by the time in which the pace changes, the motion is as fast as it was.
    far = np.abs(np.arange(FRAMES) - FRAMES // 2) > (2.0 * EASE + 0.2) * FPS
    np.testing.assert_allclose(found[far], 1.0, atol=1e-6)


def test_no_pace_above_it_keeps_the_demands() -> None:
    """The linear programme's curve is the largest: none that keeps everything is above it in any frame."""
    asked = peak(4.0)
    found = local_profile(rows(asked), FRAMES, FPS, MOST)
    # Even bends on both sides that touch the demand's largest value in its one frame.
    place = (np.arange(FRAMES) - FRAMES // 2) / FPS
    lower = np.minimum(1.0, 0.25 + 0.5 * BEND * np.maximum(np.abs(place) - 1.0 / FPS, 0.0) ** 2)
    assert (found <= np.minimum(1.0, 1.0 / np.maximum(asked, 1e-9)) + 1e-6).all()
    assert (found <= lower + 0.06).all()


def test_a_change_of_pace_counts_against_accelerations() -> None:
    """Where slowing down itself is hard, it has to begin earlier."""
    free = local_profile(rows(peak(4.0)), FRAMES, FPS, MOST)
    none, one = np.zeros(FRAMES), np.ones(FRAMES)
    both = Demands(
        frame=np.tile(np.arange(FRAMES), 3),
        change=np.concatenate([none, one, -one]),
        pace=np.concatenate([peak(4.0), none, none]),
        kind=np.zeros(3 * FRAMES, dtype=int),
        kinds=("speed",),
        hopeless={},
    )
    found = local_profile(both, FRAMES, FPS, MOST)
    slope = 0.5 * np.gradient(found, 1.0 / FPS)
    assert np.abs(slope).max() <= 1.0 + 1e-6
    assert np.abs(0.5 * np.gradient(free, 1.0 / FPS)).max() > 1.5
    assert found.sum() < free.sum()


def test_no_moment_is_slower_than_allowed() -> None:
    assert uniform_profile(rows(peak(400.0)), 5.0) == pytest.approx(0.04)
    found = local_profile(rows(peak(400.0)), FRAMES, FPS, 5.0)
    assert found.min() == pytest.approx(0.04, abs=1e-6)


def test_frames_that_are_too_fast_are_counted_by_limit() -> None:
    demands = Demands(
        np.array([1, 1, 2, 3]),
        np.zeros(4),
        np.array([2.0, 3.0, 0.5, 1.5]),
        np.array([0, 0, 0, 1]),
        ("speed", "torque"),
        {},
    )
    assert demands.too_fast() == {"speed": 1, "torque": 1}


def test_a_constant_pace_has_even_moments() -> None:
    moments = moments_of(np.full(201, 0.25), FPS)
    np.testing.assert_allclose(moments, np.linspace(0.0, 2.0, 401), atol=1e-12)


def test_moments_of_a_pace_that_falls_evenly_are_those_of_even_braking() -> None:
    """With b = 1 − 2 a s the pace falls by a each second: s = t − ½ a t²."""
    brake = 0.3
    place = np.arange(101) / FPS
    moments = moments_of(1.0 - 2.0 * brake * place, FPS)
    time = np.arange(len(moments)) / FPS
    stretch = (len(moments) - 1) / FPS / ((1.0 - np.sqrt(1.0 - 2.0 * brake)) / brake)
    expected = time / stretch - 0.5 * brake * (time / stretch) ** 2
    np.testing.assert_allclose(moments, expected, atol=2e-5)
    assert moments[-1] == place[-1]
