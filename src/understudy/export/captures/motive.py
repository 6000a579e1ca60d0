"""Motions written as OptiTrack Motive's CSV: bones with their frames, or markers.

Motive has y up; a skeleton whose frames lie along the axes faces z.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from understudy.capture.bvh.kinematics import forward_kinematics
from understudy.capture.skeletons.poses import Poses
from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.errors import InvalidMotionError
from understudy.export.table_text import require_plain_names, rows_of_text, seen_points
from understudy.motion import Recording
from understudy.motion.archive import write_bytes

UNITS_IN_METRES: dict[str, float] = {"Millimeters": 0.001, "Centimeters": 0.01, "Meters": 1.0}

_AXES = (1, 2, 0)
"""Our y (left), z (up) and x (forward) are the file's x, y and z."""

_DIGITS = 6
_TURN, _PLACE = ("Rotation",) * 4, ("Position",) * 3


def write_motive_bones(
    path: str | Path,
    skeleton: Skeleton,
    root_positions: np.ndarray,
    local_rotations: np.ndarray,
    fps: float,
    unit: str = "Meters",
    is_local: bool = False,
) -> None:
    """Write bones as Motive 3 does, without tips of segments.

    Args:
        path: The file; written whole or not at all.
        skeleton: The bones: metres, z up, facing x.
        root_positions: (T, 3) [m].
        local_rotations: (T, J, 4) turns seen from the parents, unit quaternions wxyz.
        fps: Frames a second [1/s].
        unit: Unit of length in the file, one of ``UNITS_IN_METRES``.
        is_local: Whether bones are written as they are seen from their parents.

    Raises:
        InvalidMotionError: Where the unit is not known.
        OutputError: Where the file cannot be written.
    """
    count = skeleton.joint_count
    places = [root_positions, *(offset[None] for offset in skeleton.offsets[1:])]
    own = [local_rotations[:, joint] for joint in range(count)]
    if is_local:
        points = np.stack([np.broadcast_to(place, root_positions.shape) for place in places], axis=1)
        poses = Poses(points, local_rotations)
    else:
        poses = forward_kinematics(skeleton, places, own)
    poses = poses.in_axes(_AXES)
    values = np.concatenate(
        [poses.rotations[:, :count][..., [1, 2, 3, 0]], poses.points[:, :count] / _metres(unit)], axis=-1
    )
    names = [f"Actor:{name}" for name in skeleton.names]
    parents = ["" if parent == ROOT else str(parent + 1) for parent in skeleton.parents]
    about = [
        ("Type", ["Bone"] * count),
        ("Name", names),
        ("ID", [str(number + 1) for number in range(count)]),
        ("Parent", parents),
    ]
    _write(path, about, (*_TURN, *_PLACE), "XYZWXYZ", values, fps, unit, "Local" if is_local else "Global")


def write_motive_markers(path: str | Path, recording: Recording, unit: str = "Millimeters") -> None:
    """Write points as labelled markers; those that were not seen are empty cells.

    Args:
        path: The file; written whole or not at all.
        recording: What was captured.
        unit: Unit of length in the file, one of ``UNITS_IN_METRES``.

    Raises:
        InvalidMotionError: Where the unit is not known or a name cannot be written.
        OutputError: Where the file cannot be written.
    """
    require_plain_names(recording)
    values = seen_points(recording)[..., _AXES] / _metres(unit)
    count = len(recording.names)
    about = [
        ("Type", ["Marker"] * count),
        ("Name", list(recording.names)),
        ("ID", [str(number + 1) for number in range(count)]),
    ]
    _write(path, about, _PLACE, "XYZ", values, recording.fps, unit, "Global")


def _metres(unit: str) -> float:
    if unit not in UNITS_IN_METRES:
        raise InvalidMotionError(f"unit is '{unit}', expected one of {', '.join(UNITS_IN_METRES)}")
    return UNITS_IN_METRES[unit]


def _write(
    path: str | Path,
    about: Sequence[tuple[str, Sequence[str]]],
    quantities: Sequence[str],
    axes: str,
    values: np.ndarray,
    fps: float,
    unit: str,
    space: str,
) -> None:
    """Write values (T, K, C) of K things with C quantities along their axes each."""
    frames, count, width = values.shape
    rate = f"{fps:.6f}"
    settings = {
        "Format Version": "1.25",
        "Take Name": Path(path).stem.replace(",", " "),
        "Capture Frame Rate": rate,
        "Export Frame Rate": rate,
        "Total Frames in Take": str(frames),
        "Total Exported Frames": str(frames),
        "Rotation Type": "Quaternion",
        "Length Units": unit,
        "Coordinate Space": space,
    }
    lines = [",".join(cell for pair in settings.items() for cell in pair), ""]
    lines += [f",{title}," + ",".join(cell for cell in cells for _ in range(width)) for title, cells in about]
    lines += [",," + ",".join([*quantities] * count)]
    lines += ["Frame,Time (Seconds)," + ",".join([*axes] * count)]
    rows = rows_of_text(values.reshape(frames, -1), _DIGITS, ",")
    lines += [f"{frame},{frame / fps:.6f},{row}" for frame, row in enumerate(rows)]
    write_bytes(path, ("\n".join(lines) + "\n").encode())
