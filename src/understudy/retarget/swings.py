"""Between two stances: what a foot in the air has of the place that it leaves and of the one it comes to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import lean_kernel


class Swings(NamedTuple):
    """The stances before and after each of T frames, and how far the foot has come from one to the other."""

    before: np.ndarray  # (T,) the last frame of a stance, or the frame itself in one
    after: np.ndarray  # (T,) the first frame of the next one
    share: np.ndarray  # (T,) 0 to 1 of the way from one to the other, of least jerk

    def led_over(self, values: np.ndarray) -> np.ndarray:
        """Return values (T, ...) as they are in stances, led over smoothly from each to the next."""
        here, share = values[self.before], self.share.reshape(-1, *(1 for _ in values.shape[1:]))
        return here + share * (values[self.after] - here)


def swings(stands: np.ndarray) -> Swings:
    """Return the ways between stances of a foot, by whether it stands (T,).

    Before the first stance and after the last it is there. Of a foot that never stands every frame is by
    itself.
    """
    size = len(stands)
    found = Swings(np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64), np.empty(size))
    write_swings(np.ascontiguousarray(stands), *found)
    return found


@lean_kernel
def write_swings(stands: np.ndarray, before: np.ndarray, after: np.ndarray, share: np.ndarray) -> None:
    """Write the stances before and after each frame (T,), and the share of the way between them."""
    size, last = stands.shape[0], -1
    for i in range(size):
        last = i if stands[i] else last
        before[i] = last
    following = -1
    for step in range(size):
        i = size - 1 - step
        following = i if stands[i] else following
        after[i] = following
    for i in range(size):
        if last < 0:
            before[i], after[i] = i, i
        before[i] = after[i] if before[i] < 0 else before[i]
        after[i] = before[i] if after[i] < 0 else after[i]
        x = (i - before[i]) / (after[i] - before[i]) if after[i] > before[i] else 0.0
        # The way of a movement of least jerk (Flash and Hogan 1985).
        share[i] = x * x * x * (10.0 - 15.0 * x + 6.0 * x * x)
