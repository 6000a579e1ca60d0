"""From a storage file with joint angles to a recording of a standard skeleton that moves by them."""

from __future__ import annotations

import numpy as np

from understudy.capture.opensim.angles import (
    REQUIRED_COORDINATES,
    Angles,
    Figure,
    implied_stature,
    knee_model,
    pose_figure,
    reference_figure,
    used_coordinates,
)
from understudy.capture.opensim.skeleton import STATURE, TRANSLATIONS
from understudy.capture.opensim.storage import FORMAT_NAME, Storage
from understudy.capture.placing.limits import require_near
from understudy.capture.placing.table_points import require_points
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.skeleton_motion import Poses
from understudy.capture.source import Source
from understudy.capture.text.point_columns import about_others
from understudy.errors import CaptureError

_STATE_VALUE = "/value"
_UPPER_BODY = ("arm_", "elbow_", "pro_sup", "wrist_", "lumbar_")
_HEIGHT = 1
"""Of OpenSim's axes x forward, y up, z to the right."""

_LARGEST_RADIANS = 4.0
"""No joint of a person turns further than this [rad]; in degrees some joint of any motion does."""


def coordinate_columns(storage: Storage) -> dict[str, int]:
    """Return coordinate → column; OpenSim 4 titles it ``/jointset/hip_r/hip_flexion_r/value``."""
    columns: dict[str, int] = {}
    for column, title in enumerate(storage.titles):
        is_state = title.endswith(_STATE_VALUE)
        name = title.removesuffix(_STATE_VALUE).rpartition("/")[2] if is_state else title
        columns.setdefault(name, column)
    return columns


def read_angles(source: Source, storage: Storage) -> RawCapture:
    """Return a standard skeleton that moves by a file's joint angles.

    Args:
        source: The file.
        storage: What the file says.

    Raises:
        CaptureError: Where hips or knees are missing.
    """
    columns = coordinate_columns(storage)
    missing = [name for name in REQUIRED_COORDINATES if name not in columns]
    if missing:
        raise CaptureError(
            source.path,
            f"lacks the columns {', '.join(missing)}, expected hips and knees",
            storage.title_line,
        )
    coordinates, is_known = _known(storage.values, columns)
    if not is_known.any():
        raise CaptureError(source.path, "holds no row without missing values, expected joint angles")
    angles, about_unit = _in_radians(storage, coordinates)
    model, about_knee = knee_model(angles, storage.titles)
    figure, reference = pose_figure(angles, model), reference_figure(angles, model)
    require_points(source, *figure.points.shape[:2])
    places = np.stack([coordinates.get(name, np.zeros(len(is_known))) for name in TRANSLATIONS], axis=1)
    require_near(source.path, places)
    stature, about_size = _size(source.sidecar.height, figure, places[is_known], is_known)
    points = stature * figure.points + places[:, None]
    used = used_coordinates(model)
    return RawCapture(
        source=source,
        format=FORMAT_NAME,
        names=figure.names,
        points=np.where(is_known[:, None, None], points, np.nan),
        rotations=figure.rotations,
        naming="joint angles",
        landmark_points={name: (name,) for name in figure.names},
        rest=Poses(stature * reference.points, reference.rotations),
        rest_up="y",
        times=storage.times,
        lines=storage.lines,
        unit=1.0,
        is_sized=source.sidecar.height is not None,
        up="y",
        forward="x",
        notes=(
            *storage.notes,
            f"{about_unit} {about_knee} In OpenSim y is up and x forward.",
            about_size,
            *_about_absent(figure, used - set(coordinates)),
            *about_others([storage.titles[column] for name, column in columns.items() if name not in used]),
        ),
    )


def _known(values: np.ndarray, columns: dict[str, int]) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return coordinate → (T,) with missing values bridged, and the frames in which none is missing."""
    frames = np.arange(len(values))
    is_known = np.ones(len(values), dtype=bool)
    coordinates: dict[str, np.ndarray] = {}
    for name, column in columns.items():
        seen = np.isfinite(values[:, column])
        if seen.any():
            coordinates[name] = np.interp(frames, frames[seen], values[seen, column])
            is_known &= seen
        elif name in REQUIRED_COORDINATES:
            is_known[:] = False
    return coordinates, is_known


def _in_radians(storage: Storage, coordinates: Angles) -> tuple[dict[str, np.ndarray], str]:
    """Return the angles among the coordinates [rad], and the sentence that says what the file has."""
    angles = {name: values for name, values in coordinates.items() if name not in TRANSLATIONS}
    stated = storage.settings.get("indegrees", "").lower()
    if stated in ("yes", "no"):
        in_degrees, reason = stated == "yes", "by the file's head"
    else:
        largest = max(float(np.abs(angles[name]).max()) for name in REQUIRED_COORDINATES)
        in_degrees = largest > _LARGEST_RADIANS
        reason = f"as hips and knees turn by up to {largest:.3g}"
    unit = "degrees" if in_degrees else "radians"
    scale = np.deg2rad(1.0) if in_degrees else 1.0
    return {name: scale * values for name, values in angles.items()}, f"Angles are in {unit}, {reason}."


def _size(
    stated: float | None, figure: Figure, places: np.ndarray, is_known: np.ndarray
) -> tuple[float, str]:
    """Return the skeleton's body height [m], and the sentence that says why."""
    skeleton = "The file holds joint angles only; they move a standard skeleton of Winter's proportions"
    if stated is not None:
        return stated, f"{skeleton}, {stated:.3g} m tall as the user states."
    seen = Figure(figure.names, figure.points[is_known], figure.rotations[is_known])
    stature = implied_stature(seen, places[:, _HEIGHT])
    if stature is None:
        return STATURE, f"{skeleton}, {STATURE} m tall since the file does not tell the person's size."
    return (
        stature,
        f"{skeleton}, {stature:.2f} m tall so that it stands on the floor as high as the pelvis is.",
    )


def _about_absent(figure: Figure, names: set[str]) -> tuple[str, ...]:
    """Return the sentences that say what the file does not tell."""
    absent = {
        "the trunk": "spine" not in figure.names,
        "the left arm": "elbow_l" not in figure.names,
        "the right arm": "elbow_r" not in figure.names,
    }
    parts = [part for part, is_absent in absent.items() if is_absent]
    moved = sorted(name for name in names if not (parts and name.startswith(_UPPER_BODY)))
    sentences = []
    if parts:
        sentences.append(f"Left out, as no column tells how they move: {', '.join(parts)}.")
    if moved:
        sentences.append(f"Coordinates without a column count as zero: {', '.join(moved)}.")
    return tuple(sentences)
