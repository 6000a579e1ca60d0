"""Time stamps in any unit become a frame rate."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.kinect.time import UNITS, USUAL_RATE, kept_stamps, past_midnight, seconds_of, stamp_of
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
    times, about = seconds_of(PATH, 1e6 + np.arange(FRAMES) / fps / UNITS[unit])
    np.testing.assert_allclose(times, np.arange(FRAMES) / fps, rtol=1e-3, atol=1e-3 / fps)
    assert unit in about


def test_frame_numbers_are_taken_at_the_usual_rate() -> None:
    times, about = seconds_of(PATH, np.arange(7.0, 7.0 + FRAMES))
    np.testing.assert_allclose(times, np.arange(FRAMES) / USUAL_RATE, atol=1e-12)
    assert "assumed" in about


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
        seconds_of(PATH, 1e-12 * np.arange(FRAMES))
