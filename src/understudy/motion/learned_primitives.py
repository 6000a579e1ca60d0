"""Primitives learned from somebody's own clips: the courses that their joints have most in common (SVD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import RobotMotion
from understudy.motion.primitives import MOST, Primitives
from understudy.motion.provenance import Provenance

SAMPLES = 101
"""Places of a window at which a learned primitive is known."""

_OVERLAP = 0.5
"""Share of a window from one to the next, so that no course is learned at one phase alone."""


_DIFFERENT = 1e-20
"""Share of the strongest course's energy from which on a course is more than rounding."""


class Learned(NamedTuple):
    """A library, and the share of the clips' energy (N,) that its first primitives make up."""

    primitives: Primitives
    explained: np.ndarray


def learn_primitives(
    clips: Sequence[RobotMotion], count: int, seconds: float, name: str = "learned"
) -> Learned:
    """Return the primitives that rebuild windows of clips best, of all libraries of so many.

    Every joint's course in every window is a row; the singular vectors with the largest singular values span
    them with the least error. They are orthogonal over the window, so Ψ is as well conditioned as can be.

    Args:
        clips: Motions of any robots.
        count: How many primitives.
        seconds: Length [s] of a window.
        name: What the library is called.

    Raises:
        InvalidMotionError: Where there are fewer windows than primitives, or none at all.
    """
    if not 1 <= count <= min(MOST, SAMPLES):
        raise InvalidMotionError(f"{count} primitives, expected 1 to {min(MOST, SAMPLES)}")
    rows = [row for clip in clips for row in _windows(clip, seconds)]
    if not rows:
        raise InvalidMotionError(f"no clip is as long as a window of {seconds:g} s, expected one at least")
    matrix = np.concatenate(rows)
    _, strengths, courses = np.linalg.svd(matrix, full_matrices=False)
    energy = strengths**2
    different = int((energy > _DIFFERENT * energy[0]).sum())
    if count > different:
        raise InvalidMotionError(f"the clips show {different} different courses, expected at least {count}")
    # Of unit mean square, and with the sign of their largest value, so that equal clips give equal libraries.
    chosen = courses[:count] * np.sqrt(SAMPLES)
    chosen *= np.where(chosen[:, np.abs(chosen).argmax(axis=1)].diagonal() < 0.0, -1.0, 1.0)[:, None]
    none = np.zeros(0)
    history = Provenance().then("learn", clips=[clip.provenance.source for clip in clips], count=count)
    return Learned(
        Primitives(name, none, none, chosen, float(seconds), history),
        np.cumsum(energy[:count]) / energy.sum(),
    )


def _windows(clip: RobotMotion, seconds: float) -> list[np.ndarray]:
    """Return the windows (J, M) of a clip, each joint's course a row."""
    last = (clip.frame_count - 1) / clip.fps
    times = np.arange(clip.frame_count) / clip.fps
    starts = np.arange(0.0, last - seconds + 1e-9, _OVERLAP * seconds)
    grid = np.linspace(0.0, seconds, SAMPLES)
    return [
        np.stack([np.interp(start + grid, times, course) for course in clip.joint_positions.T])
        for start in starts
    ]
