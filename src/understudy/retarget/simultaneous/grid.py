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
    """Knots between the first and the last of T frames, K of them.

    Where there are fewer knots than frames, K + 2 control points are solved: one beyond either end, without
    which the curve would not be known there. Else every frame is.

    Attributes:
        frames: T.
        fps: Of the frames [1/s].
        knots: K.
    """

    frames: int
    fps: float
    knots: int

    @property
    def rate(self) -> float:
        """Knots a second [1/s]."""
        return self.fps if self.is_every_frame else self.fps * (self.knots - 1) / (self.frames - 1)

    @property
    def is_every_frame(self) -> bool:
        """Whether frames are solved themselves."""
        return self.knots == self.frames

    def _moments(self) -> Moments:
        return moments(self.frames, self.fps, self.rate)

    def person(self, human: HumanMotion) -> HumanMotion:
        """Return the control points of a person's motion."""
        if self.is_every_frame:
            return human
        rare = human.resample(self.rate)
        return replace(
            rare,
            landmarks=_controls(rare.landmarks, rare.valid_mask),
            valid=_with_ends(rare.valid_mask),
            frames={name: rot.normalise(_controls(rot.continuous(q))) for name, q in rare.frames.items()},
            contacts=_with_ends(rare.contact_mask),
            objects={},
            coordinates=None,
            coordinate_names=(),
            residuals=None,
        )

    def recording(self, recording: Recording) -> Recording:
        """Return the control points of a capture."""
        if self.is_every_frame:
            return recording
        at, valid = self._moments(), recording.valid_mask
        known = valid[at.before] & valid[at.after]
        return replace(
            recording,
            points=_controls(on_curves(recording.points, at, valid), known),
            valid=_with_ends(known),
            fps=self.rate,
            rotations=None,
            contacts=None,
            contacts_known=None,
            pressure=None,
            objects={},
        )

    def at_nearest(self, values: np.ndarray) -> np.ndarray:
        """Return values of the frames (T, …) that are nearest to the control points."""
        return values if self.is_every_frame else _with_ends(values[self._moments().nearest])

    def neighbours(self) -> tuple[np.ndarray, np.ndarray]:
        """Return for every frame the control points of the last knot up to it and of the first from it on."""
        if self.is_every_frame:
            return np.arange(self.frames), np.arange(self.frames)
        first, times = 1, self._times()
        return first + np.floor(times).astype(np.int64), first + np.ceil(times).astype(np.int64)

    def _times(self) -> np.ndarray:
        """(T,) of the frames, in knots."""
        times = np.arange(self.frames) * (self.knots - 1) / (self.frames - 1)
        nearest = np.rint(times)
        return np.where(np.abs(times - nearest) < 1e-9, nearest, times)

    def all_frames(self, q: np.ndarray, root: int) -> np.ndarray:
        """Return poses (T, Q) of all frames from control points, ``root`` of their numbers the root's."""
        return q if self.is_every_frame else _curve(q, root, self._times())

    def at_controls(self, q: np.ndarray, root: int) -> np.ndarray:
        """Return the poses of the curve beside its control points; beyond the ends those themselves."""
        if self.is_every_frame:
            return q
        return np.concatenate([q[:1], _curve(q, root, np.arange(float(self.knots))), q[-1:]])


def _with_ends(values: np.ndarray) -> np.ndarray:
    """Return values (K, …) with the first and the last once more."""
    return np.concatenate([values[:1], values, values[-1:]])


def _curve(q: np.ndarray, root: int, times: np.ndarray) -> np.ndarray:
    """Return poses (N, Q) of the curve at times (N,) in knots, from control points (K + 2, Q)."""
    values = q.copy()
    if root:
        values[:, 3:root] = rot.continuous(q[:, 3:root])
    before = np.minimum(np.floor(times).astype(np.int64), len(q) - 4)
    found = np.zeros((len(times), values.shape[1]))
    for a, share in enumerate(_cubic_shares(times - before)):
        found += share[:, None] * values[before + a]
    if root:
        found[:, 3:root] = rot.normalise(found[:, 3:root])
    return found


def _controls(values: np.ndarray, known: np.ndarray | None = None) -> np.ndarray:
    """Return control points (K + 2, …, C) of curves that pass through values, as far as those are ``known``.

    Where a neighbour is not known, the control point is the value. What the curve misses is added until it
    misses next to nothing, at least a third of it at a time. Beyond the ends it speeds up as beside them.
    """
    known = np.ones(values.shape[:-1], dtype=bool) if known is None else known
    inner = known[2:] & known[1:-1] & known[:-2]
    moves = _with_ends(inner)[..., None]
    wanted = np.where(known[..., None], values, 0.0)
    found = wanted.copy()
    for _ in range(ROUNDS):
        passes = _with_ends((found[2:] - 2.0 * found[1:-1] + found[:-2]) / 6.0)
        found += np.where(moves, wanted - found - passes, 0.0)
    found = np.where(known[..., None], found, values)
    first, last = (
        np.where(inner[edge][..., None], 3.0 * (near - next_) + far, near)
        for edge, near, next_, far in ((0, *found[:3]), (-1, *found[:-4:-1]))
    )
    return np.concatenate([first[None], found, last[None]])


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
