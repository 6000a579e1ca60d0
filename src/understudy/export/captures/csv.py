"""Recordings written as a table of named points that states everything a reader has to know."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.capture.csv.comments import COMMENT, JOIN
from understudy.capture.text.point_columns import AXES, find_point_columns
from understudy.errors import InvalidMotionError
from understudy.export.table_text import require_plain_names, rows_of_text, seen_points
from understudy.motion import Recording
from understudy.motion.archive import write_bytes

_DIGITS = 8


def write_csv(path: str | Path, recording: Recording) -> None:
    """Write the points of a recording as columns ``time, NAME_x, NAME_y, NAME_z, …`` in metres, z up.

    Comments above the titles state unit, axes, frame rate, and which points are which landmarks. Points that
    were not seen are empty cells. Rotations, contacts and the reference pose are not part of the format.

    Args:
        path: The file; written whole or not at all.
        recording: What was captured.

    Raises:
        InvalidMotionError: Where a name cannot be written.
        OutputError: Where the file cannot be written.
    """
    require_plain_names(recording)
    titles = [f"{name}_{axis}" for name in recording.names for axis in AXES]
    read_back = find_point_columns(titles).names
    if read_back != recording.names:
        changed = next(name for name in recording.names if name not in read_back)
        raise InvalidMotionError(f"point name '{changed}' cannot be told from an axis in a column's title")
    lines = [f"{COMMENT} units: m, up: z, forward: x, fps: {recording.fps:.12g}"]
    for landmark, points in recording.landmark_points.items():
        lines.append(f"{COMMENT} landmark {landmark}: {JOIN.join(points)}")
    lines.append(",".join(["time", *titles]))
    times = np.arange(recording.frame_count) / recording.fps
    places = seen_points(recording).reshape(recording.frame_count, -1)
    lines += rows_of_text(np.concatenate([times[:, None], places], axis=1), _DIGITS, ",")
    write_bytes(path, ("\n".join(lines) + "\n").encode())
