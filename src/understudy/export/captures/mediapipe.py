"""Motions written as people save MediaPipe's landmarks: one JSON with all frames."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.keypoints.take import is_seen
from understudy.errors import InvalidMotionError
from understudy.export.captures.keypoints import ordered_points, rate_of, seen_from
from understudy.export.table_text import printed
from understudy.motion import Recording
from understudy.motion.archive import write_bytes

_METRE = 1.0
_DIGITS = 9
_PICTURE_HEIGHT = 1080
_FILLED = 0.8
"""Share of the picture's sides that the whole motion takes up at most."""

_HIPS = [BLAZEPOSE_33.names.index(name) for name in ("Left_hip", "Right_hip")]


def write_mediapipe_json(
    path: str | Path,
    motion: Recording | np.ndarray,
    *,
    fps: float | None = None,
    valid: np.ndarray | None = None,
    is_world: bool = True,
    up: str = "-y",
    aspect: float = 16 / 9,
) -> None:
    """Write all frames, each with 33 landmarks of x, y, z and visibility.

    Args:
        path: The file; written whole or not at all.
        motion: A recording, or points (T, 33, 3) [m] in BlazePose's order, z up, x forward.
        fps: Frames a second [1/s], the recording's by default.
        valid: (T, 33), False where a point shall count as not seen.
        is_world: Whether to write world landmarks (metres from the middle of the hips in each frame) or
            picture landmarks (shares of the sides of a picture that the whole motion fits into, depths from
            the middle of the hips), of a camera so far away that nothing is foreshortened.
        up: ``"-y"`` for a level camera before the person, ``"-z"`` for one that looks down.
        aspect: Width over height of the picture.

    Raises:
        InvalidMotionError: Where arrays do not fit together, or no frame shows both hips.
        OutputError: Where the file cannot be written.
    """
    points = seen_from(ordered_points(motion, BLAZEPOSE_33, valid), up, _METRE)
    hips = points[:, _HIPS].mean(axis=1, keepdims=True)
    if not np.isfinite(hips).all():
        raise InvalidMotionError(
            "landmarks of MediaPipe are seen from the hips, which every frame has to show"
        )
    if is_world:
        key, landmarks = "pose_world_landmarks", points - hips
    else:
        key, landmarks = "pose_landmarks", _in_picture(points, hips, aspect)
    document: dict[str, Any] = {
        "frames": [{"frame": k, key: _points(frame)} for k, frame in enumerate(landmarks)]
    }
    rate = rate_of(motion, fps)
    if rate is not None:
        document = {"fps": rate} | document
    if not is_world:
        document = {"width": round(aspect * _PICTURE_HEIGHT), "height": _PICTURE_HEIGHT} | document
    write_bytes(path, json.dumps(document, separators=(",", ":")).encode())


def _in_picture(points: np.ndarray, hips: np.ndarray, aspect: float) -> np.ndarray:
    """Return shares of a picture's sides, with depths in shares of its width."""
    low, high = np.nanmin(points, axis=(0, 1)), np.nanmax(points, axis=(0, 1))
    height = max(float(high[1] - low[1]), float(high[0] - low[0]) / aspect) / _FILLED
    centred = points - 0.5 * (low + high)
    centred[..., 2] = (points - hips)[..., 2]
    return centred / (height * np.array([aspect, 1.0, aspect])) + np.array([0.5, 0.5, 0.0])


def _points(frame: np.ndarray) -> list[dict[str, float]]:
    seen = is_seen(frame)
    values = printed(np.where(seen[:, None], frame, 0.0), _DIGITS).tolist()
    return [
        {"x": x, "y": y, "z": z, "visibility": float(known)}
        for (x, y, z), known in zip(values, seen, strict=True)
    ]
