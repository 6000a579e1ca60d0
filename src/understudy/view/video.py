"""A side-by-side film of source and robots: H.264 in an mp4 file that any browser plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from understudy.drawing.encoder import encode_film
from understudy.errors import RenderError
from understudy.motion.archive import require_writable
from understudy.motion.human_motion import HumanMotion
from understudy.view.lanes import Lanes, Performances
from understudy.view.scene import FAST_SAMPLES

DEFAULT_SIZE = (480, 640)
"""Width and height of a lane [pixels]."""

MAX_FPS = 30.0
"""Frames a second that a film has at most, unless asked for."""

_SMOOTH_FPS = 24.0
"""Frames a second from which a film looks smooth."""


def render_video(
    path: str | Path,
    human: HumanMotion | None,
    performances: Performances,
    size: tuple[int, int] = DEFAULT_SIZE,
    fps: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    samples: int = FAST_SAMPLES,
) -> None:
    """Film a performance; the file is written whole or not at all.

    Args:
        path: The mp4 file.
        human: The source, or None to show robots only.
        performances: Robots and their motions.
        size: Width and height of a lane with its label [pixels], even numbers.
        fps: Frames a second of the film; by default those of the motion, thinned out to at most 30.
        progress: Called after each frame with the number of frames done and of all frames.
        samples: Samples a pixel that smooth the edges; 4 takes about twice the time.
    """
    path = Path(path)
    require_writable(path)
    if size[0] % 2 or size[1] % 2:
        raise RenderError(
            f"a film of {size[0]} x {size[1]} pixels a lane is not possible, expected even numbers"
        )
    if fps is not None and not (math.isfinite(fps) and fps > 0.0):
        raise RenderError(f"a film cannot have {fps} frames a second, expected a number over 0")
    with Lanes(human, performances, size, samples) as lanes:
        rate = fps if fps is not None else film_fps(lanes.fps)
        pictures = _film(lanes, rate, progress)
        encode_film(path, pictures, (lanes.count * size[0], size[1]), rate)


def _film(lanes: Lanes, fps: float, progress: Callable[[int, int], None] | None) -> Iterator[np.ndarray]:
    """Yield the pictures of the whole performance."""
    total = int(lanes.duration * fps + 1e-6) + 1
    for index in range(total):
        yield lanes.picture(index / fps)
        if progress is not None:
            progress(index + 1, total)


def film_fps(motion_fps: float) -> float:
    """Return the rate [1/s] of a film of a motion: at most 30, each n-th frame where that stays smooth."""
    if motion_fps <= MAX_FPS:
        return motion_fps
    every_nth = motion_fps / math.ceil(motion_fps / MAX_FPS - 1e-3)
    return every_nth if every_nth >= _SMOOTH_FPS else MAX_FPS
