"""Captured points without a rest pose, placed in our world: metres, z up, the person facing x at first.

Formats of bare points often say neither their unit nor which way is up. The body itself tells, by its
lengths and by how it holds itself, and the recording's notes say what was inferred.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from understudy.capture.placing.length_units import SHORTEST_PERSON, TALLEST_PERSON, UNITS, infer_unit
from understudy.capture.placing.point_body import first_facing, landmark_tracks, straight_body, upright_axis
from understudy.capture.placing.posture import Landmarks
from understudy.capture.placing.stature import stature
from understudy.capture.placing.world_axes import AXES, USUAL_UP, WorldAxes
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Provenance, Recording
from understudy.spatial import rotations as rot

FARTHEST = 1e9
"""Coordinates beyond this are no person's in any unit; their squares could overflow."""


def place_points(
    source: Source,
    format_name: str,
    names: Sequence[str],
    points: np.ndarray,
    fps: float,
    landmark_points: Mapping[str, tuple[str, ...]],
    *,
    valid: np.ndarray | None = None,
    unit: float | None = None,
    up: str | None = None,
    rotations: np.ndarray | None = None,
    notes: Sequence[str] = (),
) -> Recording:
    """Infer what the format leaves open and return the recording.

    Args:
        source: The file.
        format_name: What people call its format, with its dialect.
        names: K point names; those of points that the reader computed begin with a star.
        points: (T, K, 3) in the file's unit and axes; NaN counts as not seen.
        fps: Frames a second [1/s].
        landmark_points: Canonical landmark → names of the points whose mean it is.
        valid: (T, K), False where a point was not seen; all seen by default.
        unit: Metres per unit of the file. Where None, it is the one that the user states, or else inferred
            from the body's lengths.
        up: The file's axis that points up, for example ``"y"`` or ``"-z"``. Where None, it is the one that
            the user states, or else inferred from how the body holds itself.
        rotations: (T, K, 4) orientations of the points' frames in the file's axes, quaternions wxyz.
        notes: What the reader has to say already.

    Returns:
        The recording: z up, the person facing x in the first half second that shows hips or shoulders.

    Raises:
        CaptureError: Where nothing was seen, or the body has no person's size in any unit.
    """
    seen = np.all(np.isfinite(points), axis=-1) & (True if valid is None else valid)
    _require_person(source, points, seen)
    tracks = landmark_tracks(names, points, seen, landmark_points)
    metres, about_unit = _find_unit(source, tracks, unit)
    axes, about_axes = _find_axes(source, tracks, fps, up)
    placed = axes.turn_points(np.where(seen[..., None], points, 0.0))
    placed *= metres
    placed[~seen] = np.nan
    return Recording(
        names=tuple(names),
        points=placed,
        fps=fps,
        valid=seen,
        rotations=None if rotations is None else _turned(axes, rotations),
        landmark_points=landmark_points,
        dialect=format_name,
        notes=(*notes, *about_axes, about_unit),
        provenance=Provenance.of_file(source.path, source.content),
    )


def _require_person(source: Source, points: np.ndarray, seen: np.ndarray) -> None:
    if not seen.any():
        raise CaptureError(source.path, "shows no point in any frame, expected a person")
    require_near(source, np.where(seen[..., None], points, 0.0))


def require_near(source: Source, coordinates: np.ndarray) -> None:
    """Refuse coordinates (T, ...) that are no person's in any unit; NaN passes."""
    is_far = np.abs(coordinates) > FARTHEST
    if is_far.any():
        frame = int(np.argwhere(is_far)[0][0])
        raise CaptureError(
            source.path, f"holds a coordinate beyond {FARTHEST:g} in frame {frame}, expected a person's place"
        )


def _find_unit(source: Source, tracks: Landmarks, unit: float | None) -> tuple[float, str]:
    """Return metres per unit and the sentence that says why."""
    reason = "by the format"
    if unit is None and source.sidecar.unit is not None:
        unit, reason = source.sidecar.unit, "as the user states"
    body = straight_body(tracks)
    if unit is not None:
        tall = "" if body is None else f", in which the person is {stature(body) * unit:.2f} m tall"
        return unit, f"Lengths are in units of {unit:.5g} m, {reason}{tall}."
    if body is None:
        raise CaptureError(
            source.path, "shows neither a leg nor the trunk nor an arm whole, so its unit cannot be told"
        )
    height = stature(body)
    found = infer_unit(body)
    if found is None:
        considered = ", ".join(unit.name for unit in UNITS)
        raise CaptureError(
            source.path,
            f"its person is {height:.4g} units tall, expected {SHORTEST_PERSON} to {TALLEST_PERSON} m "
            f"in one of: {considered}",
        )
    return found.metres, (
        f"Lengths are taken as {found.name} ({found.metres:.5g} m), in which the person is "
        f"{height * found.metres:.2f} m tall."
    )


def _find_axes(source: Source, tracks: Landmarks, fps: float, up: str | None) -> tuple[WorldAxes, list[str]]:
    """Return how the file's axes lie in the world, and the sentences that say why."""
    reason = "by the format"
    if up is None:
        up, reason = source.sidecar.up, "as the user states"
    if up is None:
        up, reason = upright_axis(tracks), "as the body is upright along it"
    if up is None:
        up, reason = USUAL_UP, "as is usual, since the body is upright along no axis"
    forward = first_facing(tracks, fps, AXES[up])
    facing = "as the person faces x at first"
    if forward is None:
        forward = next(axis for axis in AXES.values() if abs(axis @ AXES[up]) < 0.5)
        facing = "since neither hips nor shoulders show where the person faces"
    nearest = max(AXES, key=lambda name: float(AXES[name] @ forward))
    rows = np.stack([forward, np.cross(AXES[up], forward), AXES[up]])
    axes = WorldAxes(up, nearest, rot.from_matrix(rows))
    return axes, [f"In the file {up} is up, {reason}; forward is {nearest} or near it, {facing}."]


def _turned(axes: WorldAxes, rotations: np.ndarray) -> np.ndarray:
    """Return orientations (T, K, 4) in the world; those that are not known are not turned."""
    known = np.all(np.isfinite(rotations), axis=-1) & (rotations != 0.0).any(axis=-1)
    filled = np.where(known[..., None], rotations, rot.IDENTITY)
    turned = rot.multiply(axes.rotation, rot.normalise(filled))
    return np.where(known[..., None], turned, rot.IDENTITY)
