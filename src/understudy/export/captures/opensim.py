"""Joint coordinates over time written as OpenSim's motion file, or as a plain table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion.archive import write_bytes

_DIGITS = 8


def write_mot(
    path: str | Path, names: Sequence[str], values: np.ndarray, fps: float, *, name: str = "Coordinates"
) -> None:
    """Write a motion file that OpenSim opens: angles in degrees, the pelvis's place in metres.

    Args:
        path: The file; written whole or not at all.
        names: N coordinates.
        values: (T, N); NaN where a frame has none.
        fps: Frames a second [1/s].
        name: The first line, what the table is called.

    Raises:
        InvalidMotionError: Where names and values do not belong together.
        OutputError: Where the file cannot be written.
    """
    table = _with_time(names, values, fps)
    head = [
        name,
        "version=1",
        f"nRows={len(table)}",
        f"nColumns={table.shape[1]}",
        "inDegrees=yes",
        "",
        "Units are S.I. units (second, meters, Newtons, ...)",
        "Angles are in degrees.",
        "",
        "endheader",
        "\t".join(["time", *names]),
    ]
    rows = ["\t".join(_text(value) or "NaN" for value in row) for row in table.tolist()]
    write_bytes(path, ("\n".join([*head, *rows]) + "\n").encode())


def write_angles_csv(path: str | Path, names: Sequence[str], values: np.ndarray, fps: float) -> None:
    """Write the same as comma-separated values below one row of titles; empty where a frame has none."""
    table = _with_time(names, values, fps)
    rows = [",".join(_text(value) for value in row) for row in table.tolist()]
    write_bytes(path, ("\n".join([",".join(["time", *names]), *rows]) + "\n").encode())


def _with_time(names: Sequence[str], values: np.ndarray, fps: float) -> np.ndarray:
    if values.ndim != 2 or values.shape[1] != len(names):
        raise InvalidMotionError(f"{len(names)} coordinates have values of shape {values.shape}")
    return np.column_stack([np.arange(len(values)) / fps, values])


def _text(value: float) -> str:
    """Return a number with all digits that matter, empty where there is none."""
    return "" if value != value else f"{round(value, _DIGITS) + 0.0:.{_DIGITS}f}"
