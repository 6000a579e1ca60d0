"""Steps: none without a push, further where the capture point runs, not farther than may be, never across."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.simulate.controllers.footing import BESIDE, FARTHEST, Footing, Steps
from understudy.simulate.controllers.present_soles import PresentSole
from understudy.simulate.plan import Moment

OMEGA, TICK, UNTIL = 3.5, 0.002, 0.2
APART = 0.2
LEFT = np.array([0.0, 1.0])
CENTRE = np.array([0.0, 0.0, 0.8])


def sole(y: float) -> PresentSole:
    place = np.array([0.0, y, 0.0])
    return PresentSole(
        place,
        np.zeros((4, 3)),
        np.eye(3),
        np.array([1.0, 0, 0, 0]),
        np.zeros((6, 6)),
        np.zeros(6),
        np.zeros(6),
    )


SOLES = [sole(0.5 * APART), sole(-0.5 * APART)]


def on_the_left_foot() -> Moment:
    """Return a moment on the left foot, with the right one to land beside it."""
    places = np.zeros((3, 2, 3))
    places[0] = [each.middle for each in SOLES]
    return Moment(
        centre=np.array([CENTRE, np.zeros(3), np.zeros(3)]),
        momentum=np.zeros((2, 3)),
        soles=places,
        turns=np.tile([1.0, 0, 0, 0], (2, 1)),
        spins=np.zeros((2, 2, 3)),
        shares=np.array([1.0, 0.0]),
        landing=places[0, :, :2],
        until=np.array([0.0, UNTIL]),
    )


def after_a_while(velocity: tuple[float, float, float]) -> Footing:
    steps, footing = Steps(2, OMEGA, TICK), None
    for _ in range(1000):
        footing = steps.decide(
            on_the_left_foot(), SOLES, np.array([True, False]), CENTRE, np.array(velocity), LEFT
        )
    assert footing is not None
    return footing


def test_who_is_not_pushed_steps_as_planned() -> None:
    footing = after_a_while((0.0, 0.0, 0.0))
    np.testing.assert_allclose(footing.offsets, 0.0, atol=1e-12)
    np.testing.assert_allclose(footing.off, 0.0, atol=1e-12)


def test_a_push_moves_the_capture_point_and_the_next_step_further() -> None:
    footing = after_a_while((0.1, 0.0, 0.0))
    assert footing.off[0] == pytest.approx(0.1 / OMEGA)
    assert footing.offsets[1, 0] > 1.1 * 0.1 / OMEGA
    np.testing.assert_allclose(footing.offsets[0], 0.0, atol=1e-12)


def test_steps_are_not_farther_than_legs_are_long() -> None:
    assert np.hypot(*after_a_while((5.0, 0.0, 0.0)).offsets[1]) == pytest.approx(FARTHEST)


def test_feet_do_not_cross() -> None:
    footing = after_a_while((0.0, 1.0, 0.0))
    assert footing.offsets[1, 1] == pytest.approx((1.0 - BESIDE) * APART)
