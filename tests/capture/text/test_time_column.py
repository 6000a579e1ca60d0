"""Frame rates from columns of times, also of times that are rounded, late or lost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.text.time_column import EvenTime, find_even_time, first_increasing, time_unit
from understudy.errors import CaptureError

FRAMES = 200


def even(times: np.ndarray, declared: float | None = None) -> EvenTime:
    return find_even_time(Path("f"), np.asarray(times, dtype=float), np.arange(10, 10 + len(times)), declared)


@pytest.mark.parametrize("fps", [25.0, 29.97, 59.94, 60.0, 100.0, 120.0, 1000.0])
def test_even_times_tell_their_rate(fps: float) -> None:
    found = even(5.0 + np.arange(FRAMES) / fps)
    assert found.fps == pytest.approx(fps, rel=1e-9)
    assert found.grid is None
    assert found.notes == ()


@pytest.mark.parametrize("fps", [30.0, 60.0, 120.0])
def test_times_rounded_to_milliseconds_tell_a_whole_rate(fps: float) -> None:
    assert even(np.round(np.arange(FRAMES) / fps, 3)).fps == fps


def test_a_declared_rate_counts_where_times_agree() -> None:
    hundredths = np.round(np.arange(FRAMES) / 120.0, 2)
    assert (np.diff(hundredths) == 0.0).any()
    found = even(hundredths, declared=120.0)
    assert (found.fps, found.grid, found.notes) == (120.0, None, ())


@pytest.mark.parametrize("rate", [1e-320, 0.0, -1.0, 1e300])
def test_a_declared_rate_that_no_camera_has_is_refused(rate: float) -> None:
    with pytest.raises(CaptureError, match="frames a second, expected 1e-05 to 100000"):
        even(np.arange(5.0), declared=rate)


def test_a_declared_rate_gives_way_to_the_times() -> None:
    found = even(np.arange(FRAMES) / 50.0, declared=60.0)
    assert found.fps == 50.0
    assert "The header states 60 frames a second, but its times make it 50." in found.notes


def test_uneven_times_are_resampled_along_straight_lines() -> None:
    rng = np.random.default_rng(1)
    times = np.arange(FRAMES) / 30.0 + rng.uniform(-0.4, 0.4, FRAMES) / 30.0
    found = even(times)
    assert found.grid is not None
    assert "not evenly spaced" in found.notes[0]
    values = np.stack([3.0 * times + 1.0, -times], axis=1)
    resampled = found.apply(values)
    assert len(resampled) == len(found.grid)
    within = found.grid <= times[-1]
    np.testing.assert_allclose(resampled[within, 0], 3.0 * found.grid[within] + 1.0, atol=1e-12)
    assert within.sum() >= FRAMES - 2


def test_lost_frames_are_missing() -> None:
    kept = np.delete(np.arange(60), slice(20, 25))
    found = even(kept / 30.0)
    assert found.fps == 30.0
    resampled = found.apply(kept[:, None].astype(float))[:, 0]
    expected = np.arange(60.0)
    expected[20:25] = np.nan
    np.testing.assert_allclose(resampled, expected, atol=1e-9)


def test_a_missing_value_spoils_only_its_neighbourhood() -> None:
    kept = np.delete(np.arange(60), slice(20, 25))
    values = kept[:, None].astype(float)
    values[40] = np.nan
    resampled = even(kept / 30.0).apply(values)[:, 0]
    assert np.isnan(resampled[45])
    assert np.isfinite(resampled[[43, 47]]).all()


@pytest.mark.parametrize(
    ("times", "line", "message"),
    [
        ([0.0, 0.1, np.nan], 12, "has no time"),
        ([0.0, 0.1, 0.1], 12, "has the time 0.1 after 0.1, expected increasing times"),
        ([0.0, -0.1], 11, "has the time -0.1 after 0"),
        ([0.0], 10, "holds one row and no frame rate"),
        ([0.0, 1e-7], 11, "rows a second, expected at most"),
    ],
)
def test_times_that_tell_nothing(times: list[float], line: int, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        even(np.array(times))
    assert caught.value.line == line


def test_one_row_is_enough_with_a_declared_rate() -> None:
    assert even(np.zeros(1), declared=30.0).fps == 30.0


def test_holes_in_time_do_not_fill_the_memory() -> None:
    with pytest.raises(CaptureError, match="expected no such holes in time"):
        even(np.array([0.0, 0.01, 0.02, 1e9]))


@pytest.mark.parametrize(
    ("unit", "name"),
    [(1.0, ""), (1e-3, "milliseconds"), (1e-6, "microseconds"), (1e-7, "ticks"), (1e-9, "nanoseconds")],
)
def test_the_unit_of_time_follows_from_the_rate(unit: float, name: str) -> None:
    found, notes = time_unit(1e6 + np.arange(20) / 30.0 / unit)
    assert found == unit
    assert name in " ".join(notes)


def test_of_several_times_the_first_that_increase_count() -> None:
    still, rising = np.zeros(3), np.array([0.0, 40.0, 80.0])
    found = first_increasing({"timestampms": still, "timestamp": rising})
    assert found is not None
    np.testing.assert_allclose(found, [0.0, 0.04, 0.08])
    seconds = first_increasing({"time": rising / 1000.0})
    assert seconds is not None
    np.testing.assert_allclose(seconds, found)
    assert first_increasing({"time": still}) is None
    assert first_increasing({}) is None
