"""Time stamps in any unit become a frame rate."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.time import UNITS, USUAL_RATE, even_time, kept_stamps, past_midnight, stamp_of
from understudy.errors import CaptureError

PATH = Path("stamps.csv")
FRAMES = 40


@pytest.mark.parametrize(
    ("word", "stamp"),
    [
        ("12.5", 12.5),
        ("00:00:01.5000000", 1.5),
        ("2020-07-03T16:01:47.033", 57707.033),
        ("03/07/2020 16:01:47,5", 57707.5),
        ("yesterday", None),
        ("1_0", None),
        ("٣", None),
        ("16:01:٤٧", None),
        ("1\x1c", None),
        ("", None),
    ],
)
def test_stamps_are_numbers_or_times_of_day(word: str, stamp: float | None) -> None:
    assert stamp_of(word) == (None if stamp is None else pytest.approx(stamp))


def test_time_goes_on_after_midnight() -> None:
    stamps = np.array([86399.9, 86399.95, 0.0, 0.05])
    np.testing.assert_allclose(np.diff(past_midnight(stamps)), 0.05, atol=1e-6)


def test_other_stamps_know_no_midnight() -> None:
    stamps = np.array([1e6, 0.0])
    np.testing.assert_array_equal(past_midnight(stamps), stamps)


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit != "frame numbers"])
@pytest.mark.parametrize("fps", [15.0, 30.0, 60.0])
def test_unit_and_rate_are_found(unit: str, fps: float) -> None:
    time = even_time(PATH, 1e6 + np.arange(FRAMES) / fps / UNITS[unit], FRAMES)
    assert time.fps == pytest.approx(fps, rel=1e-3)
    assert time.grid is None
    assert unit in time.notes[0]


def test_frame_numbers_are_taken_at_the_usual_rate() -> None:
    time = even_time(PATH, np.arange(7.0, 7.0 + FRAMES), FRAMES)
    assert time.fps == USUAL_RATE
    assert "assumed" in time.notes[0]


def test_no_stamps_are_taken_at_the_usual_rate() -> None:
    time = even_time(PATH, None, FRAMES)
    assert time.fps == USUAL_RATE
    assert "assumed" in time.notes[0]


def test_lost_frames_leave_holes() -> None:
    kept = np.r_[0:10, 15:FRAMES]
    time = even_time(PATH, kept / 30.0, len(kept))
    even = time.apply(kept[:, None].astype(float))
    assert time.fps == pytest.approx(30.0)
    assert len(even) == FRAMES
    np.testing.assert_allclose(even[kept, 0], kept, atol=1e-6)
    assert np.isnan(even[10:15]).all()


def test_repeated_stamps_are_dropped() -> None:
    np.testing.assert_array_equal(
        kept_stamps(PATH, np.array([0.0, 1.0, 1.0, 2.0])), [True, True, False, True]
    )


@pytest.mark.parametrize(
    ("stamps", "problem"),
    [([0.0, 2.0, 1.0], "goes back in time from 2 to 1 in frame 2"), ([0.0, np.nan], "stamp in frame 1")],
)
def test_bad_stamps_are_refused(stamps: list[float], problem: str) -> None:
    with pytest.raises(CaptureError, match=problem):
        kept_stamps(PATH, np.array(stamps))


def test_rates_of_no_camera_are_refused() -> None:
    with pytest.raises(CaptureError, match="expected 1 to 1000"):
        even_time(PATH, 1e-12 * np.arange(FRAMES), FRAMES)
