"""The pendulum: its ZMP, stable paths from a ZMP, and paths whose ZMP stays where it is allowed."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.dynamics.support import Support
from understudy.dynamics.zmp import GRAVITY
from understudy.retarget.limits.body_sweep import second_difference
from understudy.retarget.limits.pendulum import Pendulum, plan_path

FPS, FRAMES, HEIGHT = 100.0, 300, 0.8
HALF = 0.05
"""Half the side of the square [m] that the ZMP may be in."""

TIMES = np.arange(FRAMES) / FPS
PENDULUM = Pendulum.of_height(np.full(FRAMES, HEIGHT), FPS)
NOTHING = np.zeros((FRAMES, 2))
MOVING = np.zeros(FRAMES, dtype=bool)


def square(middles: np.ndarray) -> Support:
    """Return squares around middles (T, 2)."""
    corners = HALF * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    padded = np.concatenate([corners, np.tile(corners[-1], (4, 1))])
    return Support(middles[:, None] + padded, np.ones(len(middles), dtype=bool))


def zmp_of(path: np.ndarray) -> np.ndarray:
    return path - HEIGHT / GRAVITY * second_difference(path, FPS)


def sway(amplitude: float) -> np.ndarray:
    """Return a path (T, 2) that sways once a second."""
    return amplitude * np.stack([np.sin(2.0 * np.pi * TIMES), np.cos(2.0 * np.pi * TIMES)], axis=1)


def test_its_matrix_gives_the_zmp_of_any_path() -> None:
    path = sway(0.03)
    np.testing.assert_allclose(PENDULUM.matrix.times(path), zmp_of(path)[1:-1], atol=1e-9)


def test_rising_makes_it_stiffer() -> None:
    rising = Pendulum.of_height(HEIGHT + 0.5 * 2.0 * TIMES**2, FPS)
    assert rising.factors[10] == pytest.approx((HEIGHT + TIMES[10] ** 2) / (GRAVITY + 2.0), rel=1e-6)


def test_a_path_that_is_allowed_stays_as_it_is() -> None:
    slow = np.stack([0.01 * np.sin(0.5 * TIMES), 0.01 * np.cos(0.5 * TIMES)], axis=1)
    plan = plan_path(PENDULUM, slow, square(NOTHING), ~MOVING, NOTHING)
    np.testing.assert_allclose(plan.path, slow, atol=2e-4)


@pytest.mark.parametrize("left_out", [0.0, 0.02])
def test_the_zmp_of_a_plan_is_in_its_polygon_counting_what_the_pendulum_leaves_out(left_out: float) -> None:
    wild, extra = sway(0.02), np.full((FRAMES, 2), left_out)
    assert not square(NOTHING).holds(zmp_of(wild)).all()
    plan = plan_path(PENDULUM, wild, square(NOTHING), MOVING, extra)
    np.testing.assert_allclose(zmp_of(plan.path)[1:-1], plan.zmp[1:-1], atol=1e-9)
    assert square(NOTHING).nearest(plan.zmp + extra) == pytest.approx(plan.zmp + extra, abs=1e-9)
    # It still sways as wanted, by as much as it may.
    assert np.corrcoef(plan.path[50:-50, 0], wild[50:-50, 0])[0, 1] > 0.95


def test_the_plan_is_stable_over_a_step_of_the_support_and_looks_ahead() -> None:
    middles = np.where(TIMES < 1.5, 0.0, 0.12)[:, None] * np.array([1.0, 0.0])
    wanted = np.stack([np.interp(TIMES, [1.0, 2.0], [0.0, 0.12]), np.zeros(FRAMES)], axis=1)
    plan = plan_path(PENDULUM, wanted, square(middles), MOVING, NOTHING)
    assert np.abs(plan.path - wanted).max() < 0.05
    assert plan.path[140, 0] > 0.01


def test_who_rests_has_the_centre_of_mass_itself_over_the_support() -> None:
    leaning = np.tile([0.08, 0.0], (FRAMES, 1))
    plan = plan_path(PENDULUM, leaning, square(NOTHING), ~MOVING, NOTHING)
    np.testing.assert_allclose(plan.path[:, 0], HALF, atol=2e-3)
