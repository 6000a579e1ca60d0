"""What all writers of keypoints do: put landmarks in a set's order, and the world in a camera's axes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from understudy.capture.keypoints.sets import KeypointSet
from understudy.capture.keypoints.take import is_seen
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.sidecar import Sidecar, write_sidecar
from understudy.errors import InvalidMotionError, OutputError, unknown_name
from understudy.export.table_text import printed, rows_of_text
from understudy.motion import Recording
from understudy.motion import validation as check
from understudy.motion.output import write_folder

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


def flat_numbers(points: np.ndarray, digits: int) -> list[list[float]]:
    """Return for each frame of points (T, K, 3) one list of x, y, z and confidence of every point.

    Points that were not seen have zeros and no confidence, as OpenPose has it.
    """
    seen = is_seen(points)[..., None]
    values = np.concatenate([np.where(seen, points, 0.0), seen], axis=-1).reshape(len(points), -1)
    return printed(values, digits).tolist()


def joint_lines(points: np.ndarray, digits: int) -> str:
    """Return points (K, 3) of a frame as lines ``x y z index``, with nan where one was not seen."""
    rows = rows_of_text(points, digits, " ", missing="nan")
    return "".join(f"{row} {index}\n" for index, row in enumerate(rows))


def write_frames(path: str | Path, name: str, frames: Iterable[str], stated: Sidecar | None) -> None:
    """Write a folder with one file a frame, whole or not at all, and what is stated beside it.

    Args:
        path: A new or empty folder.
        name: Name of a file, with a place for its number, such as ``"frame_{:05d}.txt"``.
        frames: The text of each frame.
        stated: What to state in the sidecar, None for no sidecar.

    Raises:
        OutputError: Where the folder holds files already or cannot be written.
    """
    folder = Path(path)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot write {folder}: {error.strerror or error}") from error
    write_folder(folder, ((name.format(index), text.encode()) for index, text in enumerate(frames)))
    if stated is not None:
        write_sidecar(folder, stated)


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
