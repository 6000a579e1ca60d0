"""Hips go where the legs that stand would have them, and smoothly from one to the other."""

from __future__ import annotations

import numpy as np

from understudy.retarget.footholds import Footholds
from understudy.retarget.hips_along import SMOOTH, hips_along
from understudy.retarget.swings import swings

FRAMES, FPS = 120, 100.0


def foot(stands: np.ndarray, drift: np.ndarray) -> Footholds:
    """Return a foot whose footholds are off by (3,) [m] from where its leg would have them."""
    natural = np.random.default_rng(3).normal(size=(FRAMES, 4, 3))
    firmness = np.repeat(stands[:, None].astype(float), 4, axis=1)
    return Footholds(
        natural + drift, firmness, np.zeros((FRAMES, 2)), swings(stands), natural, np.zeros(FRAMES)
    )


def test_hips_are_where_the_standing_leg_has_them_and_in_between_with_both() -> None:
    early = np.arange(FRAMES) < 70
    one, other = np.array([0.02, 0.0, -0.01]), np.array([0.06, -0.03, 0.0])
    along = hips_along([foot(early, one), foot(np.arange(FRAMES) >= 50, other)], FPS)
    reach = round(SMOOTH * FPS)
    np.testing.assert_allclose(along[: 50 - reach], np.tile(one, (50 - reach, 1)), atol=1e-4)
    np.testing.assert_allclose(along[70 + reach :], np.tile(other, (50 - reach, 1)), atol=1e-4)
    np.testing.assert_allclose(along[60], 0.5 * (one + other), atol=1e-4)
    # A jump by d that is averaged over 0.1 s on both sides is slower than d / 0.1 s at all times.
    assert np.abs(np.diff(along[:, 0])).max() < 0.04 / reach


def test_nobody_who_stands_leaves_hips_where_the_feet_were() -> None:
    stands = np.zeros(FRAMES, dtype=bool)
    np.testing.assert_allclose(hips_along([foot(stands, np.ones(3)), foot(stands, np.ones(3))], FPS), 0.0)
