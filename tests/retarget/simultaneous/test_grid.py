"""Knots of a clip, and curves between them."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.motion import HumanMotion, Recording
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


def test_a_smooth_motion_comes_back_from_its_control_points() -> None:
    """A person's landmarks within a millimetre, and turns that stay turns."""
    times = np.arange(241) / 120.0
    grid = grid_of(len(times), 120.0, 40.0)
    place = np.stack([times, 0.1 * np.sin(6.0 * times), 0.9 + 0.3 * np.sin(12.0 * times)], axis=1)
    turn = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), 0.8 * np.sin(2.0 * times))
    human = HumanMotion(("head",), place[:, None], 120.0, frames={"pelvis": turn})
    controls = grid.person(human)
    q = np.concatenate([controls.landmarks[:, 0], controls.frames["pelvis"]], axis=1)
    found = grid.all_frames(q, 7)
    assert np.abs(found[:, :3] - place).max() < 1e-3
    assert np.abs(rot.angle_between(found[:, 3:], turn)).max() < 1e-3
    assert np.allclose(np.linalg.norm(found[:, 3:7], axis=1), 1.0)


def test_gaps_stay_gaps() -> None:
    """Beside them the curve's control points are what was seen."""
    points = np.sin(np.arange(121) / 9.0)[:, None, None] * np.ones((1, 2, 3))
    valid = np.ones((121, 2), dtype=bool)
    valid[40:60, 1] = False
    points[~valid] = np.nan
    found = grid_of(121, 120.0, 40.0).recording(Recording(("a", "b"), points, 120.0, valid))
    assert np.isfinite(found.points[found.valid_mask]).all()
    assert not found.valid_mask[15:21, 1].any()
    assert np.abs(found.points[1:-1, 0, 0] - points[::3, 0, 0]).max() < 0.02


def test_limits_at_the_knots_hold_in_all_frames() -> None:
    """However a course jumps: values, speeds and accelerations are nowhere over those of its poses."""
    grid = grid_of(301, 120.0, 40.0)
    q = np.cumsum(np.random.default_rng(2).normal(size=(grid.knots + 2, 5)), axis=0)
    found = grid.all_frames(q, 0)
    for order in range(3):
        asked = np.abs(np.diff(q, n=order, axis=0)).max(axis=0) * grid.rate**order
        given = np.abs(np.diff(found, n=order, axis=0)).max(axis=0) * grid.fps**order
        assert (given <= asked * (1.0 + 1e-9)).all()
    assert grid.at_controls(q, 0)[1:-1] == pytest.approx((q[:-2] + 4.0 * q[1:-1] + q[2:]) / 6.0)
