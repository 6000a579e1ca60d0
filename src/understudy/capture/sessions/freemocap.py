"""FreeMoCap's folder of a recording: tables of all points in it, the body's arrays in output_data."""

from __future__ import annotations

from pathlib import Path

from understudy.capture.folder import within
from understudy.capture.sessions.session import Session, files_in

_OUTPUT = "output_data"
_TABLES = ("_by_trajectory.csv", "_by_frame.csv")
_OUTPUTS = (
    "mediapipe_body_3d_xyz.npy",
    "mediapipe_body_3d_xyz.csv",
    "mediapipe_skeleton_3d.npy",
    "mediaPipeSkel_3d_origin_aligned.npy",
)
"""The best first: what has times, then the body alone."""


def find_freemocap(folder: Path) -> Session | None:
    """Return the best file of a recording, None where the folder is none of FreeMoCap's.

    Raises:
        CaptureError: Where that file lies elsewhere.
    """
    output = folder if folder.name == _OUTPUT else folder / _OUTPUT
    if not output.is_dir():
        return None
    tables = [file for ending in _TABLES for file in files_in(folder, ending)]
    outputs = [output / name for name in _OUTPUTS if (output / name).is_file()]
    if not tables and not outputs:
        return None
    chosen = within(folder, [*tables, *outputs][0])
    return Session(chosen, notes=(f"Of FreeMoCap's recording {chosen.relative_to(folder)} is read.",))
