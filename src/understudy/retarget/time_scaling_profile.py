"""The smallest slow-down with which a motion keeps to its limits.

A motion q(s) that is performed at the pace ṡ has the accelerations q″ ṡ² + q′ s̈. Speeds squared,
accelerations, torques and the ZMP's moments are all linear in b = ṡ² and a = s̈ = ½ db/ds, plus what they are
at rest, so that every limit is a row

    change · a + pace · b ≤ 1

(Verscheure et al. 2009 plan robots' fastest motions so). Here b ≤ 1: nothing gets faster than it was. Slowed
down alike everywhere, b is the largest constant that keeps all rows. Locally, b is a curve: as large as may
be, no smaller anywhere than that constant, and bent no more than lets the pace change within ``EASE``. Both
are exact, the first in closed form, the second as a linear programme.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

EASE = 0.3
"""Time [s] of the original within which the pace goes over from one to another, at the least."""

BEND = 4.0 / EASE**2
"""[1/s²] by which b may bend: from 0 to 1 with an even bend and its opposite takes ``EASE``."""

_SLACK = 1e-9


@dataclass(frozen=True, eq=False)
class Demands:
    """R rows that say how fast moments of a motion may be performed.

    Attributes:
        frame: (R,) which frame each is about.
        change: (R,) [s] a's share of the limit.
        pace: (R,) b's share of the limit.
        kind: (R,) index in ``kinds``.
        kinds: What limits are called.
        hopeless: Kind → frames that are over it at rest already, which no slow-down helps.
    """

    frame: np.ndarray
    change: np.ndarray
    pace: np.ndarray
    kind: np.ndarray
    kinds: tuple[str, ...]
    hopeless: dict[str, int]

    def too_fast(self) -> dict[str, int]:
        """Return kind → frames that are over it at the original pace."""
        over = self.pace > 1.0 + _SLACK
        counts = {
            kind: len(np.unique(self.frame[over & (self.kind == index)]))
            for index, kind in enumerate(self.kinds)
        }
        return {kind: count for kind, count in counts.items() if count}


def uniform_profile(demands: Demands, most: float) -> float:
    """Return the largest constant b, 1 at most, that keeps all demands; no slower than ``most`` times."""
    hardest = float(demands.pace.max(initial=0.0))
    return max(min(1.0, 1.0 / hardest if hardest > 0.0 else 1.0), most**-2)


def local_profile(demands: Demands, frames: int, fps: float, most: float) -> np.ndarray:
    """Return b (T,), as large as may be, that keeps all demands; no slower than ``most`` times.

    Args:
        demands: The demands.
        frames: T.
        fps: Frames a second [1/s].
        most: How many times as slow any moment may become.
    """
    least = uniform_profile(demands, most)
    if least >= 1.0 or frames < 3:
        return np.full(frames, least)
    # SciPy's optimisers take longer to import than most clips to be scaled.
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, vstack

    # A limit that even the slowest pace does not keep is kept as nearly as that pace does.
    ease = np.maximum(1.0, demands.pace * least)
    before, after = np.maximum(demands.frame - 1, 0), np.minimum(demands.frame + 1, frames - 1)
    slope = demands.change * 0.5 * fps / (after - before)
    rows = np.arange(len(demands.frame))
    asked = csr_array(
        (
            np.concatenate([demands.pace, slope, -slope]) / np.tile(ease, 3),
            (np.tile(rows, 3), np.concatenate([demands.frame, after, before])),
        ),
        shape=(len(rows), frames),
    )
    inner = np.arange(frames - 2)
    bend = csr_array(
        (
            np.repeat([1.0, -2.0, 1.0], frames - 2),
            (np.tile(inner, 3), np.concatenate([inner, inner + 1, inner + 2])),
        ),
        shape=(frames - 2, frames),
    )
    room = np.full(frames - 2, BEND / fps**2)
    found = linprog(
        -np.ones(frames),
        A_ub=vstack([asked, bend, -bend]),
        b_ub=np.concatenate([np.ones(len(rows)), room, room]),
        bounds=(least, 1.0),
        method="highs",
    )
    # The constant keeps everything, so that there always is a solution; rounding may leave none.
    return np.clip(found.x, least, 1.0) if found.x is not None else np.full(frames, least)


def moments_of(profile: np.ndarray, fps: float) -> np.ndarray:
    """Return which moments (N,) [s] of a motion frames at the same rate show, at a pace √b given as b (T,).

    The last frame shows the motion's last; for that all of it may become slower by less than a frame.
    """
    speed = np.sqrt(profile)
    steps = 2.0 / (fps * (speed[1:] + speed[:-1]))
    times = np.concatenate([[0.0], np.cumsum(steps)])
    count = int(np.ceil(times[-1] * fps - 1e-6))
    stretch = count / fps / times[-1]
    at = np.arange(count + 1) / fps / stretch
    index = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(steps) - 1)
    gone = at - times[index]
    gain = (speed[index + 1] - speed[index]) / steps[index]
    moments = index / fps + speed[index] * gone + 0.5 * gain * gone**2
    moments[0], moments[-1] = 0.0, (len(profile) - 1) / fps
    return moments
