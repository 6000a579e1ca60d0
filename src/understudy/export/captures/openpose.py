"""Motions written as OpenPose writes them: a folder with one JSON a frame, keypoints in three dimensions."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from understudy.capture.keypoints.sets import BODY_25, KeypointSet
from understudy.capture.sidecar import Sidecar
from understudy.export.captures.keypoints import (
    flat_numbers,
    ordered_points,
    rate_of,
    seen_from,
    write_frames,
)
from understudy.motion import Recording

_DIGITS = 9


def write_openpose_folder(
    path: str | Path,
    motion: Recording | np.ndarray,
    *,
    keypoints: KeypointSet = BODY_25,
    fps: float | None = None,
    up: str = "-y",
    unit: float = 1.0,
    valid: np.ndarray | None = None,
    with_sidecar: bool = True,
) -> None:
    """Write one JSON a frame; points that were not seen have zeros and no confidence, as OpenPose has it.

    Args:
        path: A new or empty folder.
        motion: A recording, or points (T, K, 3) [m] in the set's order, z up, x forward.
        keypoints: ``BODY_25``, ``BODY_25B`` or ``COCO_18``.
        fps: Frames a second [1/s], the recording's by default; OpenPose itself does not say it.
        up: The file's axis that points up: ``"-y"`` for a level camera before the person, ``"-z"`` for one
            that looks down, ``"y"`` or ``"z"``.
        unit: Metres per unit in the file.
        valid: (T, K), False where a point shall count as not seen.
        with_sidecar: Whether to state rate, unit and up beside the folder.

    Raises:
        InvalidMotionError: Where arrays do not fit together.
        OutputError: Where the files cannot be written.
    """
    points = seen_from(ordered_points(motion, keypoints, valid), up, unit)
    stated = Sidecar(fps=rate_of(motion, fps), up=up, unit=unit) if with_sidecar else None
    frames = (
        json.dumps(_document(numbers), separators=(",", ":")) for numbers in flat_numbers(points, _DIGITS)
    )
    stem = Path(path).name.replace("{", "{{").replace("}", "}}")
    write_frames(path, f"{stem}_{{:012d}}_keypoints.json", frames, stated)


def _document(numbers: list[float]) -> dict[str, object]:
    empty = [f"{part}_keypoints_{dimension}d" for dimension in (2, 3) for part in _PARTS]
    person = {"person_id": [-1]} | dict.fromkeys(empty, []) | {"pose_keypoints_3d": numbers}
    return {"version": 1.3, "people": [person]}


_PARTS = ("pose", "face", "hand_left", "hand_right")
