"""Lets the clock run and has everyone follow it: one thread for the whole scene and all tabs."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from understudy.view.web.clock import Clock

RATE = 30.0
"""Frames a second [1/s] that are sent while time runs."""

_REST = 1.0
"""Time [s] after which a scene that stands looks whether it was closed."""

_MADE_UP = 0.25
"""Time [s] whose frames are made up for after the machine was busy."""

log = logging.getLogger("understudy.web")

Show = Callable[[float], None]
"""Shows the scene at a time [s]."""


class Player:
    """Calls ``show`` at each frame while time runs, and once whenever something changed."""

    def __init__(self, clock: Clock, show: Show, rate: float = RATE) -> None:
        """Start to follow a clock.

        Args:
            clock: The time.
            show: Shows everything at a time [s]; called by the player's thread alone.
            rate: Frames a second [1/s].
        """
        self._clock, self._show, self._rate = clock, show, rate
        self._wake, self._done = threading.Event(), threading.Event()
        clock.on_change(lambda _: self.wake())
        self._thread = threading.Thread(target=self._run, name="understudy-player", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Show the scene again soon, also where time stands."""
        self._wake.set()

    def close(self) -> None:
        """Stop, and wait until the last frame is shown."""
        self._done.set()
        self._wake.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        last = due = time.perf_counter()
        while not self._done.is_set():
            if not self._clock.now.playing:
                self._wake.wait(_REST)
                last = due = time.perf_counter()
            self._wake.clear()
            if self._done.is_set():
                return
            now = time.perf_counter()
            moment = self._clock.advance(now - last)
            last = now
            try:
                self._show(moment)
            except Exception:  # One frame that cannot be shown must not end the time of all others.
                log.exception("a frame at %.3f s could not be shown", moment)
            # Frames that a busy machine held up for a moment are made up for; those of a longer one are lost.
            due = max(due + 1.0 / self._rate, time.perf_counter() - _MADE_UP)
            self._done.wait(max(0.0, due - time.perf_counter()))
