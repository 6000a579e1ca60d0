"""Speeds that look back only, and speeds around a frame."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.capture.both_ways import require_same
from understudy.motion.speed import ADULT_LEG, causal_speed, centred_speed, speed_scale


@pytest.mark.parametrize("fps", [20.0, 100.0, 1000.0])
def test_steady_motion_has_its_speed(fps: float) -> None:
    points = np.outer(np.arange(50) / fps, [3.0, 0.0, 4.0])
    speed = causal_speed(points, fps)
    assert speed[0] == 0.0
    np.testing.assert_allclose(speed[1:], 5.0)
    np.testing.assert_allclose(centred_speed(points, fps), 5.0)


def test_future_does_not_count() -> None:
    points = np.zeros((20, 3))
    points[10:] = 1.0
    assert not causal_speed(points, 100.0)[:10].any()
    assert causal_speed(points, 100.0)[10] > 0.0


def test_centred_speed_sees_as_much_future_as_past() -> None:
    points = np.zeros((21, 3))
    points[10] = 1.0
    speed = centred_speed(points, 40.0)
    np.testing.assert_array_equal(np.flatnonzero(speed), [9, 11])
    np.testing.assert_array_equal(speed, speed[::-1])


def test_one_frame_is_still() -> None:
    assert centred_speed(np.ones((1, 3)), 30.0) == 0.0


def test_unknown_points_have_no_speed() -> None:
    points = np.zeros((5, 3))
    points[2] = np.nan
    assert np.isnan(causal_speed(points, 30.0)[2])


def test_speeds_go_with_the_root_of_leg_length() -> None:
    assert speed_scale(ADULT_LEG) == 1.0
    assert speed_scale(4.0 * ADULT_LEG) == pytest.approx(2.0)


@pytest.mark.parametrize("speed", [causal_speed, centred_speed])
@pytest.mark.parametrize("count", [2, 3, 60])
def test_kernels_find_the_same_speeds(
    speed: Callable[..., np.ndarray], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tracks = np.sin(np.arange(count * 6.0) ** 2).reshape(count, 2, 3)
    tracks[count // 2, 1, 2] = np.nan
    for track in (tracks[:, 0], tracks[:, 1]):
        assert require_same(lambda points: speed(points, 120.0).tobytes(), track, monkeypatch)
