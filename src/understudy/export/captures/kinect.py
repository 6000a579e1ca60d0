"""Motions written as recorders of depth cameras write them, in each of the usual layouts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from understudy.capture.kinect.joints import KINECT_V2
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.placing.world_axes import AXES
from understudy.errors import InvalidMotionError, unknown_name
from understudy.export.table_text import printed
from understudy.motion import Recording
from understudy.motion import validation as check
from understudy.motion.archive import write_bytes

CAMERA_DISTANCE = 3.0
CAMERA_HEIGHT = 1.0
"""Where the camera stands [m]: before the origin, above the floor."""

_TRACKED = 2
_DIGITS = 9


def write_sensor_file(
    path: str | Path,
    motion: Recording | np.ndarray,
    *,
    sensor: Sensor = KINECT_V2,
    layout: str = "columns",
    fps: float | None = None,
    unit: float = 1.0,
    valid: np.ndarray | None = None,
) -> None:
    """Write what a depth camera 3 m before the origin sees of a person who faces it.

    Args:
        path: The file; written whole or not at all.
        motion: A recording, or joints (T, K, 3) [m] in the sensor's order, z up, x forward.
        sensor: Whose joints to write.
        layout: One of ``WRITERS``.
        fps: Frames a second [1/s], the recording's by default.
        unit: Metres per unit in the file.
        valid: (T, K), False where a joint shall count as not seen.

    Raises:
        InvalidMotionError: Where arrays do not fit together or the layout is not known.
        OutputError: Where the file cannot be written.
    """
    if layout not in WRITERS:
        raise InvalidMotionError(unknown_name("layout", layout, WRITERS))
    joints = _joints(motion, sensor) if isinstance(motion, Recording) else np.array(motion, dtype=np.float64)
    check.require_shape("joints", joints, (None, len(sensor.joints), 3))
    rate = motion.fps if fps is None and isinstance(motion, Recording) else fps
    if rate is None:
        raise InvalidMotionError("joints without a recording need fps, the frames a second")
    check.require_fps(rate)
    seen = np.all(np.isfinite(joints), axis=-1) & (True if valid is None else np.asarray(valid, dtype=bool))
    points = printed(np.where(seen[..., None], camera_view(sensor, joints) / unit, 0.0), _DIGITS)
    states = np.where(seen, _TRACKED, 0)
    write_bytes(path, WRITERS[layout](sensor, points, states, rate).encode())


def camera_view(sensor: Sensor, points: np.ndarray) -> np.ndarray:
    """Return points (..., 3) [m] of the world in the axes of a sensor's camera."""
    up = AXES[sensor.up]
    aside = np.array([-1.0 if sensor.is_left_handed else 1.0, 0.0, 0.0]) * up.sum()
    rows = np.stack([-AXES["z"], -aside, up], axis=1)
    return (points - np.array([CAMERA_DISTANCE, 0.0, CAMERA_HEIGHT])) @ rows.T


def _joints(recording: Recording, sensor: Sensor) -> np.ndarray:
    """Return (T, K, 3) [m] the joints that are landmarks of a recording, NaN for others."""
    seen = np.where(recording.valid_mask[..., None], recording.points, np.nan)
    tracks = landmark_tracks(recording.names, seen, recording.landmark_points)
    joints = np.full((recording.frame_count, len(sensor.joints), 3), np.nan)
    for landmark, joint in sensor.landmarks.items():
        if landmark in tracks:
            joints[:, sensor.joints.index(joint)] = tracks[landmark]
    return joints


def _as_lines(_sensor: Sensor, points: np.ndarray, _states: np.ndarray, _fps: float) -> str:
    return _text(points.reshape(len(points), -1).tolist(), " ")


def _as_columns(sensor: Sensor, points: np.ndarray, states: np.ndarray, fps: float) -> str:
    names = [f"{joint}_{column}" for joint in sensor.joints for column in ("X", "Y", "Z", "State")]
    values = np.concatenate([points, states[..., None]], axis=-1).reshape(len(points), -1)
    times = (np.arange(len(points)) / fps).round(_DIGITS)
    rows = [[time, *row] for time, row in zip(times.tolist(), values.tolist(), strict=True)]
    return _text([["Timestamp", *names], *rows], ",")


def _as_rows(sensor: Sensor, points: np.ndarray, states: np.ndarray, fps: float) -> str:
    rows: list[list[object]] = [
        ["Timestamp", "JointID", "Position.X", "Position.Y", "Position.Z", "State"],
    ]
    for frame, (places, shown) in enumerate(zip(points.tolist(), states.tolist(), strict=True)):
        stamp = round(frame / fps, _DIGITS)
        for number, (place, state) in enumerate(zip(places, shown, strict=True), start=sensor.first_number):
            rows.append([stamp, number, *place, state])
    return _text(rows, ", ")


def _as_json(sensor: Sensor, points: np.ndarray, states: np.ndarray, fps: float) -> str:
    frames = [
        {
            "time": round(frame / fps, _DIGITS),
            "joints": {
                joint: {"position": dict(zip("xyz", place, strict=True)), "state": state}
                for joint, place, state in zip(sensor.joints, places, shown, strict=True)
            },
        }
        for frame, (places, shown) in enumerate(zip(points.tolist(), states.tolist(), strict=True))
    ]
    return json.dumps({"frames": frames}, separators=(",", ":"))


def _text(rows: list[list[object]], separator: str) -> str:
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)


WRITERS: dict[str, Callable[[Sensor, np.ndarray, np.ndarray, float], str]] = {
    "lines": _as_lines,
    "columns": _as_columns,
    "rows": _as_rows,
    "json": _as_json,
}
"""Layouts by name; lines hold neither time nor states."""
