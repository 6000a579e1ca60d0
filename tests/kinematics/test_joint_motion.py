"""Courses of joints within limits: kept to the last frame, and as near to the wish as that allows."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds

LIMITS = Bounds(np.array([-1.0]), np.array([1.0]), np.array([0.1]), np.array([0.01]))
ROUNDING = 1e-12


def _assert_kept(course: np.ndarray, bounds: Bounds) -> None:
    assert (course >= bounds.lower - ROUNDING).all() and (course <= bounds.upper + ROUNDING).all()
    assert (np.abs(np.diff(course, axis=0)) <= bounds.largest_step + ROUNDING).all()
    assert (np.abs(np.diff(course, 2, axis=0)) <= bounds.largest_change + ROUNDING).all()


def _column(values) -> np.ndarray:
    return np.asarray(values, dtype=np.float64)[:, None]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_wished_for_all_limits_are_kept(seed: int) -> None:
    generator = np.random.default_rng(seed)
    wish = generator.normal(0.0, 0.7, size=(300, 4)) if seed % 2 else 2.0 * generator.random((300, 4)) - 1.0
    if seed % 3 == 0:
        wish = np.repeat(wish[:30], 10, axis=0)
    shapes = (-1.0, 1.0, 0.02 + generator.random(4), 0.002 + 0.2 * generator.random(4))
    bounds = Bounds(*(np.broadcast_to(limit, 4).astype(float) for limit in shapes))
    _assert_kept(limited(wish, bounds), bounds)


def test_a_joint_without_limits_of_motion_is_held_within_its_range() -> None:
    bounds = LIMITS._replace(largest_step=np.array([np.inf]), largest_change=np.array([np.inf]))
    wish = _column(np.random.default_rng(0).normal(0.0, 1.0, 50))
    np.testing.assert_allclose(limited(wish, bounds), np.clip(wish, -1.0, 1.0), atol=1e-6)


def test_a_wish_within_limits_is_left_as_it_is_to_the_bit() -> None:
    time = np.linspace(0.0, 12.0, 400)
    wish = _column(0.9 * np.sin(time))
    assert np.array_equal(limited(wish, LIMITS), wish)


def test_a_spring_is_gone_to_as_early_as_late_and_ends_at_rest() -> None:
    wish = _column(np.r_[np.full(100, -0.5), np.full(100, 0.5)])
    course = limited(wish, LIMITS)
    _assert_kept(course, LIMITS)
    np.testing.assert_allclose(course[:, 0], -course[::-1, 0], atol=ROUNDING)
    np.testing.assert_allclose(course[:70], wish[:70], atol=1e-3)
    np.testing.assert_allclose(course[130:], wish[130:], atol=1e-3)
    assert np.abs(course).max() < 0.6, "little overshoots"


def test_a_wave_that_is_too_fast_keeps_its_phase() -> None:
    time = np.arange(600)
    wish = _column(0.9 * np.sin(2.0 * np.pi * time / 50.0))
    course = limited(wish, LIMITS)[100:500, 0]
    lags = range(-12, 13)
    match = [float(course @ np.roll(wish[:, 0], lag)[100:500]) for lag in lags]
    assert abs(lags[int(np.argmax(match))]) <= 1
    assert 0.7 < np.abs(course).max() < 0.9


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_the_shortest_clips_have_courses_too(frames: int) -> None:
    wish = _column([2.0, -2.0, 2.0][:frames])
    course = limited(wish, LIMITS)
    assert course.shape == wish.shape
    assert (np.abs(course) <= 1.0).all()


def test_a_joint_without_limits_follows_at_once() -> None:
    free = Bounds(*(np.array([limit]) for limit in (-np.inf, np.inf, np.inf, np.inf)))
    wish = _column(np.random.default_rng(0).normal(size=50))
    assert np.array_equal(limited(wish, free), wish)


def test_a_joint_that_turned_far_is_rounded_without_a_warning() -> None:
    """Turns of thousands of radians are followed up to rounding; nothing limits how such a joint brakes."""
    free = Bounds(*(np.array([limit]) for limit in (-np.inf, np.inf, np.inf, np.inf)))
    wish = _column(1e4 * np.random.default_rng(0).normal(size=50))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.allclose(limited(wish, free), wish, rtol=1e-12)
