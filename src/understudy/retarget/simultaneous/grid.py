"""Times at which a clip is solved: evenly spaced, at most so many a second; in between it is a cubic curve.

People and robots do nothing faster than about ten times a second that a camera could show. So thirty to forty
times a second tell everything, in a third of the time; and a cubic curve's acceleration is largest where it
is told, so that a limit that holds there holds everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.interpolate import CubicSpline

from understudy.motion import HumanMotion, Recording
from understudy.spatial import rotations as rot
from understudy.spatial.between_frames import Moments, moments, on_curves

FEWEST = 4
"""Knots of a clip at least."""


@dataclass(frozen=True)
class Grid:
    """Knots between the first and the last of T frames.

    Attributes:
        frames: T.
        fps: Of the frames [1/s].
        knots: How many there are.
    """

    frames: int
    fps: float
    knots: int

    @property
    def rate(self) -> float:
        """Knots a second [1/s]."""
        return self.fps * (self.knots - 1) / (self.frames - 1)

    def _moments(self) -> Moments:
        return moments(self.frames, self.fps, self.rate)

    def person(self, human: HumanMotion) -> HumanMotion:
        """Return a person's motion at the knots."""
        return human if self.knots == self.frames else human.resample(self.rate)

    def recording(self, recording: Recording) -> Recording:
        """Return a capture at the knots."""
        if self.knots == self.frames:
            return recording
        at, valid = self._moments(), recording.valid_mask
        return replace(
            recording,
            points=on_curves(recording.points, at, valid),
            valid=valid[at.before] & valid[at.after],
            fps=self.rate,
            rotations=None,
            contacts=None,
            objects={},
        )

    def neighbours(self) -> tuple[np.ndarray, np.ndarray]:
        """Return for every frame the last knot up to it and the first one from it on, (T,) each."""
        times = np.arange(self.frames) * (self.knots - 1) / (self.frames - 1)
        nearest = np.rint(times)
        times = np.where(np.abs(times - nearest) < 1e-9, nearest, times)
        return np.floor(times).astype(np.int64), np.ceil(times).astype(np.int64)

    def all_frames(self, q: np.ndarray, root: int) -> np.ndarray:
        """Return poses (T, Q) of all frames from those (K, Q) of the knots, ``root`` of them the root's."""
        if self.knots == self.frames:
            return q
        times = np.arange(self.frames) * (self.knots - 1) / (self.frames - 1)
        values = q.copy()
        if root:
            values[:, 3:root] = rot.continuous(q[:, 3:root])
        found = CubicSpline(np.arange(self.knots), values, axis=0)(times)
        if root:
            found[:, 3:root] = rot.normalise(found[:, 3:root])
        return found


def grid_of(frames: int, fps: float, most: float) -> Grid:
    """Return knots of a clip, at most so many a second."""
    knots = int(np.ceil((frames - 1) * min(most, fps) / fps)) + 1
    return Grid(frames, fps, min(max(knots, FEWEST), frames))
