"""Rigid parts are joined and parted by the parallel axis theorem."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.segment_figures import SegmentFigures
from understudy.human.body.inertia import ellipsoid, published, relieved, spindle, together, without

BALL = ellipsoid(2.0, np.zeros(3), (0.1, 0.1, 0.1))


def test_a_solid_ball_has_two_fifths() -> None:
    np.testing.assert_allclose(BALL.matrix, 0.4 * 2.0 * 0.1**2 * np.eye(3))


def test_two_balls_make_a_dumbbell() -> None:
    dumbbell = together([BALL.moved(np.array([0.5, 0.0, 0.0])), BALL.moved(np.array([-0.5, 0.0, 0.0]))])
    np.testing.assert_allclose(dumbbell.centre, 0.0, atol=1e-15)
    own = 2 * 0.008
    np.testing.assert_allclose(np.diag(dumbbell.matrix), (own, own + 1.0, own + 1.0))


def test_what_was_joined_can_be_parted() -> None:
    other = ellipsoid(1.0, np.array([0.1, 0.2, -0.3]), (0.2, 0.1, 0.05))
    rest = without(together([BALL, other]), [other])
    assert rest.mass == pytest.approx(BALL.mass)
    np.testing.assert_allclose(rest.centre, BALL.centre, atol=1e-12)
    np.testing.assert_allclose(rest.matrix, BALL.matrix, atol=1e-12)


def test_a_relieved_whole_keeps_its_radii_and_the_common_centre() -> None:
    part = ellipsoid(0.5, np.array([0.0, 0.3, 0.0]), (0.1, 0.1, 0.1))
    rest = relieved(BALL, [part])
    np.testing.assert_allclose(together([rest, part]).centre, BALL.centre, atol=1e-12)
    np.testing.assert_allclose(rest.matrix / rest.mass, BALL.matrix / BALL.mass)


def test_a_published_segment_has_its_radii() -> None:
    figures = SegmentFigures(0.1, 0.4, 0.3, 0.2, 0.1)
    shin = published(figures, 3.0, np.zeros(3), np.array([0.0, 0.0, -0.5]))
    np.testing.assert_allclose(shin.centre, (0.0, 0.0, -0.2))
    np.testing.assert_allclose(np.sqrt(np.diag(shin.matrix) / 3.0), (0.15, 0.10, 0.05))


def test_a_spindle_along_an_axis_is_an_ellipsoid() -> None:
    stick = spindle(0.2, np.zeros(3), np.array([0.0, 0.0, -0.4]), 0.05)
    same = ellipsoid(0.2, np.array([0.0, 0.0, -0.2]), (0.05, 0.05, 0.2))
    np.testing.assert_allclose(stick.centre, same.centre)
    np.testing.assert_allclose(stick.matrix, same.matrix, atol=1e-15)
