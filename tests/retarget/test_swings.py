"""Ways between stances: nothing changes in them, and in between all goes over smoothly."""

from __future__ import annotations

import numpy as np

from understudy.retarget.limits.task_points import least_jerk
from understudy.retarget.swings import swings

FRAMES = 60


def test_values_of_stances_stay_and_are_led_over_in_between() -> None:
    stands = np.zeros(FRAMES, dtype=bool)
    stands[10:20] = stands[40:50] = True
    values = np.stack([np.arange(FRAMES, dtype=float), np.ones(FRAMES)], axis=1)
    found = swings(stands).led_over(values)
    np.testing.assert_array_equal(found[stands], values[stands])
    share = least_jerk((np.arange(19, 41) - 19) / 21.0)
    np.testing.assert_allclose(found[19:41, 0], 19.0 + 21.0 * share, atol=1e-12)
    assert (found[:10, 0] == 10.0).all() and (found[50:, 0] == 49.0).all()
    np.testing.assert_allclose(found[:, 1], 1.0)


def test_a_foot_that_never_stands_or_always_does_has_no_ways() -> None:
    values = np.arange(FRAMES, dtype=float)
    for stands in (np.zeros(FRAMES, dtype=bool), np.ones(FRAMES, dtype=bool)):
        np.testing.assert_array_equal(swings(stands).led_over(values), values)


def test_ways_are_the_same_backwards_in_time() -> None:
    stands = np.random.default_rng(1).random(FRAMES) < 0.2
    values = np.random.default_rng(2).random((FRAMES, 3))
    there, back = swings(stands).led_over(values), swings(stands[::-1]).led_over(values[::-1])
    np.testing.assert_allclose(there, back[::-1], atol=1e-12)
