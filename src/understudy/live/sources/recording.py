"""A recording played as if it came in just now, at any speed."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from understudy.capture import Sidecar, read_capture
from understudy.errors import OptionError
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.source import PacketCounts
from understudy.motion import Recording


class RecordingSource:
    """Frames of a recording, each when it is due.

    Args:
        recording: The recording, or the path of a capture in any format that is read.
        speed: How many times as fast as it was captured; the robot's clock runs as fast as the person moves.
        loop: Whether to begin anew at its end.
        stated: What the user knows of the file.
        waits: Whether frames wait until they are due; else each read returns the next one.
    """

    def __init__(
        self,
        recording: Recording | str | Path,
        speed: float = 1.0,
        loop: bool = False,
        stated: Sidecar | None = None,
        waits: bool = True,
    ) -> None:
        """Be closed."""
        if not 0.05 <= speed <= 20.0:
            raise OptionError(f"speed is {speed:g}, expected 0.05 to 20 times that of the capture")
        self._given, self._speed, self._loop, self._waits = recording, speed, loop, waits
        self._stated, self.counts, self.is_over = stated, PacketCounts(), False
        self.facts = StreamFacts(format="recording")
        self._next, self._begun = 0, 0.0

    def start(self) -> None:
        """Read the recording."""
        given = self._given
        recording = given if isinstance(given, Recording) else _read(given, self._stated)
        self._recording = recording
        self._points = np.where(recording.valid_mask[..., None], recording.points, np.nan)
        self._rate = recording.fps * self._speed
        self.facts = StreamFacts(format=recording.dialect or "recording", placed=recording, rate=self._rate)
        self._next, self._begun = 0, time.monotonic()

    def read(self, timeout: float) -> list[Sighting]:
        """Return the frames that are due, oldest first; wait for one up to ``timeout`` [s]."""
        if self.is_over:
            return []
        if not self._waits:
            return [self._frame()]
        wait = self._begun + self._next / self._rate - time.monotonic()
        if wait > timeout:
            time.sleep(max(0.0, timeout))
            return []
        if wait > 0.0:
            time.sleep(wait)
        found: list[Sighting] = []
        while not self.is_over and self._begun + self._next / self._rate <= time.monotonic():
            found.append(self._frame())
        return found

    def _frame(self) -> Sighting:
        recording, number = self._recording, self._next
        frame = number % recording.frame_count
        self._next += 1
        self.counts.received += 1
        self.is_over = not self._loop and self._next >= recording.frame_count
        turns = None if recording.rotations is None else recording.rotations[frame]
        return Sighting(number / self._rate, recording.names, self._points[frame], turns)

    def close(self) -> None:
        """Stop."""
        self.is_over = True


def _read(path: str | Path, stated: Sidecar | None) -> Recording:
    return read_capture(path, stated)
