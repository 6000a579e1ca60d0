"""The One-Euro filter (Casiez, Roussel and Vogel 2012): smooth at rest, quick in motion, and causal.

It is a low-pass filter whose cutoff rises with speed, f = f_min + gain · |v|. What rests is freed of jitter,
and what moves lags little. Frame t uses frames up to t only, so it serves live use, where zero-phase
filters cannot. A point's three coordinates share one speed, so that turned axes give the same result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.clean.report import reported
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.spatial import rotations as rot


@dataclass(frozen=True)
class OneEuroOptions:
    """How to filter.

    Attributes:
        slowest: Cutoff at rest [Hz]; lower for less jitter.
        gain: How much the cutoff rises with speed [Hz s/m]; steady motion lags by 1 / (2π gain) at most [m].
        speed_cutoff: Cutoff at which speeds are filtered [Hz].
        forget: A point that was not seen for longer than this [s] starts anew where it appears.
    """

    slowest: float = 1.5
    gain: float = 12.0
    speed_cutoff: float = 1.0
    forget: float = 0.25

    def __post_init__(self) -> None:
        """Check every field."""
        for name in ("slowest", "speed_cutoff"):
            if not getattr(self, name) > 0.0:
                raise InvalidMotionError(f"{name} is {getattr(self, name)}, expected a frequency over 0 Hz")
        if not (self.gain >= 0.0 and self.forget >= 0.0):
            raise InvalidMotionError(
                f"gain is {self.gain} and forget {self.forget}, expected numbers of 0 or more"
            )


DEFAULT_OPTIONS = OneEuroOptions()


class OneEuroFilter:
    """Filters points as they come, one frame after the other."""

    def __init__(self, options: OneEuroOptions = DEFAULT_OPTIONS) -> None:
        """Make a filter that has seen nothing yet."""
        self._options = options
        self._times: np.ndarray | None = None
        self._points = np.empty(0)
        self._velocities = np.empty(0)
        self._rotations: np.ndarray | None = None

    def step(
        self, time: float, points: np.ndarray, rotations: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Take a frame and return it filtered.

        Args:
            time: When it was seen [s], later than the frame before.
            points: (K, 3) [m]; NaN where a point was not seen, which stays NaN.
            rotations: (K, 4) unit quaternions wxyz, filtered as strongly as their points, or None.

        Returns:
            Points (K, 3) and rotations (K, 4), the latter as they were for points that were not seen.

        Raises:
            InvalidMotionError: Where time does not advance.
        """
        seen = np.logical_and.reduce(np.isfinite(points), axis=1)
        if self._times is None:
            self._times = np.full(len(points), -np.inf)
            self._points, self._velocities = np.array(points, dtype=np.float64), np.zeros_like(points)
            self._rotations = None if rotations is None else np.array(rotations, dtype=np.float64)
        elapsed = time - self._times
        if not (elapsed > 0.0).all():
            raise InvalidMotionError(f"time is {time} s, expected more than that of the frame before")
        fresh = seen & (elapsed > self._options.forget)
        going = seen & ~fresh
        self._points[fresh], self._velocities[fresh] = points[fresh], 0.0
        share = self._follow(points, elapsed, going)
        if rotations is not None and self._rotations is not None:
            share = np.where(fresh, 1.0, share)
            self._rotations[seen] = rot.slerp(self._rotations, rotations, share)[seen]
        self._times[seen] = time
        filtered = np.where(seen[:, None], self._points, np.nan)
        if rotations is None or self._rotations is None:
            return filtered, rotations
        return filtered, np.where(seen[:, None], self._rotations, rotations)

    def _follow(self, points: np.ndarray, elapsed: np.ndarray, going: np.ndarray) -> np.ndarray:
        """Move points that are ``going`` towards where they were seen; return the share (K,) of the way."""
        share = np.zeros(len(points))
        time = elapsed[going]
        velocity = (points[going] - self._points[going]) / time[:, None]
        weight = _weight(self._options.speed_cutoff, time)[:, None]
        self._velocities[going] += weight * (velocity - self._velocities[going])
        speed = np.linalg.norm(self._velocities[going], axis=1)
        share[going] = _weight(self._options.slowest + self._options.gain * speed, time)
        self._points[going] += share[going, None] * (points[going] - self._points[going])
        return share


def filter_causally(recording: Recording, options: OneEuroOptions = DEFAULT_OPTIONS) -> Recording:
    """Return the recording filtered frame after frame, as it would have been live."""
    one_euro = OneEuroFilter(options)
    points = np.where(recording.valid_mask[..., None], recording.points, np.nan)
    rotations = None if recording.rotations is None else np.array(recording.rotations)
    for frame in range(recording.frame_count):
        given = None if rotations is None else rotations[frame]
        points[frame], turned = one_euro.step(frame / recording.fps, points[frame], given)
        if rotations is not None and turned is not None:
            rotations[frame] = turned
    sentence = (
        f"Filtered all points causally (One-Euro: {options.slowest:g} Hz at rest, {options.gain:g} Hz more "
        "for each m/s)."
    )
    result = replace(recording, points=points, rotations=rotations)
    return reported(result, "one_euro", sentence, **options.__dict__)


def _weight(cutoff: np.ndarray | float, time: np.ndarray) -> np.ndarray:
    """Return the weight of a new value after ``time`` [s] in a first-order low-pass filter [Hz]."""
    turn = 2.0 * np.pi * cutoff * time
    return turn / (turn + 1.0)
