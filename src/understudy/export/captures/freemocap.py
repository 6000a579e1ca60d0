"""BlazePose's landmarks written as FreeMoCap's folder: a table and an array, in millimetres, z up."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.export.table_text import require_plain_names, rows_of_text, seen_points
from understudy.motion import Recording
from understudy.motion.archive import write_bytes

LAYOUTS = ("by_trajectory", "by_frame")
_MILLIMETRE = 0.001
_DIGITS = 6
_MODEL = "mediapipe_body"


def write_freemocap(folder: str | Path, recording: Recording, layout: str = LAYOUTS[0]) -> None:
    """Write a recording's folder: one table of all points, and the array of the body in ``output_data``.

    Args:
        folder: The folder, which is made.
        recording: What was captured: points with the names of BlazePose.
        layout: How the table is written, one of ``LAYOUTS``.

    Raises:
        InvalidMotionError: Where the layout is not known or a name cannot be written.
        OutputError: Where a file cannot be written.
    """
    folder = Path(folder)
    text = freemocap_table(recording, layout)
    (folder / "output_data").mkdir(parents=True, exist_ok=True)
    write_bytes(folder / f"{folder.name}_{layout}.csv", text.encode())
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, seen_points(recording) / _MILLIMETRE, allow_pickle=False)
    write_bytes(folder / "output_data" / "mediapipe_body_3d_xyz.npy", buffer.getvalue())


def freemocap_table(recording: Recording, layout: str) -> str:
    """Return a table of all points in a layout of FreeMoCap's.

    Raises:
        InvalidMotionError: Where the layout is not known or a name cannot be written.
    """
    if layout not in LAYOUTS:
        raise InvalidMotionError(f"layout is '{layout}', expected one of {', '.join(LAYOUTS)}")
    require_plain_names(recording)
    names = [name.lower() for name in recording.names]
    points = seen_points(recording) / _MILLIMETRE
    times = [f"{frame / recording.fps:.9f}" for frame in range(len(points))]
    if layout == LAYOUTS[0]:
        cameras = "\"{'Camera_000': 0.0, 'Camera_001': 0.0}\""
        lines = [
            "timestamp,timestamp_by_camera," + ",".join(f"{name}_{axis}" for name in names for axis in "xyz")
        ]
        rows = rows_of_text(points.reshape(len(points), -1), _DIGITS, ",")
        lines += [f"{time},{cameras},{row}" for time, row in zip(times, rows, strict=True)]
    else:
        lines = ["frame,timestamp,timestamp_by_camera,model,keypoint,x,y,z,reprojection_error"]
        for frame, time in enumerate(times):
            rows = rows_of_text(points[frame], _DIGITS, ",")
            about = f"{frame},{time},{{}},{_MODEL}"
            lines += [f"{about},{name},{row},0.5" for name, row in zip(names, rows, strict=True)]
    return "\n".join(lines) + "\n"
