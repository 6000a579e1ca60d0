"""Time stamps of recorders: numbers in any unit, times of day, or the numbers of frames."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from understudy.errors import CaptureError
from understudy.plain_text import BLANK_CHARACTERS, plain_number

USUAL_RATE = 30.0
"""Frames a second [1/s] of all depth cameras in use; what stamps mean is judged by nearness to it."""

UNITS: dict[str, float] = {
    "seconds": 1.0,
    "milliseconds": 1e-3,
    "microseconds": 1e-6,
    "ticks of 100 ns": 1e-7,
    "nanoseconds": 1e-9,
    "frame numbers": 1.0 / USUAL_RATE,
}
"""What stamps may count [s]."""

_SLOWEST, _FASTEST = 1.0, 1000.0
"""Frames a second [1/s] that a camera may have."""

_CLOCK = re.compile(r"(?:.{0,40}[T ])?(\d{1,2}):(\d{2}):(\d{2}(?:[.,]\d{0,12})?)", re.ASCII)
_DAY = 86400.0


def stamp_of(word: str) -> float | None:
    """Return the number that a time stamp is, or its time of day [s], None where it is neither.

    A time of day is written as ``16:01:47.033``, with or without a date before it.
    """
    word = word.strip(BLANK_CHARACTERS + "\"'")
    number = plain_number(word)
    match = _CLOCK.match(word) if number is None else None
    if match is None:
        return number
    hours, minutes, seconds = match.groups()
    return 3600.0 * int(hours) + 60.0 * int(minutes) + float(seconds.replace(",", "."))


def stamps_of(words: Sequence[str], cells: np.ndarray) -> np.ndarray:
    """Return the time stamps (...) of cells that are indices of words, NaN where one is empty or no stamp."""
    stamps = [stamp_of(word) for word in words]
    values = np.array([*(np.nan if stamp is None else stamp for stamp in stamps), np.nan])
    return values[np.nan_to_num(cells, nan=-1.0).astype(np.int64)]


def past_midnight(stamps: np.ndarray) -> np.ndarray:
    """Return times of day (T,) [s] that go on increasing after midnight; other stamps as they are."""
    days = np.cumsum(np.concatenate([[0], np.diff(stamps) < -0.5 * _DAY]))[: len(stamps)]
    is_time_of_day = bool((np.abs(stamps) <= _DAY).all())
    return stamps + _DAY * days if is_time_of_day else stamps


def kept_stamps(path: Path, stamps: np.ndarray) -> np.ndarray:
    """Return (T,) which frames to keep: all but those that repeat the stamp of the frame before.

    Raises:
        CaptureError: Where a frame has no stamp or time goes back.
    """
    if not np.isfinite(stamps).all():
        frame = int(np.argmin(np.isfinite(stamps)))
        raise CaptureError(path, f"has no time stamp in frame {frame}, though other frames have")
    steps = np.diff(stamps)
    if (steps < 0.0).any():
        frame = int(np.argmax(steps < 0.0)) + 1
        raise CaptureError(
            path,
            f"goes back in time from {stamps[frame - 1]:.15g} to {stamps[frame]:.15g} in frame {frame}, "
            "expected time stamps that increase",
        )
    return np.concatenate([[True], steps > 0.0])


def seconds_of(path: Path, stamps: np.ndarray) -> tuple[np.ndarray, str]:
    """Return times (T,) [s] of increasing stamps, and the sentence that says what they count.

    Raises:
        CaptureError: Where they mean no camera's rate.
    """
    step = float(np.median(np.diff(stamps)))
    unit = min(UNITS, key=lambda name: abs(np.log(step * UNITS[name] * USUAL_RATE)))
    rate = 1.0 / (step * UNITS[unit])
    if not _SLOWEST <= rate <= _FASTEST:
        raise CaptureError(
            path,
            f"has time stamps that mean {rate:.3g} frames a second, expected {_SLOWEST:g} to {_FASTEST:g}",
        )
    # Large stamps, such as those since 1970 in microseconds, lose no digits once they begin at zero.
    times = (stamps - stamps[0]) * UNITS[unit]
    if unit == "frame numbers":
        return (
            times,
            f"{rate:.4g} frames a second are assumed, as usual, since frames have numbers but no time.",
        )
    return times, f"Time stamps are in {unit}, {rate:.4g} frames a second on the median."
