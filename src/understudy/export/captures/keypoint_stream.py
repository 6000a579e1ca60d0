"""Keypoints written to one file a few frames at a time, for takes too long to be held at once.

OpenPose's set goes into one JSON a line, as its readers accept it; MINI-RGBD's frames are joined in one
text. The file is in its place only once it is complete.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from understudy.capture.keypoints.sets import BODY_25, MINI_RGBD_25, KeypointSet
from understudy.capture.sidecar import Sidecar, write_sidecar
from understudy.export.captures.keypoints import flat_numbers, joint_lines, ordered_points, seen_from
from understudy.motion.output import replacing

_UP = "-z"
_METRE = 1.0
_DIGITS = 6

Append = Callable[[np.ndarray], None]
"""Takes points (T, K, 3) [m] in the set's order, z up, x forward, NaN where not seen."""


@contextmanager
def body_25_stream(path: str | Path, fps: float) -> Iterator[Append]:
    """Yield what appends frames of BODY_25 in the axes of a camera that looks down.

    Args:
        path: The file, whose sidecar states rate, unit and up.
        fps: Frames a second [1/s].

    Raises:
        OutputError: Where the file cannot be written; nothing is left of it then.
    """
    with _stream(Path(path), BODY_25, _openpose_lines, Sidecar(fps=fps, up=_UP, unit=_METRE)) as append:
        yield append


@contextmanager
def mini_rgbd_stream(path: str | Path, fps: float) -> Iterator[Append]:
    """Yield what appends frames of MINI-RGBD's 25 joints; as :func:`body_25_stream` otherwise."""
    with _stream(Path(path), MINI_RGBD_25, _joint_lines, Sidecar(fps=fps)) as append:
        yield append


@contextmanager
def _stream(
    path: Path, keypoints: KeypointSet, as_text: Callable[[np.ndarray], str], stated: Sidecar
) -> Iterator[Append]:
    with replacing(path) as temporary:
        with temporary.open("x", encoding="ascii", newline="\n") as file:

            def append(points: np.ndarray) -> None:
                file.write(as_text(seen_from(ordered_points(points, keypoints), _UP, _METRE)))

            yield append
        # The sidecar comes first: whoever finds the file finds all that belongs to it.
        write_sidecar(path, stated)


def _openpose_lines(points: np.ndarray) -> str:
    """Return one JSON document a frame."""
    return "".join(
        json.dumps({"people": [{"pose_keypoints_3d": numbers}]}, separators=(",", ":")) + "\n"
        for numbers in flat_numbers(points, _DIGITS)
    )


def _joint_lines(points: np.ndarray) -> str:
    return "".join(joint_lines(frame, _DIGITS) for frame in points)
