"""Ends a process that makes no progress, so that whoever waits for its pipe is not kept for ever."""

from __future__ import annotations

import subprocess
import threading
import time


class Watchdog:
    """Kills a process once nobody has told of progress for some time.

    Attributes:
        has_bitten: Whether it did.
    """

    def __init__(self, process: subprocess.Popen, seconds: float) -> None:
        """Watch from now on.

        Args:
            process: What is watched.
            seconds: For how long there may be no progress [s].
        """
        self._process, self._seconds = process, seconds
        self._last = time.monotonic()
        self._done = threading.Event()
        self.has_bitten = False
        threading.Thread(target=self._watch, daemon=True).start()

    def progress(self) -> None:
        """Tell that there was some."""
        self._last = time.monotonic()

    def stop(self) -> None:
        """Watch no more."""
        self._done.set()

    def _watch(self) -> None:
        while not self._done.wait(max(0.05, self._last + self._seconds - time.monotonic())):
            if time.monotonic() >= self._last + self._seconds and self._process.poll() is None:
                self.has_bitten = True
                self._process.kill()
                return
