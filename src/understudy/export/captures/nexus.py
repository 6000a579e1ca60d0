"""Recordings written as Vicon Nexus exports markers: a section of trajectories in a CSV, in millimetres."""

from __future__ import annotations

from pathlib import Path

from understudy.export.table_text import require_plain_names, rows_of_text, seen_points
from understudy.motion import Recording
from understudy.motion.archive import write_bytes

_MILLIMETRE = 0.001
_DIGITS = 6


def write_nexus(path: str | Path, recording: Recording, subject: str = "") -> None:
    """Write the points of a recording, z up; those that were not seen are empty cells.

    Args:
        path: The file; written whole or not at all.
        recording: What was captured.
        subject: What stands before the name of every point, and a colon.

    Raises:
        InvalidMotionError: Where a name cannot be written.
        OutputError: Where the file cannot be written.
    """
    require_plain_names(recording)
    frames, count = recording.frame_count, len(recording.names)
    values = (seen_points(recording) / _MILLIMETRE).reshape(frames, 3 * count)
    lines = [
        "Trajectories",
        f"{recording.fps:.12g}",
        ",," + ",,,".join(f"{subject}:{name}" if subject else name for name in recording.names) + ",,",
        "Frame,Sub Frame," + ",".join(["X,Y,Z"] * count),
        ",," + ",".join(["mm,mm,mm"] * count),
    ]
    lines += [f"{frame + 1},0,{row}" for frame, row in enumerate(rows_of_text(values, _DIGITS, ","))]
    write_bytes(path, ("\r\n".join(lines) + "\r\n").encode())
