"""Knots of a clip, and curves between them."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.retarget.simultaneous.grid import grid_of
from understudy.spatial import rotations as rot


@pytest.mark.parametrize(("frames", "fps"), [(601, 120.0), (600, 100.0), (90, 30.0), (4, 120.0)])
def test_knots_reach_from_the_first_frame_to_the_last_one(frames: int, fps: float) -> None:
    """At most as often as asked for."""
    grid = grid_of(frames, fps, 40.0)
    assert grid.rate <= max(40.0, 4 * fps / frames) * (1.0 + 1.0 / grid.knots)
    assert (grid.knots - 1) / grid.rate == pytest.approx((frames - 1) / fps)


def test_a_clip_that_is_slow_enough_is_solved_frame_by_frame() -> None:
    """Nothing is resampled."""
    grid = grid_of(50, 25.0, 40.0)
    q = np.random.default_rng(0).normal(size=(50, 3))
    assert grid.all_frames(q, 0) is q


def test_a_smooth_motion_comes_back_from_its_knots() -> None:
    """Joints within a thousandth of a radian, and turns that stay turns."""
    times = np.arange(241) / 120.0
    grid = grid_of(len(times), 120.0, 40.0)
    knots = np.linspace(0.0, times[-1], grid.knots)

    def motion(t: np.ndarray) -> np.ndarray:
        turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.8 * np.sin(2.0 * t))
        place = np.stack([t, 0.1 * np.sin(6.0 * t), 0.9 + 0.0 * t], axis=1)
        return np.concatenate([place, turn, np.sin(12.0 * t)[:, None]], axis=1)

    found, expected = grid.all_frames(motion(knots), 7), motion(times)
    assert np.abs(found - expected).max() < 1e-3
    assert np.allclose(np.linalg.norm(found[:, 3:7], axis=1), 1.0)
