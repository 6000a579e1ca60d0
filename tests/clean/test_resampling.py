"""Other frame rates."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import resample
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.spatial import rotations as rot

FPS = 50.0


def swinging(fps: float, seconds: float = 4.0) -> Recording:
    """Return two points that swing and turn, exactly, at any frame rate."""
    time = np.arange(round(seconds * fps) + 1) / fps
    points = np.stack([np.sin(2.0 * np.pi * time), np.cos(3.0 * time), time], axis=1)
    turns = rot.from_axis_angle(np.array([0.6, 0.0, 0.8]), 1.3 * time)
    return Recording(
        ("a", "b"),
        np.stack([points, 2.0 * points], axis=1),
        fps,
        rotations=np.stack([turns, turns], axis=1),
        contacts=np.stack([time % 1.0 < 0.5] * 4, axis=1),
    )


@pytest.mark.parametrize("fps", [25.0, 60.0, 120.0, 33.3])
def test_exact_motion_comes_out(fps: float) -> None:
    resampled = resample(swinging(FPS), fps)
    time = np.arange(resampled.frame_count) / fps
    expected = np.stack([np.sin(2.0 * np.pi * time), np.cos(3.0 * time), time], axis=1)
    np.testing.assert_allclose(resampled.points[:, 0], expected, atol=2e-4)
    angles = np.linalg.norm(rot.as_rotation_vector(np.asarray(resampled.rotations)[:, 0]), axis=-1)
    np.testing.assert_allclose(angles[time < 2.0], 1.3 * time[time < 2.0], atol=1e-9)
    assert resampled.fps == fps
    assert resampled.duration == pytest.approx(4.0, abs=1.0 / fps)


def test_curves_are_of_fourth_order() -> None:
    errors = []
    for fps in (25.0, 50.0):
        resampled = resample(swinging(fps), 4.0 * fps)
        time = np.arange(resampled.frame_count) / (4.0 * fps)
        inner = slice(40, -40)
        errors.append(np.abs(resampled.points[inner, 0, 0] - np.sin(2.0 * np.pi * time[inner])).max())
    assert errors[0] / errors[1] > 12.0


def test_frames_in_common_are_kept_exactly() -> None:
    recording = swinging(FPS)
    np.testing.assert_array_equal(resample(recording, 2.0 * FPS).points[::2], recording.points)
    np.testing.assert_array_equal(resample(recording, 0.5 * FPS).points, recording.points[::2])
    np.testing.assert_array_equal(resample(recording, FPS).points, recording.points)


def test_gaps_stay_gaps() -> None:
    recording = swinging(FPS)
    points, valid = np.array(recording.points), np.array(recording.valid_mask)
    points[50:60, 1] = np.nan
    valid[50:60, 1] = False
    resampled = resample(replace(recording, points=points, valid=valid), 2.0 * FPS)
    np.testing.assert_array_equal(np.flatnonzero(~resampled.valid_mask[:, 1]), np.arange(99, 120))
    assert resampled.valid_mask[:, 0].all()
    assert np.isfinite(resampled.points[resampled.valid_mask]).all()


def test_contacts_are_those_of_the_nearest_frame() -> None:
    resampled = resample(swinging(FPS), 100.0)
    time = np.arange(resampled.frame_count) / 100.0
    away = np.abs(time % 0.5 - 0.25) < 0.2
    assert resampled.contacts is not None
    np.testing.assert_array_equal(resampled.contacts[away, 0], (time % 1.0 < 0.5)[away])


def test_one_frame_stays_one_frame() -> None:
    single = Recording(("a",), np.ones((1, 1, 3)), FPS)
    np.testing.assert_array_equal(resample(single, 100.0).points, single.points)


def test_report() -> None:
    resampled = resample(swinging(FPS), 30.0)
    assert resampled.notes == ("Resampled from 50 to 30 frames a second.",)
    assert resampled.provenance.steps == (("resample", {"fps": 30.0, "from_fps": 50.0}),)


def test_impossible_rate_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match=r"fps is 0.0"):
        resample(swinging(FPS), 0.0)
