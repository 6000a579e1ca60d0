"""Who performs the paper's three motions, made up: statures as published, landmarks as captured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from understudy.study.captures import Capture
from understudy.study.morphing import published
from understudy.synth import Corruption, make, performer_body, record
from understudy.synth.formats import RENDERINGS

FPS = 100.0
"""Frames a second [1/s] of made-up captures, as the paper's after resampling."""

_FORMAT = "csv"


@dataclass(frozen=True)
class Performer:
    """A capture to be made.

    Attributes:
        motion: One of the paper's.
        height: Stature [m].
        seconds: Duration [s]; by default the motion's own.
        fps: Frames a second [1/s].
    """

    motion: str
    height: float
    seconds: float | None = None
    fps: float = FPS

    @property
    def name(self) -> str:
        """File name without ending; other particulars give another name."""
        lasting = "" if self.seconds is None else f"_{self.seconds:g}s"
        rate = "" if self.fps == FPS else f"_{self.fps:g}fps"
        return f"{self.motion}_{round(100.0 * self.height)}cm{lasting}{rate}"


def performers() -> tuple[Performer, ...]:
    """Return the paper's three, in its order."""
    return tuple(Performer(motion, height) for motion, height in published.HEIGHTS.items())


def write_performer(folder: Path, performer: Performer) -> Capture:
    """Write a performer's capture into a folder, unless it is there, and return it.

    Its name tells everything that it was made from, and it is never there half written, so a file that
    is there is right.

    Raises:
        OutputError: Where it cannot be written.
    """
    rendering = RENDERINGS[_FORMAT]
    path = folder / f"{performer.name}{rendering.suffix}"
    if not path.exists():
        body = performer_body(height=performer.height)
        motion = make(performer.motion, performer.seconds, performer.fps, body=body)
        rendering.write(path, record(motion, rendering.point_set(body), Corruption()))
    return Capture(performer.name, path)


def motion_of(name: str) -> str:
    """Return which of the paper's motions a capture's name stands for, nothing where it stands for none."""
    return next((motion for motion in published.HEIGHTS if name.startswith(motion)), "")
