"""What one camera saw of a recording's points: where each was in the picture, and how surely it was seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check

PREFIX = "view_"
"""How names of a view's arrays begin in an archive: ``view_0_points``, …"""

MOST_VIEWS = 64
LARGEST_SIDE = 1 << 16
"""Pixels."""

_SERIES = ("points", "confidence", "times")


@dataclass(frozen=True, eq=False)
class CameraView:
    """Image points over time as they were measured, at the camera's own times, not filtered or filled in.

    Attributes:
        name: What the camera or its film is called.
        size: Width and height of the picture [pixels].
        times: (F,) [s] when pictures were taken, from the recording's first frame on; increasing.
        points: (F, K, 2) x to the right and y down from the picture's upper left corner [pixels], of the
            recording's points; NaN where one was not found. Points may lie outside of the picture.
        confidence: (F, K) how surely each was seen, 0 to 1; 0 where it was not found.
    """

    name: str
    size: tuple[int, int]
    times: np.ndarray
    points: np.ndarray
    confidence: np.ndarray

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        for field in _SERIES:
            object.__setattr__(self, field, check.frozen_array(getattr(self, field)))
        object.__setattr__(self, "size", tuple(map(int, self.size)))
        if len(self.size) != 2 or not all(1 <= side <= LARGEST_SIDE for side in self.size):
            raise InvalidMotionError(f"size is {self.size}, expected two sides of 1 to {LARGEST_SIDE} pixels")
        frames, count = len(self.times), self.points.shape[1] if self.points.ndim == 3 else 0
        check.require_shape("times", self.times, (None,))
        if frames == 0:
            raise InvalidMotionError("a view needs at least one picture")
        check.require_finite("times", self.times)
        check.require_increasing("times", self.times)
        check.require_shape("points", self.points, (frames, None, 2))
        check.require_shape("confidence", self.confidence, (frames, count))
        if not ((self.confidence >= 0.0) & (self.confidence <= 1.0)).all():
            raise InvalidMotionError("confidence has a value that is not from 0 to 1")
        check.require_finite("points", self.points, self.confidence > 0.0)

    def __repr__(self) -> str:
        """Return one line, since arrays of a clip fill pages of a notebook."""
        width, height = self.size
        return f"<CameraView {self.name}: {len(self.times)} pictures of {width} × {height}>"

    @property
    def rate(self) -> float:
        """Pictures a second [1/s] on the median, NaN where there is one alone."""
        return float(1.0 / np.median(np.diff(self.times))) if len(self.times) > 1 else float("nan")

    def between(self, start: float, stop: float) -> CameraView | None:
        """Return the pictures from ``start`` to ``stop`` [s], whose times begin anew at ``start``.

        None where there is none.
        """
        # Times of frames are rounded, so that the first and the last one may lie just outside.
        margin = 0.25 * float(np.median(np.diff(self.times))) if len(self.times) > 1 else 0.0
        kept = (self.times >= start - margin) & (self.times <= stop + margin)
        if not kept.any():
            return None
        times = self.times[kept] - start
        return replace(self, times=times, points=self.points[kept], confidence=self.confidence[kept])

    def slowed(self, factor: float) -> CameraView:
        """Return the view with times that are so many times as long."""
        return replace(self, times=self.times * factor)

    def mirrored(self, source: np.ndarray) -> CameraView:
        """Return the view in a mirror.

        Args:
            source: (K,) for each point the one whose place it takes, its counterpart on the other side.
        """
        points = self.points[:, source] * np.array([-1.0, 1.0]) + np.array([self.size[0], 0.0])
        return replace(self, points=points, confidence=self.confidence[:, source])

    def at(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return image points (T, K, 2) [pixels] and confidence (T, K) at times (T,) [s].

        Between two pictures it is a straight line, and as sure as the less sure of both; where one of them
        does not show a point, or outside of the view's time, it is NaN and 0.
        """
        after = np.clip(np.searchsorted(self.times, times), 1, max(len(self.times) - 1, 1))
        if len(self.times) == 1:
            known = np.isclose(times, self.times[0])[:, None]
            points = np.where(known[..., None], self.points[:1], np.nan)
            return points, np.where(known, self.confidence[:1], 0.0)
        before = after - 1
        share = (times - self.times[before]) / (self.times[after] - self.times[before])
        inside = (share > -_EXACT) & (share < 1.0 + _EXACT)
        share = np.clip(share, 0.0, 1.0)
        # A weight of zero must not let a missing neighbour spoil a picture that is hit exactly.
        before = np.where(share > 1.0 - _EXACT, after, before)
        after = np.where(share < _EXACT, before, after)
        weight = share[:, None, None]
        points = self.points[before] * (1.0 - weight) + self.points[after] * weight
        confidence = np.minimum(self.confidence[before], self.confidence[after])
        points[~inside] = np.nan
        return points, np.where(inside[:, None], confidence, 0.0)

    def arrays(self, number: int) -> dict[str, np.ndarray]:
        """Return what is saved of the view with a number."""
        values = {field: getattr(self, field) for field in _SERIES}
        values |= {"name": np.array(self.name), "size": np.array(self.size, dtype=np.int64)}
        return {f"{PREFIX}{number}_{field}": value for field, value in values.items()}


_EXACT = 1e-3
"""Share of the time between two pictures within which one of them is hit exactly."""


def views_of(arrays: Mapping[str, np.ndarray]) -> tuple[CameraView, ...]:
    """Return the views among the arrays of an archive.

    Raises:
        InvalidMotionError: Where one is not whole.
    """
    left = {name for name in arrays if name.startswith(PREFIX)}
    views: list[CameraView] = []
    while f"{PREFIX}{len(views)}_points" in left and len(views) < MOST_VIEWS:
        begin = f"{PREFIX}{len(views)}_"
        missing = [field for field in (*_SERIES, "name", "size") if begin + field not in left]
        if missing:
            raise InvalidMotionError(f"has no array '{begin}{missing[0]}', expected one for each view")
        size = arrays[f"{begin}size"]
        if size.shape != (2,) or size.dtype.kind not in "iu":
            raise InvalidMotionError(f"{begin}size is no pair of whole numbers")
        series = {field: arrays[begin + field] for field in _SERIES}
        views.append(CameraView(str(arrays[f"{begin}name"]), (int(size[0]), int(size[1])), **series))
        left -= {begin + field for field in (*_SERIES, "name", "size")}
    if left:
        raise InvalidMotionError(
            f"has the array '{min(left)}', expected views from 0 on, at most {MOST_VIEWS}"
        )
    return tuple(views)
