"""The plane under feet, with noise and at any frame rate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.clean.standing_floor import MAX_TILT, floor_under_feet
from understudy.motion import Recording

Maker = Callable[..., Recording]


@pytest.mark.parametrize("fps", [25.0, 60.0, 240.0, 1000.0])
def test_frame_rate_does_not_matter(walker: Maker, fps: float) -> None:
    plane = floor_under_feet(walker(frame_count=int(4.0 * fps), fps=fps))
    assert plane is not None
    assert plane[0] == pytest.approx(0.0, abs=0.005)


def test_noise_does_not_tilt_the_floor(walker: Maker) -> None:
    recording = walker()
    noise = np.random.default_rng(1).normal(scale=0.002, size=recording.points.shape)
    plane = floor_under_feet(replace(recording, points=recording.points + noise))
    assert plane is not None
    assert plane[0] == pytest.approx(0.0, abs=0.005)
    np.testing.assert_array_equal(plane[1], [0.0, 0.0, 1.0])


def test_ramps_steeper_than_a_calibration_error_stay(walker: Maker) -> None:
    recording = walker()
    points = np.array(recording.points)
    points[..., 2] += np.tan(1.5 * MAX_TILT) * points[..., 0]
    plane = floor_under_feet(replace(recording, points=points))
    assert plane is not None
    np.testing.assert_array_equal(plane[1], [0.0, 0.0, 1.0])


def test_feet_that_never_rest_are_judged_by_their_lowest_frames(walker: Maker) -> None:
    recording = walker()
    flying = recording.points + np.arange(recording.frame_count)[:, None, None] * np.array([0.05, 0.0, 0.0])
    plane = floor_under_feet(replace(recording, points=flying))
    assert plane is not None
    assert plane[0] == pytest.approx(0.0, abs=0.01)


def test_feet_that_are_never_seen_tell_nothing(walker: Maker) -> None:
    recording = walker()
    valid = np.array(recording.valid_mask)
    valid[:, [recording.names.index(f"toe_{side}") for side in "lr"]] = False
    assert floor_under_feet(replace(recording, valid=valid)) is None
