"""Footholds of both feet that fit the legs together."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.footholds_together import ALONE, fit_together

FRAMES = 120


def walking() -> tuple[np.ndarray, np.ndarray]:
    """Return where the left and the right foot stand, each time half of it together with the other one."""
    frames = np.arange(FRAMES)
    return (frames % 60) < 45, ((frames + 30) % 60) < 45


def test_feet_that_fit_stay_where_they_are() -> None:
    nothing = np.zeros((FRAMES, 2))
    for shift in fit_together(nothing, nothing, *walking()):
        assert np.array_equal(shift, nothing)


def test_two_feet_give_way_by_half() -> None:
    stand = np.ones(FRAMES, dtype=bool)
    apart = np.tile([0.0, 0.04], (FRAMES, 1))
    left, right = fit_together(apart, -apart, stand, stand)
    left_over = apart + left
    np.testing.assert_allclose(left, -right)
    np.testing.assert_allclose(left_over, 0.0, atol=1e-12)


def test_what_only_one_leg_is_off_by_counts_less_than_the_way_between_both() -> None:
    stand = np.ones(FRAMES, dtype=bool)
    grows = np.linspace(0.0, 0.1, FRAMES)[:, None] * np.array([1.0, 0.0])
    # Both feet are left behind alike: the way between them is right, and only the hips have to follow.
    left, right = fit_together(grows, grows, stand, stand)
    np.testing.assert_allclose(left, np.tile([-0.05, 0.0], (FRAMES, 1)), atol=1e-12)
    np.testing.assert_allclose(right, left, atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_nothing_fits_better(seed: int) -> None:
    generator = np.random.default_rng(seed)
    stand = walking()
    away = [generator.normal(0.0, 0.05, size=(FRAMES, 2)) for _ in range(2)]

    def cost(shifts: tuple[np.ndarray, np.ndarray]) -> float:
        left, right = (own + shift for own, shift in zip(away, shifts, strict=True))
        both = (left - right)[stand[0] & stand[1]]
        alone = sum(float((own[stands] ** 2).sum()) for own, stands in zip((left, right), stand, strict=True))
        return float((both**2).sum()) + ALONE * alone

    shifts = fit_together(away[0], away[1], *stand)
    assert not shifts[0][~stand[0]].any() and not shifts[1][~stand[1]].any()
    for stance in (slice(0, 45), slice(60, 105)):
        for by in (np.array([0.001, 0.0]), np.array([0.0, -0.001])):
            other = shifts[0].copy()
            other[stance] += by
            assert cost((other, shifts[1])) > cost(shifts)
