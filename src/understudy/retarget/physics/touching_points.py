"""Where and when a robot touches the floor, and how much may be pushed there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from understudy.dynamics.sole_points import LOADING
from understudy.motion.stretches import stretches

FLIGHT = 0.8
"""Time [s] between two stances up to which nothing carries a body that jumps: it would rise by 0.8 m."""

LARGEST = 0.25
"""Force along an edge of a point's cone that is loaded fully, per body weight and what flights make of it:
twice that weight on a heel alone."""

SHORTEST = 0.25
"""Share of a short stance in which a foot takes its load, and gives it up; else it takes ``LOADING``."""


@dataclass(frozen=True, eq=False)
class TouchingPoints:
    """P points of a robot over T frames.

    Attributes:
        bodies: (P,) the links that carry them.
        places: (P, 3) [m] in their frames.
        touches: (T, P) whether they touch the floor.
        parts: (P,) which of its parts each is on, negative for ends of soles: points of a part take load
            together, and of other parts the lowest do.
        fps: Frames a second [1/s].
    """

    bodies: np.ndarray
    places: np.ndarray
    touches: np.ndarray
    parts: np.ndarray
    fps: float

    @cached_property
    def counts(self) -> np.ndarray:
        """(T,) frames whose forces are known: something touches the floor, or the body jumps."""
        found = np.asarray(~self.touches.any(axis=1))
        longest = min(round(FLIGHT * self.fps), len(found) - 1)
        for first, stop in stretches(found):
            found[first:stop] = stop - first <= longest
        return found | self.touches.any(axis=1)

    def most(self) -> np.ndarray:
        """Return (T, P) the largest force at each per body weight, 0 where it does not touch."""
        found, carried = np.zeros(self.touches.shape), self._carried()
        for part in np.unique(self.parts):
            own = np.flatnonzero(self.parts == part)
            loaded = self._loaded(np.asarray(self.touches[:, own].any(axis=1)))
            found[:, own] = (LARGEST * carried * loaded)[:, None]
        return np.where(self.touches, found, 0.0)

    def _carried(self) -> np.ndarray:
        """Return (T,) what is carried on the mean per body weight, in half the flights beside as well."""
        stands, found = np.asarray(self.touches.any(axis=1)), np.ones(len(self.touches))
        flight = np.asarray(self.counts & ~stands)
        for first, stop in stretches(stands):
            before, after = (
                np.argmin(beside) if not beside.all() else len(beside)
                for beside in (np.append(flight[:first][::-1], False), np.append(flight[stop:], False))
            )
            found[first:stop] += 0.5 * (before + after) / (stop - first)
        return found

    def _loaded(self, touches: np.ndarray) -> np.ndarray:
        """Return (T,) in 0 … 1 how much of its load a part takes that touches the floor (T,) at times."""
        found = np.zeros(len(touches))
        for first, stop in stretches(touches):
            frames = np.arange(first, stop) + 0.5
            since = np.where(first == 0, np.inf, frames - first)
            until = np.where(stop == len(touches), np.inf, stop - frames)
            lasts = min(LOADING * self.fps, SHORTEST * (stop - first))
            found[first:stop] = np.minimum(1.0, np.minimum(since, until) / lasts)
        return found

    def part(self, frames: slice) -> TouchingPoints:
        """Return the same over some frames on end."""
        return replace(self, touches=self.touches[frames])

    def every(self, some: np.ndarray, stride: int) -> TouchingPoints:
        """Return the same in some frames (N,), so many apart."""
        return replace(self, touches=self.touches[some], fps=self.fps / stride)
