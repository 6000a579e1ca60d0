"""A synthetic performer: motions made up by us, of which everything is known, in the formats of captures."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion.validation import require_fps
from understudy.synth.kicking import make_infant_kicking
from understudy.synth.synthetic_motion import SyntheticMotion
from understudy.synth.walk import make_walk

__all__ = ["DEFAULT_FPS", "MOTIONS", "Script", "SyntheticMotion", "make"]

DEFAULT_FPS = 60.0
"""[1/s]."""


@dataclass(frozen=True)
class Script:
    """A motion that the performer knows.

    Attributes:
        perform: Makes it from duration [s], frames a second [1/s] and seed.
        seconds: Duration [s] unless asked otherwise.
    """

    perform: Callable[[float, float, int], SyntheticMotion]
    seconds: float


MOTIONS: dict[str, Script] = {
    "walk": Script(make_walk, 4.0),
    "infant_kicking": Script(make_infant_kicking, 6.0),
}
"""Every motion by name."""


def make(name: str, seconds: float | None = None, fps: float = DEFAULT_FPS, seed: int = 0) -> SyntheticMotion:
    """Perform a motion; the same arguments give the same numbers.

    Args:
        name: One of ``MOTIONS``.
        seconds: Duration [s]; by default the motion's own.
        fps: Frames a second [1/s].
        seed: Seed of all variation.

    Raises:
        InvalidMotionError: For an unknown name, or a duration without a frame.
    """
    if name not in MOTIONS:
        raise InvalidMotionError(unknown_name("motion", name, MOTIONS))
    script = MOTIONS[name]
    duration = script.seconds if seconds is None else seconds
    require_fps(fps)
    if not (math.isfinite(duration) and round(duration * fps) >= 1):
        raise InvalidMotionError(f"seconds is {duration}, expected at least one frame of {1.0 / fps:.4f} s")
    return script.perform(duration, fps, seed)
