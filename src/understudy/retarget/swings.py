"""Between two stances: what a foot in the air has of the place that it leaves and of the one it comes to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.retarget.limits.task_path import least_jerk


class Swings(NamedTuple):
    """The stances before and after each of T frames, and how far the foot has come from one to the other."""

    before: np.ndarray  # (T,) the last frame of a stance, or the frame itself in one
    after: np.ndarray  # (T,) the first frame of the next one
    share: np.ndarray  # (T,) 0 to 1 of the way from one to the other, of least jerk

    def led_over(self, values: np.ndarray) -> np.ndarray:
        """Return values (T, ...) as they are in stances, led over smoothly from each to the next."""
        share = self.share.reshape(-1, *(1 for _ in values.shape[1:]))
        return values[self.before] + share * (values[self.after] - values[self.before])


def swings(stands: np.ndarray) -> Swings:
    """Return the ways between stances of a foot, by whether it stands (T,); before the first it is there.

    Of a foot that never stands every frame is its own.
    """
    frames, found = np.arange(len(stands)), np.flatnonzero(stands)
    if len(found) in (0, len(stands)):
        return Swings(frames, frames, np.zeros(len(stands)))
    place = np.searchsorted(found, frames)
    after = found[np.minimum(place, len(found) - 1)]
    before = np.where(stands, frames, found[np.maximum(place - 1, 0)])
    before = np.where(place == 0, after, before)
    length = np.maximum(after - before, 1)
    return Swings(before, after, least_jerk((frames - before) / length))
