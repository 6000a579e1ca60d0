"""Ends a process that makes no progress, so that whoever waits for its pipe is not kept for ever."""

from __future__ import annotations

import math
import subprocess
import threading
import time

_LOOKS = 0.5
"""Time [s] between two looks while nobody waits."""


class Watchdog:
    """Kills a process for which somebody has waited too long.

    Attributes:
        seconds: For how long it may be waited for [s].
        has_bitten: Whether it was killed.
    """

    def __init__(self, process: subprocess.Popen, seconds: float) -> None:
        """Wait from now on.

        Args:
            process: What is watched.
            seconds: For how long it may be waited for [s].
        """
        self._process, self.seconds = process, seconds
        self._since = time.monotonic()
        self._done = threading.Event()
        self.has_bitten = False
        threading.Thread(target=self._watch, daemon=True).start()

    def wait(self) -> None:
        """Somebody waits from now on."""
        self._since = time.monotonic()

    def rest(self) -> None:
        """Nobody waits any more."""
        self._since = math.inf

    def stop(self) -> None:
        """Watch no more."""
        self._done.set()

    def _watch(self) -> None:
        while not self._done.wait(min(_LOOKS, self.seconds / 2.0)):
            if time.monotonic() > self._since + self.seconds and self._process.poll() is None:
                self.has_bitten = True
                self._process.kill()
                return
