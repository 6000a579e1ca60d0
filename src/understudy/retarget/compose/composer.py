"""Composes a motion as it comes in: every hop, weights from the frames so far, and the frames that they play.

The thesis wants its steps overlapped, not one after the other: while a hop is played, the next is captured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from understudy.motion.primitives import Primitives
from understudy.retarget.compose.weights import Gram, Ties, gram, optimal_weights, tied_weights


@dataclass(frozen=True)
class Stretch:
    """Which frames a set of weights is found from, and which ones it plays.

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


class Played(NamedTuple):
    """What a hop became.

    Attributes:
        weights: (N, J) α.
        joints: (h, J) composed courses, not smoothed yet by a controller.
        residual: (J,) ∫ (H − R)² dt over the hop.
        energy: (J,) ∫ H² dt over it.
        window: Ψ of its window.
    """

    weights: np.ndarray
    joints: np.ndarray
    residual: np.ndarray
    energy: np.ndarray
    window: Gram


class Composer:
    """State of a composition: the last window's frames, and how the last hop ended."""

    def __init__(
        self, primitives: Primitives, fps: float, window: int, hop: int, clock: str, continuous: bool
    ) -> None:
        """Begin with no frames.

        Args:
            primitives: The library.
            fps: Frames a second [1/s].
            window: Frames from which weights are found.
            hop: Frames that each set of them plays.
            clock: ``window`` or ``absolute``.
            continuous: Whether each hop goes on from the value and slope in the last frame of the one before.
        """
        self._primitives, self._fps, self._clock = primitives, fps, clock
        self._window, self._hop, self._continuous = window, hop, continuous
        self._kept: list[np.ndarray] = []
        self._count = self._played = 0
        self._end: np.ndarray | None = None
        self._grams: dict[tuple[int, int], Gram] = {}

    def push(self, frame: np.ndarray) -> Played | None:
        """Take a frame (J,) [rad or m]; return a hop that is complete by it, None where none is."""
        self._kept.append(np.array(frame))
        self._count += 1
        if self._count - self._played < self._hop:
            return None
        return self._play()

    def finish(self) -> Played | None:
        """Return the last frames, where some are left."""
        return self._play() if self._count > self._played else None

    def _play(self) -> Played:
        stretch = stretch_at(self._played, self._count, self._window, self._clock)
        motion = np.stack(self._kept[stretch.first - self._count :])
        self._kept = self._kept[-self._window :]
        self._played = self._count
        values = self._primitives.values(stretch.fitted_times(self._fps))
        window = self._gram(stretch, values)
        if self._continuous:
            weights = self._going_on(stretch, values, motion, window)
        else:
            weights = optimal_weights(values, motion, window)
        joints = values[:, stretch.start - stretch.first :].T @ weights
        wanted = motion[stretch.start - stretch.first :]
        off = ((wanted - joints) ** 2).sum(axis=0) / self._fps
        return Played(weights, joints, off, (wanted**2).sum(axis=0) / self._fps, window)

    def _gram(self, stretch: Stretch, values: np.ndarray) -> Gram:
        """Return Ψ of a window; windows with one clock and length share it."""
        key = stretch.first - stretch.clock, stretch.stop - stretch.first
        if key not in self._grams:
            if len(self._grams) > 8:
                self._grams.clear()
            self._grams[key] = gram(values)
        return self._grams[key]

    def _going_on(self, stretch: Stretch, values: np.ndarray, motion: np.ndarray, window: Gram) -> np.ndarray:
        """Return weights (N, J) with which a hop goes on as the one before it ended.

        A hop that has to begin so may end far from the motion, and the next one farther: so how it ends
        counts for as much as all of its window's frames.
        """
        unit = self._slope_unit(stretch)
        ends = self._ties(stretch.stop - 1, stretch, unit)
        if self._end is None:
            weights = optimal_weights(values, motion, window)
        else:
            begins = self._ties(stretch.start - 1, stretch, unit)
            wish = Ties(ends, _value_and_slope(motion, self._fps) * [[1.0], [unit]])
            ties = Ties(begins, self._end * [[1.0], [unit]])
            weights = tied_weights(values @ motion, ties, window, wish, len(motion) / len(ends))
        self._end = ends @ weights / [[1.0], [unit]]
        return weights

    def _slope_unit(self, stretch: Stretch) -> float:
        """Return the time [s] in which the primitives change by as much as they are large."""
        times = stretch.fitted_times(self._fps)
        sizes = [
            float(np.sqrt(np.mean(each(times) ** 2)))
            for each in (self._primitives.values, self._primitives.slopes)
        ]
        return sizes[0] / max(sizes[1], 1e-12)

    def _ties(self, frame: int, stretch: Stretch, unit: float) -> np.ndarray:
        """Return (2, N) value, and slope in a unit of time [s], of every primitive at a frame."""
        time = np.array([(frame - stretch.clock) / self._fps])
        return np.stack([self._primitives.values(time)[:, 0], unit * self._primitives.slopes(time)[:, 0]])


def _value_and_slope(motion: np.ndarray, fps: float) -> np.ndarray:
    """Return (2, J) value and slope [1/s] of courses (T, J) in their last frame, by a parabola."""
    if len(motion) < 3:
        return np.stack([motion[-1], np.zeros(motion.shape[1])])
    return np.stack([motion[-1], fps * (1.5 * motion[-1] - 2.0 * motion[-2] + 0.5 * motion[-3])])
