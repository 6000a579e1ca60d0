"""The one time that everybody sees: it runs, stands, is moved and repeats; nothing here knows a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
"""How fast time may run."""


@dataclass(frozen=True)
class ClockState:
    """A state of the clock.

    Attributes:
        time: [s] from the start of the motions.
        playing: Whether time runs.
        speed: How fast, relative to the motions' own pace.
        loop: Whether it begins again at the end.
    """

    time: float = 0.0
    playing: bool = False
    speed: float = 1.0
    loop: bool = True


class Clock:
    """A time between 0 and a duration that several threads may move."""

    def __init__(self, duration: float = 0.0, fps: float = 30.0) -> None:
        """Stand at the start.

        Args:
            duration: Time [s] of the last frame.
            fps: Frames a second [1/s], of which :meth:`step` takes one at a time.
        """
        self._lock = threading.RLock()
        self._state = ClockState()
        self._duration, self._fps = max(0.0, duration), fps
        self._changed: list[Callable[[ClockState], None]] = []

    @property
    def now(self) -> ClockState:
        """The state at this moment."""
        return self._state

    @property
    def duration(self) -> float:
        """Time [s] of the last frame."""
        return self._duration

    @property
    def fps(self) -> float:
        """Frames a second [1/s]."""
        return self._fps

    def on_change(self, tell: Callable[[ClockState], None]) -> None:
        """Have a function told the state whenever somebody changed it, not while time merely runs."""
        self._changed.append(tell)

    def resize(self, duration: float, fps: float) -> None:
        """Take the length [s] and rate [1/s] of other motions; the time stays where it is if it can."""
        with self._lock:
            self._duration, self._fps = max(0.0, duration), fps
            self._set(time=min(self._state.time, self._duration))

    def seek(self, time: float) -> None:
        """Go to a time [s], or to the end nearest to it."""
        self._set(time=min(max(0.0, time), self._duration))

    def step(self, frames: int) -> None:
        """Stop, and go this many frames on."""
        with self._lock:
            frame = round(self._state.time * self._fps) + frames
            self._set(time=min(max(0.0, frame / self._fps), self._duration), playing=False)

    def play(self, playing: bool = True) -> None:
        """Let time run or stand; at the end it begins again."""
        with self._lock:
            ended = playing and self._state.time >= self._duration
            self._set(playing=playing, time=0.0 if ended else self._state.time)

    def toggle(self) -> None:
        """Let time run if it stands, and stand if it runs."""
        self.play(not self._state.playing)

    def run_at(self, speed: float) -> None:
        """Let time run at one of ``SPEEDS``, the nearest to this one."""
        self._set(speed=min(SPEEDS, key=lambda known: abs(known - speed)))

    def faster(self, steps: int) -> None:
        """Take a speed this many places on in ``SPEEDS``."""
        place = SPEEDS.index(self._state.speed) + steps
        self._set(speed=SPEEDS[min(max(0, place), len(SPEEDS) - 1)])

    def repeat(self, loop: bool) -> None:
        """Begin again at the end, or stand there."""
        self._set(loop=loop)

    def advance(self, seconds: float) -> float:
        """Let this much time [s] of the world go by, and return the clock's own [s]."""
        with self._lock:
            state = self._state
            if not state.playing:
                return state.time
            time = state.time + seconds * state.speed
            if time <= self._duration:
                self._state = replace(state, time=time)
            elif state.loop and self._duration > 0.0:
                self._state = replace(state, time=time % self._duration)
            else:
                self._set(time=self._duration, playing=False)
            return self._state.time

    def _set(self, **changes: Any) -> None:
        with self._lock:
            before, state = self._state, replace(self._state, **changes)
            self._state = state
        if state != before:
            for tell in self._changed:
                tell(state)
