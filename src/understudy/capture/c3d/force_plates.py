"""Force plates of a C3D file: where they lie, and what they measured in every frame.

A plate's z points into the floor. Its surface lies at ORIGIN from where its forces and moments are measured,
so that with F and M there, and the point of application r on the surface, M = r × F but for a moment about z:

    x = (o_z F_x − M_y) / F_z − o_x        y = (M_x + o_z F_y) / F_z − o_y
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.c3d.facts import read_unit
from understudy.capture.c3d.file import C3dFile
from understudy.capture.c3d.parameters import C3dParameters
from understudy.capture.force_plate import STEPPED_ON, ForcePlate
from understudy.spatial import rotations as rot

CHANNELS = {1: 6, 2: 6, 3: 8, 4: 6}
"""FORCE_PLATFORM:TYPE → how many channels a plate of this type has.

Type 1 gives forces in x, y, z, the point of application in x and y, and the moment about z there; type 2
gives forces and moments; type 3 gives forces as the sums of sensors at the corners; type 4 is type 2 before
its calibration matrix.
"""

MAX_PLATES = 64

LARGEST_OFFSET = 120.0
"""A plate that shows more than this [N] whenever it shows least is not empty but stood on."""

_PLATEAU, _PLATEAU_SHARE = 10.0, 0.05
"""An empty plate stays within this [N] of what it shows least, in this share of the frames at least."""

_MOMENT_UNITS = {"nmm": 1e-3, "n.mm": 1e-3, "ncm": 1e-2, "nm": 1.0, "n.m": 1.0}
_LENGTH_UNITS = {"mm": 1e-3, "cm": 1e-2, "m": 1.0}
"""Unit of a channel → its length in metres; that of the file where it does not say."""


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
    unit = read_unit(parameters)[0] or 1e-3
    plates, notes = [], []
    for plate in range(count):
        found = _measured(parameters, analog, plate, unit)
        if found is None or not np.isfinite(corners[plate]).all():
            notes.append(f"Force plate {plate + 1} is not read: it is of no known type or not in newtons.")
            continue
        forces, pressure, offset = found
        axes, centre = _axes(corners[plate]), corners[plate].mean(axis=0)
        is_loaded = np.abs(forces[:, 2]) > STEPPED_ON
        pressure = np.where(is_loaded[:, None], np.column_stack([pressure, np.zeros(len(forces))]), np.nan)
        # A program stores the floor's force on the person or the opposite one; but a floor never pulls.
        upwards = forces if forces[:, 2].sum() <= 0.0 else -forces
        plates.append(ForcePlate(corners[plate], upwards @ axes, centre + pressure @ axes, offset))
        if abs(offset) > STEPPED_ON:
            notes.append(
                f"Force plate {plate + 1} shows {offset:.0f} N when it is empty, which is taken off."
            )
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


def _measured(
    parameters: C3dParameters, analog: np.ndarray, plate: int, unit: float
) -> tuple[np.ndarray, np.ndarray, float] | None:
    """Return a plate's forces, where they act, and its offset; None where it is not known how to read it.

    Forces (T, 3) [N] and the point of application (T, 2) from the middle of the surface are in the plate's
    axes; the offset [N] is along its normal. A plate is read where its type is known and it measures newtons.

    Args:
        parameters: The file's.
        analog: (T, channels) all channels, in their units.
        plate: Which plate.
        unit: Metres per unit of the file.
    """
    kinds = parameters.values("FORCE_PLATFORM", "TYPE").ravel()
    channels = parameters.values("FORCE_PLATFORM", "CHANNEL")
    kind = int(kinds[plate]) if plate < len(kinds) else 0
    if kind not in CHANNELS or channels.ndim != 2 or len(channels) <= plate:
        return None
    columns = channels[plate, : CHANNELS[kind]].astype(int) - 1
    if len(columns) < CHANNELS[kind] or columns.min() < 0 or columns.max() >= analog.shape[1]:
        return None
    units = dict(enumerate(each.strip().lower() for each in parameters.all_texts("ANALOG", "UNITS")))
    values = np.nan_to_num(analog[:, columns], nan=0.0, posinf=0.0, neginf=0.0)
    if kind == 4:
        matrices = parameters.values("FORCE_PLATFORM", "CAL_MATRIX")
        if matrices.ndim != 3 or matrices.shape[1:] != (6, 6) or len(matrices) <= plate:
            return None
        # The matrix is stored column by column, so that its rows here are its columns.
        values = values @ matrices[plate]
    elif any(units.get(column) != "n" for column in columns[: 3 if kind < 3 else 8]):
        return None
    values, offset = _without_offset(values, kind)
    origins = parameters.values("FORCE_PLATFORM", "ORIGIN")
    has_origin = origins.ndim == 2 and len(origins) > plate and origins.shape[1] == 3
    origin = np.nan_to_num(origins[plate]) if has_origin else np.zeros(3)
    if kind == 1:
        length = _LENGTH_UNITS.get(units.get(columns[3], ""), unit)
        return values[:, :3], values[:, 3:5] * (length / unit), offset
    if kind == 3:
        # Sensors stand at +x +y, -x +y, -x -y and +x -y, as far from the middle as the origin says.
        x, y = np.abs(origin[:2])[:, None] * np.array([[1.0, -1.0, -1.0, 1.0], [1.0, 1.0, -1.0, -1.0]])
        forces = np.stack([values[:, :2].sum(1), values[:, 2:4].sum(1), values[:, 4:].sum(1)], axis=1)
        moments = np.stack([values[:, 4:] @ y, -values[:, 4:] @ x], axis=1)
        origin = np.array([0.0, 0.0, origin[2]])
        if not (np.abs(x) > 0.0).all():
            moments[:] = np.nan
    else:
        forces = values[:, :3]
        length = unit if kind == 4 else _MOMENT_UNITS.get(units.get(columns[3], ""), unit)
        moments = values[:, 3:5] * (length / unit)
    return forces, _pressure(forces, moments, origin), offset


def _pressure(forces: np.ndarray, moments: np.ndarray, origin: np.ndarray) -> np.ndarray:
    """Return (T, 2) where forces act, from moments (T, 2) about x and y; see the module's equations."""
    # Programs differ in the origin's sign along z, but the surface always lies above what measures.
    depth = -abs(origin[2])
    down = np.where(np.abs(forces[:, 2]) > 1.0, forces[:, 2], np.nan)
    x = (depth * forces[:, 0] - moments[:, 1]) / down - origin[0]
    y = (moments[:, 0] + depth * forces[:, 1]) / down - origin[1]
    return np.stack([x, y], axis=1)


def _without_offset(values: np.ndarray, kind: int) -> tuple[np.ndarray, float]:
    """Return a plate's channels (T, C) without what they show when it is empty, and that force [N]."""
    load = values[:, 4:].sum(axis=1) if kind == 3 else values[:, 2]
    least = float(load[np.argmin(np.abs(load))])
    # A drifting plate shows its least far from zero where the load has the other sign.
    least = (
        float(np.quantile(load, 0.98 if np.median(load) < 0.0 else 0.02)) if abs(least) > _PLATEAU else least
    )
    empty = np.abs(load - least) < _PLATEAU
    if abs(least) > LARGEST_OFFSET or empty.mean() < _PLATEAU_SHARE:
        return values, 0.0
    offset = np.median(values[empty], axis=0)
    if kind == 1:
        offset[3:5] = 0.0
    return values - offset, float(offset[4:].sum() if kind == 3 else offset[2])


def _axes(corners: np.ndarray) -> np.ndarray:
    """Return (3, 3) whose rows are the plate's axes in the file's.

    The corners stand at +x +y, -x +y, -x -y and +x -y of the plate, whose z points into the floor.
    """
    x = corners[0] + corners[3] - corners[1] - corners[2]
    y = corners[0] + corners[1] - corners[2] - corners[3]
    z = rot.normalise(np.cross(x, y))
    x = rot.normalise(x)
    return np.stack([x, np.cross(z, x), z])
