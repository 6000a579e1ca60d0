"""Python's own housekeeping, kept out of the way of those who answer within milliseconds.

The collector of garbage runs whenever enough objects were made, in the middle of a frame as well as between
two; a full run takes tens of milliseconds. Here it runs between frames alone, and what was made before
the first one is not looked at again. Threads that show or write hand over Python's lock within half a
millisecond instead of five.
"""

from __future__ import annotations

import gc
import sys
from types import TracebackType

HAND_OVER = 5e-4
"""Time [s] after which a thread that is not waited for hands over Python's lock."""

YOUNG, ALL = 120, 12_000
"""Frames after which new objects are looked at for garbage, and all that were made since the beginning."""


class Undisturbed:
    """A context in which garbage is collected only when that is asked for."""

    def __init__(self) -> None:
        """Change nothing yet."""
        self._was_on, self._interval, self._frames = True, 0.0, 0

    def __enter__(self) -> Undisturbed:
        """Hand over sooner."""
        self._was_on, self._interval = gc.isenabled(), sys.getswitchinterval()
        sys.setswitchinterval(min(HAND_OVER, self._interval))
        return self

    def begin(self) -> None:
        """From now on frames are answered: collect only between them."""
        gc.collect()
        gc.freeze()
        gc.disable()

    def between_frames(self) -> None:
        """Collect a little, as nobody waits."""
        self._frames += 1
        if self._frames % ALL == 0:
            gc.collect()
        elif self._frames % YOUNG == 0:
            gc.collect(0)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave all as it was."""
        sys.setswitchinterval(self._interval)
        gc.unfreeze()
        if self._was_on:
            gc.enable()
