"""Recordings written as TRC, for OpenSim and whoever else reads it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.export.table_text import require_plain_names, rows_of_text, seen_points
from understudy.motion import Recording
from understudy.motion.archive import write_bytes

UNITS_IN_METRES: dict[str, float] = {"mm": 0.001, "m": 1.0}
_DIGITS = {"mm": 5, "m": 8}


def write_trc(path: str | Path, recording: Recording, unit: str = "mm") -> None:
    """Write the points of a recording with OpenSim's axes: x forward, y up, z to the right.

    Points that were not seen are empty cells. Rotations, contacts and the meaning of names are not part of
    the format.

    Args:
        path: The file; written whole or not at all.
        recording: What was captured.
        unit: Unit of length in the file: ``mm`` or ``m``.

    Raises:
        InvalidMotionError: Where the unit is not known or a name cannot be written.
        OutputError: Where the file cannot be written.
    """
    if unit not in UNITS_IN_METRES:
        raise InvalidMotionError(f"unit is '{unit}', expected one of {', '.join(UNITS_IN_METRES)}")
    require_plain_names(recording)
    frames, count, rate = recording.frame_count, len(recording.names), f"{recording.fps:.12g}"
    x, y, z = np.moveaxis(seen_points(recording) / UNITS_IN_METRES[unit], -1, 0)
    values = np.stack([x, z, -y], axis=-1).reshape(frames, 3 * count)
    lines = [
        f"PathFileType\t4\t(X/Y/Z)\t{Path(path).name}",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
        f"{rate}\t{rate}\t{frames}\t{count}\t{unit}\t{rate}\t1\t{frames}",
        "Frame#\tTime\t" + "\t\t\t".join(recording.names) + "\t\t",
        "\t\t" + "\t".join(f"{axis}{number}" for number in range(1, count + 1) for axis in "XYZ"),
    ]
    rows = rows_of_text(values, _DIGITS[unit], "\t")
    lines += [f"{index + 1}\t{index / recording.fps:.9f}\t{row}" for index, row in enumerate(rows)]
    write_bytes(path, ("\n".join(lines) + "\n").encode())
