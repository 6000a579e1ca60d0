"""Which frames a set of weights is found from, and which ones it plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Stretch:
    """Frames of a motion.

    Attributes:
        first: First frame of the window that weights are found from.
        start: First frame that they play.
        stop: The frame after the last one of both.
        clock: Frame at which the primitives' time is 0.
    """

    first: int
    start: int
    stop: int
    clock: int

    def fitted_times(self, fps: float) -> np.ndarray:
        """Return times (n,) [s] of the window's frames."""
        return (np.arange(self.first, self.stop) - self.clock) / fps

    def played_times(self, fps: float) -> np.ndarray:
        """Return times (h,) [s] of the frames that are played."""
        return (np.arange(self.start, self.stop) - self.clock) / fps


def stretches_of(frames: int, window: int, hop: int, clock: str) -> Iterator[Stretch]:
    """Yield the stretches of a motion, each from frames up to its own end alone.

    A set of weights plays the last ``hop`` frames of its window, so what comes out is late by a hop and not
    by a window. The first windows are shorter, and so is the last hop.

    Args:
        frames: Of the motion.
        window: Frames of a window.
        hop: Frames from one window to the next.
        clock: ``window`` or ``absolute``.
    """
    for start in range(0, frames, hop):
        yield stretch_at(start, min(start + hop, frames), window, clock)


def stretch_at(start: int, stop: int, window: int, clock: str) -> Stretch:
    """Return the stretch that plays frames ``start`` to ``stop`` (excluded)."""
    first = max(0, stop - window)
    return Stretch(first, start, stop, 0 if clock == "absolute" else first)
