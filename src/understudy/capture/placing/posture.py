"""What landmarks alone say of a body: how it holds itself, which way it faces, whether it stands.

Landmarks are a mapping from canonical names to points in any unit and axes, ``(3,)`` of one pose or (T, 3)
over time. What is not among them is NaN, as is what was not seen.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross, norms

Landmarks = Mapping[str, np.ndarray]

LIMBS = (("hip", "knee", "ankle"), ("shoulder", "elbow", "wrist"))
"""Joints of legs and arms, from the body outwards."""

REQUIRED: tuple[str, ...] = tuple(f"{name}_{side}" for limb in LIMBS for name in limb for side in SIDES)
"""Landmarks without which a skeleton is not known to be a person."""

AXES: dict[str, np.ndarray] = {
    f"{prefix}{name}": sign * np.eye(3)["xyz".index(name)]
    for sign, prefix in ((1.0, ""), (-1.0, "-"))
    for name in "yzx"
}
"""The six directions that may be up in a file, the most usual first."""

MAX_TRUNK_LEAN = np.deg2rad(30.0)
MAX_LEG_SPREAD = np.deg2rad(35.0)
"""Rest poses of skeletons stand straddle-legged: those of the CMU conversions spread each leg by 20°."""

MAX_ARM_DROOP = np.deg2rad(30.0)
"""How far the arms of a T-pose may be from horizontal and from pointing sideways."""

_SAME_PLACE = 3e-4
"""Sides nearer to each other than this share of the body coincide."""

_FACING_SECONDS = 0.5
_FRONTAL = np.deg2rad(45.0)
_CONCENTRATED = 0.5
"""Length of the mean of unit vectors that mostly point one way."""


def point(body: Landmarks, name: str) -> np.ndarray:
    """Return a landmark, ``(..., 3)``."""
    found = body.get(name)
    return np.full_like(next(iter(body.values())), np.nan) if found is None else found


def middle(body: Landmarks, name: str) -> np.ndarray:
    """Return the mean of a landmark of the left and of the right side, ``(..., 3)``."""
    return 0.5 * (point(body, f"{name}_l") + point(body, f"{name}_r"))


def trunk(body: Landmarks) -> np.ndarray:
    """Return the vector from mid-hips to mid-shoulders, ``(..., 3)``."""
    return middle(body, "shoulder") - middle(body, "hip")


def lines_across(body: Landmarks) -> list[np.ndarray]:
    """Return vectors ``(..., 3)`` from right to left between hips and between shoulders, as far as known."""
    pairs = [(f"{name}_l", f"{name}_r") for name in ("hip", "shoulder")]
    return [body[left] - body[right] for left, right in pairs if left in body and right in body]


def level(vectors: np.ndarray, up: np.ndarray) -> np.ndarray:
    """Return the part of vectors ``(..., 3)`` that is perpendicular to ``up`` (3,)."""
    return vectors - (vectors @ up)[..., None] * up


def angles_to(vectors: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """Return (T,) angles [rad] of vectors (T, 3) from a direction (3,), NaN where a vector is not known."""
    known = norms(vectors) > 0.0
    return np.where(known, rot.angle_between(vectors, direction), np.nan)


def stands(pose: Landmarks, up: np.ndarray) -> bool:
    """Tell whether one pose is that of a standing person, if ``up`` (3,) is up."""
    segments = [(trunk(pose), up, MAX_TRUNK_LEAN)]
    for upper, lower in (("hip", "knee"), ("knee", "ankle")):
        for side in SIDES:
            way = point(pose, f"{lower}_{side}") - point(pose, f"{upper}_{side}")
            segments.append((way, -up, MAX_LEG_SPREAD))
    return all(np.linalg.norm(way) > 0.0 and rot.angle_between(way, to) <= most for way, to, most in segments)


def is_t_pose(pose: Landmarks, up: np.ndarray) -> bool:
    """Tell whether one pose stands and stretches both arms straight out to the sides."""
    leftwards = pose["shoulder_l"] - pose["shoulder_r"]
    arms = [
        (pose[f"{lower}_{side}"] - pose[f"{upper}_{side}"], outwards)
        for upper, lower in (("shoulder", "elbow"), ("elbow", "wrist"))
        for side, outwards in (("l", leftwards), ("r", -leftwards))
    ]
    return stands(pose, up) and all(rot.angle_between(way, to) <= MAX_ARM_DROOP for way, to in arms)


def standing_axis(pose: Landmarks) -> str | None:
    """Return the axis of the file along which one pose stands, or None where it does not stand."""
    return next((name for name, axis in AXES.items() if stands(pose, axis)), None)


def facing(pose: Landmarks, up: np.ndarray) -> np.ndarray | None:
    """Return the horizontal unit vector (3,) that one pose faces, or None where its sides coincide."""
    forward = cross(sum(lines_across(pose), np.zeros(3)), up)
    reach = np.linalg.norm(np.ptp(np.stack(list(pose.values())), axis=0))
    length = np.linalg.norm(forward)
    return forward / length if length > _SAME_PLACE * reach else None


def facings(tracks: Landmarks, up: np.ndarray) -> np.ndarray:
    """Return horizontal vectors (T, 3) that hips and shoulders face, zero where they are not seen."""
    frame_count = len(next(iter(tracks.values())))
    sides = [_unit_or_nan(level(line, up)) for line in lines_across(tracks)]
    return cross(np.nansum([np.zeros((frame_count, 3)), *sides], axis=0), up)


def first_facing(tracks: Landmarks, fps: float, up: np.ndarray) -> np.ndarray | None:
    """Return the horizontal unit vector (3,) that the body faces in the first half second that shows it.

    Args:
        tracks: Canonical landmark → (T, 3), NaN where unknown.
        fps: Frames a second [1/s].
        up: (3,) unit vector.
    """
    mean = _seen_directions(facings(tracks, up))[: max(1, int(_FACING_SECONDS * fps))].sum(axis=0)
    return rot.normalise(mean) if mean.any() else None


def nearest_axis(vector: np.ndarray) -> str:
    """Return the name of the axis that is nearest to a vector (3,)."""
    return max(AXES, key=lambda name: float(AXES[name] @ vector))


def up_above_infant(tracks: Landmarks) -> str | None:
    """Return ``"z"`` or ``"-z"``, to which the chest of (T, 3) faces, or None where it faces neither.

    Keypoints of infants come from a camera that looks down at them, with z along its optical axis: one whose
    chest faces along z lies on its back under the camera, and the side that it faces is up.
    """
    chest = _seen_directions(cross(sum(lines_across(tracks), np.zeros(3)), trunk(tracks)))
    if len(chest) == 0:
        return None
    mean = chest.mean(axis=0)
    is_frontal = np.arctan2(np.hypot(mean[0], mean[1]), abs(mean[2])) <= _FRONTAL
    if np.linalg.norm(mean) < _CONCENTRATED or not is_frontal:
        return None
    return "z" if mean[2] > 0.0 else "-z"


def _seen_directions(vectors: np.ndarray) -> np.ndarray:
    """Return (N, 3) unit vectors of those (T, 3) that are known and not zero."""
    lengths = norms(vectors)
    return rot.normalise(vectors[np.isfinite(lengths) & (lengths > 0.0)])


def _unit_or_nan(vectors: np.ndarray) -> np.ndarray:
    lengths = norms(vectors)[:, None]
    return np.divide(vectors, lengths, out=np.full_like(vectors, np.nan), where=lengths > 0.0)
