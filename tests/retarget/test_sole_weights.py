"""Weights of soles: what stands weighs what it should, and before and after a sole's say rises and falls."""

from __future__ import annotations

import numpy as np

from understudy.retarget.sole_weights import LEG_PULL, led_weights

STANCE, LEG, LEAD = 15.0, 0.6, 12


def firmness() -> np.ndarray:
    """Return a stance of one corner in the middle of 60 frames, firm at 0.6."""
    firm = np.zeros((60, 1))
    firm[25:35] = 0.6
    return firm


def test_the_say_of_a_sole_beside_its_leg_rises_and_falls_evenly() -> None:
    found = led_weights(firmness(), STANCE, LEG, LEAD)[:, 0]
    assert (found[25:35] == 0.6 * STANCE).all()
    assert not found[: 25 - LEAD].any() and not found[35 + LEAD :].any()
    np.testing.assert_allclose(found, found[::-1])
    pull = (LEG_PULL / LEG) ** 2
    say = found**2 / (found**2 + pull)
    # From frame to frame it never changes by more than a movement of least jerk does at its fastest.
    assert np.abs(np.diff(say)).max() < 1.9 / LEAD


def test_no_sole_is_led_more_firmly_than_it_stands_and_none_without_time() -> None:
    assert led_weights(firmness(), STANCE, LEG, LEAD).max() == 0.6 * STANCE
    np.testing.assert_array_equal(led_weights(firmness(), STANCE, LEG, 0), STANCE * firmness())


def test_between_two_stances_the_firmer_lead_counts() -> None:
    firm = np.zeros((40, 1))
    firm[:10], firm[14:] = 1.0, 0.4
    alone = [
        led_weights(np.where(side[:, None], firm, 0.0), STANCE, LEG, LEAD)
        for side in (np.arange(40) < 12, np.arange(40) >= 12)
    ]
    both = led_weights(firm, STANCE, LEG, LEAD)
    np.testing.assert_allclose(both[10:14], np.maximum(*alone)[10:14])
