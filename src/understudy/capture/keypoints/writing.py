"""What all writers of keypoints do: put landmarks in a set's order, and the world in a camera's axes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.keypoints.sets import KeypointSet
from understudy.capture.placing.point_body import landmark_tracks
from understudy.errors import InvalidMotionError, OutputError, unknown_name
from understudy.motion import Recording
from understudy.motion import validation as check

VIEWS: dict[str, np.ndarray] = {
    # A level camera before a person who faces x: right in the picture, down, away from the camera.
    "-y": np.array([[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]]),
    # A camera that looks down: the picture's lower edge is where x points.
    "-z": np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]),
    # Left, up, forward, as programs for animation have it.
    "y": np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]),
    "z": np.eye(3),
}
"""The file's axis that points up → rotation (3, 3) from the world's axes (z up, x forward) to the file's."""


def ordered_points(
    motion: Recording | np.ndarray, keypoints: KeypointSet, valid: np.ndarray | None = None
) -> np.ndarray:
    """Return points (T, K, 3) [m] in the world, in the order of a set, NaN where not seen.

    Args:
        motion: A recording, whose landmarks are put to the set's points, or the points themselves
            (T, K, 3) [m]. A point that is one of several whose mean is a landmark is put to that mean.
        keypoints: The set.
        valid: (T, K), False where a point shall count as not seen.

    Raises:
        InvalidMotionError: Where arrays do not fit together.
    """
    if isinstance(motion, Recording):
        points = _from_landmarks(motion, keypoints)
    else:
        points = np.array(motion, dtype=np.float64)
        check.require_shape("points", points, (None, keypoints.size, 3))
    if len(points) == 0:
        raise InvalidMotionError("a file of keypoints needs at least one frame")
    if valid is not None:
        mask = np.asarray(valid, dtype=bool)
        check.require_shape("valid", mask, points.shape[:2])
        points[~mask] = np.nan
    return points


def seen_from(points: np.ndarray, up: str, unit: float) -> np.ndarray:
    """Return points (..., 3) [m] of the world in a file's axes and unit (metres per unit)."""
    if up not in VIEWS:
        raise InvalidMotionError(unknown_name("axis that points up", up, VIEWS))
    if not unit > 0.0:
        raise InvalidMotionError(f"unit is {unit}, expected metres per unit of the file")
    return points @ VIEWS[up].T / unit


def rate_of(motion: Recording | np.ndarray, fps: float | None) -> float | None:
    """Return frames a second as given, else as the recording has it, None where neither says."""
    rate = motion.fps if fps is None and isinstance(motion, Recording) else fps
    if rate is not None:
        check.require_fps(rate)
    return rate


def make_frame_folder(path: str | Path) -> Path:
    """Make a folder for frames, which must not hold others yet."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = next(folder.iterdir(), None) is None
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from error
    if not is_empty:
        raise OutputError(
            f"cannot write {folder}: the folder holds files already, expected an empty or new one"
        )
    return folder


def write_frame(path: Path, content: str) -> None:
    """Write the file of one frame.

    A file for each frame is not worth the care with which whole results are written: a folder that was not
    finished is seen to be so by its last number.

    Raises:
        OutputError: Where the file cannot be written.
    """
    try:
        path.write_bytes(content.encode())
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from error


def _from_landmarks(recording: Recording, keypoints: KeypointSet) -> np.ndarray:
    seen = np.where(recording.valid_mask[..., None], recording.points, np.nan)
    tracks = landmark_tracks(recording.names, seen, recording.landmark_points)
    points = np.full((recording.frame_count, keypoints.size, 3), np.nan)
    # A landmark of its own takes precedence over the share in another one's mean.
    by_share = sorted(keypoints.landmarks.items(), key=lambda item: -len(item[1]))
    for landmark, names in by_share:
        if landmark in tracks:
            points[:, [keypoints.names.index(name) for name in names]] = tracks[landmark][:, None]
    return points
