"""Motions written as the MINI-RGBD data set has them: a folder with 25 lines ``x y z index`` a frame."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.keypoints.sets import MINI_RGBD_25
from understudy.capture.sidecar import Sidecar
from understudy.export.captures.keypoints import (
    joint_lines,
    ordered_points,
    rate_of,
    seen_from,
    write_frames,
)
from understudy.motion import Recording

_UP = "-z"
_METRE = 1.0
_DIGITS = 9


def write_mini_rgbd(
    path: str | Path,
    motion: Recording | np.ndarray,
    *,
    fps: float | None = None,
    valid: np.ndarray | None = None,
    with_sidecar: bool = True,
) -> None:
    """Write one text a frame, in metres in the axes of a camera above the infant.

    Args:
        path: A new or empty folder, ``joints_3D`` in the data set.
        motion: A recording, or points (T, 25, 3) [m] in the order of ``MINI_RGBD_25``, z up, x forward.
        fps: Frames a second [1/s], the recording's by default.
        valid: (T, 25), False where a joint shall count as not seen; it is written as nan.
        with_sidecar: Whether to state the rate beside the folder.

    Raises:
        InvalidMotionError: Where arrays do not fit together.
        OutputError: Where the files cannot be written.
    """
    points = seen_from(ordered_points(motion, MINI_RGBD_25, valid), _UP, _METRE)
    stated = Sidecar(fps=rate_of(motion, fps)) if with_sidecar else None
    frames = (joint_lines(frame, _DIGITS) for frame in points)
    write_frames(path, "syn_joints_3D_{:05d}.txt", frames, stated)
