"""Speeds look back only."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.human.speed import ADULT_LEG, causal_speed, speed_scale


@pytest.mark.parametrize("fps", [20.0, 100.0, 1000.0])
def test_steady_motion_has_its_speed(fps: float) -> None:
    points = np.outer(np.arange(50) / fps, [3.0, 0.0, 4.0])
    speed = causal_speed(points, fps)
    assert speed[0] == 0.0
    np.testing.assert_allclose(speed[1:], 5.0)


def test_future_does_not_count() -> None:
    points = np.zeros((20, 3))
    points[10:] = 1.0
    assert not causal_speed(points, 100.0)[:10].any()
    assert causal_speed(points, 100.0)[10] > 0.0


def test_unknown_points_have_no_speed() -> None:
    points = np.zeros((5, 3))
    points[2] = np.nan
    assert np.isnan(causal_speed(points, 30.0)[2])


def test_speeds_go_with_the_root_of_leg_length() -> None:
    assert speed_scale(ADULT_LEG) == 1.0
    assert speed_scale(4.0 * ADULT_LEG) == pytest.approx(2.0)
