"""Frames at an even rate: how many there are, when each is, and parts of a motion by time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from understudy.errors import InvalidMotionError

if TYPE_CHECKING:
    from understudy.motion.human_motion import HumanMotion
    from understudy.motion.robot_motion import RobotMotion

AnyTimeline = TypeVar("AnyTimeline", bound="Timeline")

_ROUNDING = 1e-6
"""Share of a frame by which a time may miss it and still mean it."""


class Timeline:
    """What motions of people and of robots have in common: ``len``, ``times``, and ``motion[1.0:2.5]``.

    Attributes:
        fps: Frames a second [1/s].
    """

    fps: float

    @property
    def frame_count(self) -> int:
        """T."""
        raise NotImplementedError

    def section(self: AnyTimeline, start: int, stop: int) -> AnyTimeline:
        """Return frames ``start`` to ``stop`` (excluded)."""
        raise NotImplementedError

    def __len__(self) -> int:
        """Return the number of frames T."""
        return self.frame_count

    @property
    def times(self) -> np.ndarray:
        """(T,) time of each frame [s], the first at 0."""
        return np.arange(self.frame_count) / self.fps

    @property
    def duration(self) -> float:
        """Time from the first to the last frame [s]."""
        return (self.frame_count - 1) / self.fps

    def __getitem__(self: AnyTimeline, span: slice) -> AnyTimeline:
        """Return the part of a motion between two times [s], ``motion[1.0:2.5]``; the end is excluded.

        Times count from the first frame, negative ones from the end, and either may be left out. Frames by
        their numbers come from :meth:`section`.

        Raises:
            InvalidMotionError: For anything but a span of time, and for one in which there is no frame.
        """
        if not isinstance(span, slice) or span.step is not None:
            raise InvalidMotionError(
                "a motion is cut by time, expected motion[1.0:2.5] in seconds; section takes frames"
            )
        start = self._frame_at(0.0 if span.start is None else span.start)
        stop = self.frame_count if span.stop is None else self._frame_at(span.stop)
        if start >= stop:
            raise InvalidMotionError(
                f"no frame lies between {span.start} and {span.stop} s, expected times from 0 to "
                f"{self.frame_count / self.fps:g} s"
            )
        return self.section(start, stop)

    def resample(self: AnyTimeline, fps: float) -> AnyTimeline:
        """Return the motion at another frame rate [1/s], see ``motion.resampling``."""
        # Resampling knows every noun, and so cannot be known to what they are made from.
        from understudy.motion.resampling import resample

        return cast("AnyTimeline", resample(cast("HumanMotion | RobotMotion", self), fps))

    def _frame_at(self, time: float) -> int:
        """Return the first frame that is not before a time [s], at most T."""
        try:
            frame = float(time) * self.fps
        except (TypeError, ValueError):
            frame = math.nan
        if not math.isfinite(frame):
            raise InvalidMotionError(f"a motion cannot be cut at {time!r}, expected a time in seconds")
        first = math.ceil(frame - _ROUNDING)
        from_start = first if frame >= 0.0 else first + self.frame_count
        return min(max(from_start, 0), self.frame_count)
