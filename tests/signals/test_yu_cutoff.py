"""The cutoffs are those of the thesis's equations."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.signals.butterworth import zero_phase_low_pass
from understudy.signals.yu_cutoff import (
    FASTEST,
    first_cutoff,
    relative_residual,
    second_cutoff,
    yu_cutoffs,
)

THESIS_FPS = 25.0
FIRST_AT_25 = 1.75625
"""[Hz] 0.071 · 25 - 0.00003 · 25², Fiala (5.6)."""

SECOND_AT_25 = 1.48625
"""[Hz] 0.06 · 25 - 0.000022 · 25², to which Fiala (5.8) adds 5.95 / ε."""


def test_first_step_at_25_frames_a_second() -> None:
    assert first_cutoff(THESIS_FPS) == pytest.approx(FIRST_AT_25, abs=1e-12)


@pytest.mark.parametrize(("residual", "beyond"), [(1.0, 5.95), (5.0, 1.19), (100.0, 0.0595)])
def test_second_step_at_25_frames_a_second(residual: float, beyond: float) -> None:
    assert second_cutoff(THESIS_FPS, residual) == pytest.approx(SECOND_AT_25 + beyond, abs=1e-12)


def test_residual_is_relative_to_the_spread_in_percent() -> None:
    raw = np.array([1.0, 3.0, 5.0, 7.0])[:, None, None]
    filtered = raw + np.array([0.1, -0.1, 0.1, -0.1])[:, None, None]
    assert relative_residual(raw, filtered)[0] == pytest.approx(100.0 * np.sqrt(0.04 / 20.0))


def test_whole_rule_at_25_frames_a_second() -> None:
    """The same, step by step as the thesis lists it."""
    angle = np.cumsum(np.random.default_rng(0).normal(size=500))
    smoothed = zero_phase_low_pass(angle[:, None], FIRST_AT_25, THESIS_FPS)[:, 0]
    epsilon = 100.0 * np.sqrt(np.sum((angle - smoothed) ** 2) / np.sum((angle - angle.mean()) ** 2))
    expected = SECOND_AT_25 + 5.95 / epsilon
    assert yu_cutoffs(angle[:, None, None], THESIS_FPS)[0] == pytest.approx(expected, rel=1e-12)


def test_turned_axes_give_the_same_cutoff() -> None:
    points = np.cumsum(np.random.default_rng(1).normal(size=(300, 2, 3)), axis=0)
    turn = np.linalg.qr(np.random.default_rng(2).normal(size=(3, 3)))[0]
    np.testing.assert_allclose(yu_cutoffs(points @ turn, 60.0), yu_cutoffs(points, 60.0), rtol=1e-9)


def test_noise_lowers_the_cutoff() -> None:
    times = np.arange(600) / 60.0
    sine = np.sin(2.0 * np.pi * times)[:, None, None]
    noise = np.random.default_rng(3).normal(size=sine.shape)
    cutoffs = [yu_cutoffs(sine + level * noise, 60.0)[0] for level in (0.003, 0.03, 0.3)]
    assert cutoffs == sorted(cutoffs, reverse=True)


def test_signals_that_never_change_need_no_filter() -> None:
    assert yu_cutoffs(np.ones((100, 1, 1)), 60.0)[0] == np.inf


def test_fast_cameras_have_a_cutoff_too() -> None:
    points = np.random.default_rng(4).normal(size=(300, 1, 1))
    assert yu_cutoffs(points, 5.0 * FASTEST)[0] > first_cutoff(100.0)
