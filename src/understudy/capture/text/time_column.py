"""Even time from a column of times: the frame rate, and what to do where frames are not evenly spaced.

Printed times are rounded, clocks drift, and frames get lost. A whole number of frames a second is taken
where it explains the times as well as their own mean does; times that no rate explains are resampled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.errors import CaptureError

EVEN = 0.25
"""Frames may be this share of a frame off their even places without being moved."""

_DECLARED = 0.7
"""The same where a header states the rate: times rounded to a hundredth of a second still agree with it."""

_ROUNDING = 1e-6
"""Times [s] are printed no more exactly than this."""

_LOST = 1.75
"""Between frames further apart than this many frames, something was lost rather than late."""

_MOST_ADDED = 10
"""Resampling may not make more than this many times the rows of a file."""

MIN_FPS, MAX_FPS = 1e-5, 1e5
"""Frames a second that a file may state; over rates without a bound, times would grow beyond all numbers."""

_SLOWEST, _FASTEST = 8.0, 2000.0
_USUAL_UNITS = (
    (1.0, "seconds"),
    (1e-3, "milliseconds"),
    (1e-6, "microseconds"),
    (1e-7, "ticks of 100 nanoseconds"),
    (1e-9, "nanoseconds"),
)


TIME_NAMES: dict[str, float | None] = {
    "timestampms": 1e-3,
    "timems": 1e-3,
    "milliseconds": 1e-3,
    "timestamp": None,
    "time": None,
    "t": None,
    "seconds": 1.0,
    "times": 1.0,
    "timestamps": 1.0,
}
"""What files call times, in small letters and digits → seconds per unit where the name tells."""

FRAME_NAMES = ("frame", "frames", "frameid", "framenumber", "frameidx", "frameindex", "frameno")
"""What files call the numbers of frames."""


@dataclass(frozen=True, eq=False)
class EvenTime:
    """The even time of a capture.

    Attributes:
        fps: Frames a second [1/s].
        notes: What had to be decided, one sentence each.
        times: (T,) of the rows [s].
        grid: (N,) even times [s] to resample to, or None where the rows already are even.
    """

    fps: float
    notes: tuple[str, ...]
    times: np.ndarray
    grid: np.ndarray | None = None

    def apply(self, values: np.ndarray) -> np.ndarray:
        """Return values (T, C) of the rows as (N, C) of even frames, NaN where nothing is known.

        Between two rows it is a straight line, unless a frame was lost between them.
        """
        if self.grid is None:
            return values
        after = np.clip(np.searchsorted(self.times, self.grid), 1, len(self.times) - 1)
        before = after - 1
        gap = self.times[after] - self.times[before]
        share = ((self.grid - self.times[before]) / gap)[:, None]
        # A weight of zero must not let a missing neighbour spoil a row that is hit exactly.
        even = np.where(share > 0.0, values[after], values[before]) * share
        even += np.where(share < 1.0, values[before], values[after]) * (1.0 - share)
        is_near = np.minimum(share[:, 0], 1.0 - share[:, 0]) * gap * self.fps <= EVEN
        nearest = np.where((share > 0.5), values[after], values[before])
        is_lost = gap * self.fps > _LOST
        return np.where((is_lost & ~is_near)[:, None], np.nan, np.where(is_lost[:, None], nearest, even))


def find_even_time(
    path: Path, times: np.ndarray, lines: np.ndarray, declared: float | None = None
) -> EvenTime:
    """Return the frame rate of times (T,) [s], and how to resample where they are not even.

    Args:
        path: The file, for messages.
        times: (T,) [s] with NaN where a row has none.
        lines: (T,) the line of each row.
        declared: Frames a second as a header states them, or None.

    Raises:
        CaptureError: Where times are missing, do not increase, or leave the rate open.
    """
    if np.isnan(times).any():
        line = int(lines[np.argmax(np.isnan(times))])
        raise CaptureError(path, "has no time, expected one in every row", line)
    if declared is not None and not MIN_FPS <= declared <= MAX_FPS:
        problem = f"has {declared:.6g} frames a second, expected {MIN_FPS:g} to {MAX_FPS:g}"
        raise CaptureError(path, problem)
    if declared is not None and _agree(times, declared):
        return EvenTime(declared, (), times)
    _require_increase(path, times, lines)
    if len(times) == 1:
        raise CaptureError(
            path, "holds one row and no frame rate, expected two rows or a rate", int(lines[0])
        )
    notes = ()
    fps = _best_rate(times)
    if declared is not None:
        notes = (f"The header states {declared:.6g} frames a second, but its times make it {fps:.6g}.",)
    if not 0.0 < fps <= MAX_FPS:
        raise CaptureError(path, f"has {fps:.6g} rows a second, expected at most {MAX_FPS:g}", int(lines[1]))
    if _misfit(times, fps) <= EVEN / fps:
        return EvenTime(fps, notes, times)
    return _resampling(path, times, fps, notes)


def _require_increase(path: Path, times: np.ndarray, lines: np.ndarray) -> None:
    steps = np.diff(times)
    if (steps <= 0.0).any():
        row = int(np.argmax(steps <= 0.0)) + 1
        raise CaptureError(
            path,
            f"has the time {times[row]:.6g} after {times[row - 1]:.6g}, expected increasing times",
            int(lines[row]),
        )


def _best_rate(times: np.ndarray) -> float:
    """Return the mean rate, or that of the median step where frames were lost, rounded where that fits."""
    mean = (len(times) - 1) / float(times[-1] - times[0])
    if _misfit(times, mean) > EVEN / mean:
        mean = 1.0 / float(np.median(np.diff(times)))
        whole = max(round(mean), 1)
        return float(whole) if abs(whole - mean) <= 0.02 * mean else mean
    whole = float(max(round(mean), 1))
    return whole if _misfit(times, whole) <= 2.0 * _misfit(times, mean) + _ROUNDING else mean


def _agree(times: np.ndarray, declared: float) -> bool:
    """Tell whether times may be those of a declared rate, rounded but without a lost frame."""
    largest_step = float(np.diff(times).max(initial=0.0))
    return _misfit(times, declared) <= _DECLARED / declared and largest_step <= _LOST / declared


def _misfit(times: np.ndarray, fps: float) -> float:
    """Return how far [s] the worst row is from its place in even time, wherever that begins."""
    late = times - np.arange(len(times)) / fps
    return 0.5 * float(late.max() - late.min())


def _resampling(path: Path, times: np.ndarray, fps: float, notes: tuple[str, ...]) -> EvenTime:
    count = int(np.floor((times[-1] - times[0]) * fps + EVEN)) + 1
    if count > _MOST_ADDED * len(times):
        raise CaptureError(
            path,
            f"spreads {len(times)} rows over {times[-1] - times[0]:.6g} s, of which {count} would be "
            f"{fps:.6g} a second, expected no such holes in time",
        )
    note = (
        f"Its {len(times)} rows are not evenly spaced in time; they were resampled to {count} frames at "
        f"{fps:.6g} a second, missing where rows were lost."
    )
    return EvenTime(fps, (*notes, note), times, times[0] + np.arange(count) / fps)


def time_unit(times: np.ndarray) -> tuple[float, tuple[str, ...]]:
    """Return seconds per unit of times (T,) whose unit nobody states, and what to say about it.

    It is the first usual unit in which there are as many frames a second as cameras have, and seconds where
    there is none.
    """
    steps = np.diff(times)
    steps = steps[np.isfinite(steps) & (steps > 0.0)]
    step = float(np.median(steps)) if len(steps) else 1.0
    for unit, name in _USUAL_UNITS:
        rate = 1.0 / (step * unit)
        if _SLOWEST <= rate <= _FASTEST:
            return unit, () if unit == 1.0 else (f"Times are taken as {name}, {rate:.4g} rows a second.",)
    return 1.0, ()


def first_increasing(times_by_name: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """Return (T,) [s] the first times, by their names in ``TIME_NAMES``, that increase, None without any."""
    for name, times in times_by_name.items():
        if len(times) > 1 and (np.diff(times) > 0.0).all():
            # Frames that would be more than a second apart are counted in milliseconds.
            is_counted_fast = np.median(np.diff(times)) > 1.0
            return times * (TIME_NAMES[name] or (1e-3 if is_counted_fast else 1.0))
    return None
