"""Keypoints of one person as a raw capture: their set, their rate, and what is usual before a camera."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.keypoints.sets import KeypointSet
from understudy.capture.keypoints.take import Take, is_seen
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source

USUAL_FPS = 30.0
"""Frames a second of most cameras, where a file does not tell."""


def raw_keypoints(
    source: Source,
    format_name: str,
    keypoints: KeypointSet,
    points: np.ndarray,
    take: Take | None,
    notes: Sequence[str],
) -> RawCapture:
    """Return what a file of keypoints says.

    Args:
        source: The file or folder.
        format_name: What people call its format.
        keypoints: The set that the points are of.
        points: (T, K, 3) in the file's unit and axes, NaN where not seen.
        take: What the file says about itself, or None.
        notes: What the reader has to say.
    """
    shown = {name for column, name in enumerate(keypoints.names) if is_seen(points[:, column]).any()}
    fps = None if take is None else take.stated.get("fps")
    return RawCapture(
        source=source,
        format=format_name,
        names=tuple(keypoints.names),
        points=points,
        naming=keypoints.name,
        landmark_points={
            landmark: names for landmark, names in keypoints.landmarks.items() if shown.issuperset(names)
        },
        fps=fps,
        times=None if take is None or fps is not None else take.times,
        usual_fps=USUAL_FPS,
        may_lie_under_camera=True,
        notes=tuple(notes),
    )
