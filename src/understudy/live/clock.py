"""The ticks at which commands are given: an even grid of time that follows a source's uneven stamps.

Limits of velocity and acceleration are those of even steps, so that every command belongs to a tick. A frame
moves the grid's phase a little towards its own stamp: stamps that tremble by less than half a tick
neither lose nor double any frame, and a source whose clock runs slightly fast or slow is followed.
"""

from __future__ import annotations

import numpy as np

_PULL = 0.05
"""Share by which a stamp draws the grid's phase."""

LONGEST_STALL = 0.5
"""Time [s] without any tick after which the robot counts as standing still."""

RESTARTED, CONVINCING = 1.0, 10
"""A source whose stamps are this much [s] in the past, so many times in a row, has started its clock anew."""


class TickClock:
    """Counts how many ticks are due.

    Args:
        rate: Ticks a second [1/s].
    """

    def __init__(self, rate: float) -> None:
        """Begin before the first tick."""
        self.rate = rate
        self._last: float | None = None
        self._first, self._elapsed, self._past = 0.0, 0.0, 0

    @property
    def time(self) -> float:
        """When the last tick was [s]: as the source's clock began, and rising whatever becomes of that."""
        return self._first + self._elapsed

    @property
    def stamp(self) -> float:
        """The last tick by the source's clock [s]."""
        return -np.inf if self._last is None else self._last

    def due(self, time: float, is_stamp: bool = True) -> int:
        """Return how many ticks lead up to a time [s]: 0 for one that is past, -1 where time stood still.

        Args:
            time: A frame's stamp, or the present by the source's clock.
            is_stamp: Whether it is a frame's, which draws the grid.
        """
        if self._last is None:
            self._last = self._first = time
            return 1
        ahead = (time - self._last) * self.rate
        self._past = self._past + 1 if time < self._last - RESTARTED else 0
        if ahead > LONGEST_STALL * self.rate or self._past >= CONVINCING:
            self._last, self._past = time, 0
            self._elapsed += LONGEST_STALL
            return -1
        count = int(np.floor(ahead + 0.5)) if is_stamp else int(np.floor(ahead))
        if count <= 0:
            return 0
        self._last += count / self.rate
        self._elapsed += count / self.rate
        if is_stamp:
            self._last += _PULL * (time - self._last)
        return count


def stream_rate(times: np.ndarray) -> float:
    """Return the rate [1/s] of stamps (T,) [s], rising: by their median interval, smoothed over the whole.

    Where no frame is missing it is the number of intervals over the time that they took.
    """
    steps = np.diff(times)
    usual = float(np.median(steps))
    counted = np.maximum(np.round(steps / usual), 1.0).sum()
    rate = float(counted / (times[-1] - times[0]))
    whole = round(rate)
    return float(whole) if whole and abs(rate - whole) < 0.01 * rate else rate
