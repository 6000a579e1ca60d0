"""Force plates of a C3D file: where they lie, and what they measured in every frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.parameters import C3dParameters
from understudy.spatial import rotations as rot

CHANNELS = {1: 6, 2: 6, 3: 8, 4: 6}
"""FORCE_PLATFORM:TYPE → how many channels a plate of this type has.

Types 1 and 2 give forces in x, y, z; type 3 gives them as the sums of sensors at the corners; type 4 is
type 2 before its calibration matrix.
"""

MAX_PLATES = 64

STEPPED_ON = 30.0
"""A plate that carries more was stepped on [N]; less is noise and drift."""


@dataclass(frozen=True, eq=False)
class ForcePlate:
    """A force plate.

    Attributes:
        corners: (4, 3) in the file's unit and axes.
        forces: (T, 3) [N] that the floor exerts on the person, in the file's axes; the mean over the
            samples of each frame.
    """

    corners: np.ndarray
    forces: np.ndarray


def read_force_plates(file: C3dFile) -> tuple[list[ForcePlate], list[str]]:
    """Return the plates whose measurements are forces, and sentences on those that cannot be read."""
    parameters = file.parameters
    count = int(min(parameters.number("FORCE_PLATFORM", "USED") or 0.0, MAX_PLATES))
    if count == 0:
        return [], []
    corners = parameters.values("FORCE_PLATFORM", "CORNERS")
    analog = _calibrated(file)
    if corners.shape != (count, 4, 3) or analog is None:
        return [], [
            f"{count} force plates are in the file, but its parameters do not say what they measured."
        ]
    plates, notes = [], []
    for plate in range(count):
        forces = _forces(parameters, analog, plate)
        if forces is None or not np.isfinite(corners[plate]).all():
            notes.append(f"Force plate {plate + 1} is not read: it is of no known type or not in newtons.")
            continue
        plates.append(ForcePlate(corners[plate], _upwards(forces) @ _axes(corners[plate])))
    return plates, notes


def plate_notes(plates: Sequence[ForcePlate], fps: float) -> list[str]:
    """Return sentences on the plates: which were stepped on, when, and how hard."""
    if not plates:
        return []
    seen = []
    for number, plate in enumerate(plates, start=1):
        load = np.linalg.norm(plate.forces, axis=1)
        frames = np.flatnonzero(load > STEPPED_ON)
        if len(frames):
            start, end = frames[0] / fps, frames[-1] / fps
            seen.append(f"plate {number} up to {load.max():.0f} N between {start:.2f} and {end:.2f} s")
    carried = "; ".join(seen) if seen else "none was stepped on"
    return [f"{len(plates)} force plates are in the file: {carried}."]


def _upwards(forces: np.ndarray) -> np.ndarray:
    """Return forces of the floor on the person, whichever of the two opposite ones a program stored.

    A plate's z points into the floor, and a floor never pulls.
    """
    return forces if forces[:, 2].sum() <= 0.0 else -forces


def _calibrated(file: C3dFile) -> np.ndarray | None:
    """Return the mean analog measurements of each frame (T, channels), None where they cannot be scaled."""
    parameters = file.parameters
    raw = file.frames.analog(file.header.samples_per_frame)
    channels = raw.shape[2]
    scales = _joined(parameters, "SCALE")
    offsets = _joined(parameters, "OFFSET")
    general = parameters.number("ANALOG", "GEN_SCALE")
    if not channels or general is None or len(scales) < channels or len(offsets) < channels:
        return None
    if not parameters.text("ANALOG", "FORMAT").strip().upper().startswith("UNSIGNED"):
        offsets = np.where(offsets > 32767.0, offsets - 65536.0, offsets)
    # Broken files may hold numbers whose sum overflows; the result is checked where it is used.
    with np.errstate(over="ignore", invalid="ignore"):
        return (raw.mean(axis=1, dtype=np.float64) - offsets[:channels]) * scales[:channels] * general


def _joined(parameters: C3dParameters, name: str) -> np.ndarray:
    """Return a parameter of ANALOG with those that continue it."""
    parts = [parameters.values("ANALOG", name + suffix).ravel() for suffix in ("", "2", "3", "4")]
    return np.concatenate(parts)


def _forces(parameters: C3dParameters, analog: np.ndarray, plate: int) -> np.ndarray | None:
    """Return (T, 3) [N] in the plate's axes, None where the plate is of no known type or not in newtons."""
    kinds = parameters.values("FORCE_PLATFORM", "TYPE").ravel()
    channels = parameters.values("FORCE_PLATFORM", "CHANNEL")
    kind = int(kinds[plate]) if plate < len(kinds) else 0
    if kind not in CHANNELS or channels.ndim != 2 or len(channels) <= plate:
        return None
    columns = channels[plate, : CHANNELS[kind]].astype(int) - 1
    if len(columns) < CHANNELS[kind] or columns.min() < 0 or columns.max() >= analog.shape[1]:
        return None
    values = analog[:, columns]
    if kind == 4:
        matrices = parameters.values("FORCE_PLATFORM", "CAL_MATRIX")
        if matrices.ndim != 3 or matrices.shape[1:] != (6, 6) or len(matrices) <= plate:
            return None
        # The matrix is stored column by column, so that its rows here are its columns.
        values = values @ matrices[plate]
    elif not _are_newtons(parameters, columns[: 3 if kind < 3 else 8]):
        return None
    if kind == 3:
        values = np.stack([values[:, :2].sum(1), values[:, 2:4].sum(1), values[:, 4:].sum(1)], axis=1)
    return np.nan_to_num(values[:, :3], nan=0.0, posinf=0.0, neginf=0.0)


def _are_newtons(parameters: C3dParameters, columns: np.ndarray) -> bool:
    units = [unit.strip().lower() for unit in parameters.all_texts("ANALOG", "UNITS")]
    return all(column < len(units) and units[column] == "n" for column in columns)


def _axes(corners: np.ndarray) -> np.ndarray:
    """Return (3, 3) whose rows are the plate's axes in the file's.

    The corners stand at +x +y, -x +y, -x -y and +x -y of the plate, whose z points into the floor.
    """
    x = corners[0] + corners[3] - corners[1] - corners[2]
    y = corners[0] + corners[1] - corners[2] - corners[3]
    z = rot.normalise(np.cross(x, y))
    x = rot.normalise(x)
    return np.stack([x, np.cross(z, x), z])
