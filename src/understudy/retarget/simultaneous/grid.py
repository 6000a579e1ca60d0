"""Times at which a clip is solved: evenly spaced, at most so many a second; in between it is a cubic curve.

People and robots do nothing faster than about ten times a second that a camera could show. So thirty to forty
times a second tell everything, in a third of the time. The curve is the uniform cubic B-spline whose control
points are the solved poses: its velocity and acceleration are nowhere beyond the differences of those, and
the acceleration at a knot is exactly their second difference. So limits that hold at the knots hold
everywhere, as an interpolating spline, which overshoots where a foot lands, does not promise. The curve
passes a control point at the distance of a sixth of the second difference; so the person, too, is given as
control points, of a curve through what was captured.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.motion import HumanMotion, Recording
from understudy.spatial import rotations as rot
from understudy.spatial.between_frames import Moments, moments, on_curves

FEWEST = 4
"""Knots of a clip at least."""

ROUNDS = 20
"""In which the control points of a curve are found."""


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
        """Return the control points of a person's motion."""
        if self.knots == self.frames:
            return human
        rare = human.resample(self.rate)
        frames = {name: rot.normalise(_controls(rot.continuous(q))) for name, q in rare.frames.items()}
        return replace(rare, landmarks=_controls(rare.landmarks, rare.valid_mask), frames=frames)

    def recording(self, recording: Recording) -> Recording:
        """Return the control points of a capture."""
        if self.knots == self.frames:
            return recording
        at, valid = self._moments(), recording.valid_mask
        known = valid[at.before] & valid[at.after]
        return replace(
            recording,
            points=_controls(on_curves(recording.points, at, valid), known),
            valid=known,
            fps=self.rate,
            rotations=None,
            contacts=None,
            contacts_known=None,
            pressure=None,
            objects={},
        )

    def at_nearest(self, values: np.ndarray) -> np.ndarray:
        """Return values (K, …) of the frames (T, …) that are nearest to the knots."""
        return values if self.knots == self.frames else values[self._moments().nearest]

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
        before, after = self.neighbours()
        before = np.where(before == after, np.minimum(before, self.knots - 2), before)
        past = np.arange(self.frames) * (self.knots - 1) / (self.frames - 1) - before
        return _curve(q, root, before, past)

    def at_knots(self, q: np.ndarray, root: int) -> np.ndarray:
        """Return poses (K, Q) at the knots, where the curve passes near those that control it."""
        if self.knots == self.frames:
            return q
        before = np.minimum(np.arange(self.knots), self.knots - 2)
        return _curve(q, root, before, np.arange(self.knots) - before)


def _curve(q: np.ndarray, root: int, before: np.ndarray, past: np.ndarray) -> np.ndarray:
    """Return poses of the curve so far past the knot before them, in knots, 0 to 1."""
    values = q.copy()
    if root:
        values[:, 3:root] = rot.continuous(q[:, 3:root])
    # Beyond its ends the clip speeds up as it does there.
    first = 3.0 * (values[0] - values[1]) + values[2]
    last = 3.0 * (values[-1] - values[-2]) + values[-3]
    values = np.concatenate([[first], values, [last]])
    found = np.zeros((len(before), values.shape[1]))
    for a, share in enumerate(_cubic_shares(past)):
        found += share[:, None] * values[before + a]
    if root:
        found[:, 3:root] = rot.normalise(found[:, 3:root])
    return found


def _controls(values: np.ndarray, known: np.ndarray | None = None) -> np.ndarray:
    """Return control points (K, …, C) of curves that pass through values, as far as those are ``known``.

    Where a neighbour is not known, the control point is the value. What the curve misses is added until it
    misses next to nothing, at least a third of it at a time.
    """
    if len(values) < FEWEST:
        return values
    known = np.ones(values.shape[:-1], dtype=bool) if known is None else known
    inner = known[2:] & known[1:-1] & known[:-2]
    # At the ends the curve goes on as it speeds up beside them.
    moves = np.concatenate([inner[:1], inner, inner[-1:]])[..., None]
    wanted = np.where(known[..., None], values, 0.0)
    found = wanted.copy()
    for _ in range(ROUNDS):
        passes = (found[2:] - 2.0 * found[1:-1] + found[:-2]) / 6.0
        passes = np.concatenate([passes[:1], passes, passes[-1:]])
        found += np.where(moves, wanted - found - passes, 0.0)
    return np.where(known[..., None], found, values)


def _cubic_shares(past: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return shares (T,) of the four control points around times that are ``past`` a knot, 0 to 1."""
    left = 1.0 - past
    return (
        left**3 / 6.0,
        (4.0 - 6.0 * past**2 + 3.0 * past**3) / 6.0,
        (4.0 - 6.0 * left**2 + 3.0 * left**3) / 6.0,
        past**3 / 6.0,
    )


def grid_of(frames: int, fps: float, most: float) -> Grid:
    """Return knots of a clip, at most so many a second."""
    knots = int(np.ceil((frames - 1) * min(most, fps) / fps)) + 1
    return Grid(frames, fps, min(max(knots, FEWEST), frames))
