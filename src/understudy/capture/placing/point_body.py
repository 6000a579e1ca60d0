"""The body that captured points belong to: its landmarks over time, its lengths, what is left of it.

Unlike a skeleton's, the lengths of captured points tremble, points go missing, and whole limbs may be
out of sight. What is asked of the body here therefore uses medians over the frames that show a segment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from understudy.anthropometry import winter
from understudy.capture.placing.posture import Landmarks
from understudy.capture.placing.world_axes import AXES
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

ENOUGH_FRAMES = 500
"""Frames of a long clip that tell as much about a body as all of them."""

_FACING_SECONDS = 0.5
_NEAR_AXIS = np.deg2rad(35.0)
_CONCENTRATED = 0.5
"""Length of the mean of unit vectors that mostly point one way."""


def landmark_tracks(
    names: Sequence[str], points: np.ndarray, landmark_points: Mapping[str, Sequence[str]]
) -> dict[str, np.ndarray]:
    """Return canonical landmark → (T, 3), each the mean of its points and NaN where one was not seen.

    Args:
        names: K point names.
        points: (T, K, 3) in any unit and axes, NaN where a point was not seen.
        landmark_points: Canonical landmark → names of the points whose mean it is.
    """
    index = {name: k for k, name in enumerate(names)}
    return {
        # Most landmarks are one point, of which there is no need of a copy.
        landmark: points[:, index[sources[0]]]
        if len(sources) == 1
        else np.mean([points[:, index[name]] for name in sources], axis=0)
        for landmark, sources in landmark_points.items()
    }


def some_frames(tracks: Landmarks) -> dict[str, np.ndarray]:
    """Return tracks of so many frames, spread over the clip, as show what does not change."""
    step = max(1, len(next(iter(tracks.values()))) // ENOUGH_FRAMES)
    return {name: track[::step] for name, track in tracks.items()}


def straight_body(tracks: Landmarks) -> dict[str, np.ndarray] | None:
    """Return landmarks (3,) of the person standing straight, or None where no limb shows its size.

    Segments have their median lengths over time and both sides. Legs or a trunk that were not captured
    have an adult's proportions to what was: to trunk or legs, or to the arms where these are all there is.
    """
    leg, trunk = _leg(tracks), _median_length(_middle(tracks, "hip"), _middle(tracks, "shoulder"))
    if leg is None and trunk is None:
        arm = _both(_limb(tracks, "shoulder", "elbow"), _limb(tracks, "elbow", "wrist"))
        if arm is None:
            return None
        trunk = arm * winter.TRUNK / winter.ARM
    if trunk is None:
        assert leg is not None
        trunk = leg * winter.TRUNK / winter.LEG
    if leg is None:
        leg = trunk * winter.LEG / winter.TRUNK
    pose = _standing(leg, trunk)
    neck = _median_length(_middle(tracks, "hip"), tracks.get("neck"))
    head = _median_length(tracks.get("neck"), tracks.get("head_top"))
    if neck is not None and head is not None:
        pose["neck"] = np.array([0.0, 0.0, neck])
        pose["head_top"] = np.array([0.0, 0.0, neck + head])
    return pose


def upright_axis(tracks: Landmarks) -> str | None:
    """Return the file's axis along which the body holds itself on the mean, None where there is none.

    The body points from ankles, knees or hips, whatever is seen, to shoulders, neck or head.
    """
    upper = _first_seen(_middle(tracks, "shoulder"), tracks.get("neck"), tracks.get("head"))
    lower = _first_seen(
        _middle(tracks, "ankle"), _middle(tracks, "knee"), _middle(tracks, "hip"), tracks.get("mid_hip")
    )
    directions = None if upper is None or lower is None else _seen_directions(upper - lower)
    if directions is None:
        return None
    mean = directions.mean(axis=0)
    angles = {name: float(rot.angle_between(mean, axis)) for name, axis in AXES.items()}
    nearest = min(angles, key=lambda name: angles[name])
    is_upright = np.linalg.norm(mean) >= _CONCENTRATED and angles[nearest] <= _NEAR_AXIS
    return nearest if is_upright else None


def first_facing(tracks: Landmarks, fps: float, up: np.ndarray) -> np.ndarray | None:
    """Return the horizontal unit vector (3,) that the body faces in the first half second that shows it.

    Args:
        tracks: Canonical landmark → (T, 3), NaN where unknown.
        fps: Frames a second [1/s].
        up: (3,) unit vector.
    """
    directions = _seen_directions(facings(tracks, up))
    if directions is None:
        return None
    mean = directions[: max(1, int(_FACING_SECONDS * fps))].mean(axis=0)
    length = np.linalg.norm(mean)
    return mean / length if length > 0.0 else None


def facings(tracks: Landmarks, up: np.ndarray) -> np.ndarray:
    """Return horizontal vectors (T, 3) that hips and shoulders face, zero where they are not seen."""
    sides = [
        tracks[f"{name}_l"] - tracks[f"{name}_r"]
        for name in ("hip", "shoulder")
        if f"{name}_l" in tracks and f"{name}_r" in tracks
    ]
    frame_count = len(next(iter(tracks.values())))
    if not sides:
        return np.zeros((frame_count, 3))
    return np.cross(np.nansum([_unit_or_nan(level(side, up)) for side in sides], axis=0), up)


def level(vectors: np.ndarray, up: np.ndarray) -> np.ndarray:
    """Return the part of vectors ``(..., 3)`` that is perpendicular to ``up`` (3,)."""
    return vectors - (vectors @ up)[..., None] * up


def _standing(leg: float, trunk: float) -> dict[str, np.ndarray]:
    heights = {"hip": 0.0, "knee": -leg * (1.0 - winter.SHIN / winter.LEG), "ankle": -leg, "shoulder": trunk}
    return {
        f"{name}_{side}": np.array([0.0, 0.0, height]) for name, height in heights.items() for side in SIDES
    }


def _leg(tracks: Landmarks) -> float | None:
    return _both(_limb(tracks, "hip", "knee"), _limb(tracks, "knee", "ankle"))


def _limb(tracks: Landmarks, start: str, end: str) -> float | None:
    """Return the mean of the median lengths of a segment on the sides that show it."""
    lengths = [_median_length(tracks.get(f"{start}_{side}"), tracks.get(f"{end}_{side}")) for side in SIDES]
    known = [length for length in lengths if length is not None]
    return float(np.mean(known)) if known else None


def _both(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first + second


def _median_length(start: np.ndarray | None, end: np.ndarray | None) -> float | None:
    if start is None or end is None:
        return None
    lengths = np.linalg.norm(end - start, axis=1)
    seen = lengths[np.isfinite(lengths)]
    return float(np.median(seen)) if len(seen) else None


def _middle(tracks: Landmarks, name: str) -> np.ndarray | None:
    left, right = tracks.get(f"{name}_l"), tracks.get(f"{name}_r")
    return None if left is None or right is None else 0.5 * (left + right)


def _first_seen(*tracks: np.ndarray | None) -> np.ndarray | None:
    """Return the first of tracks (T, 3) that is seen at all."""
    return next((track for track in tracks if track is not None and np.isfinite(track).any()), None)


def _seen_directions(vectors: np.ndarray) -> np.ndarray | None:
    lengths = np.linalg.norm(vectors, axis=1)
    seen = np.isfinite(lengths) & (lengths > 0.0)
    return rot.normalise(vectors[seen]) if seen.any() else None


def _unit_or_nan(vectors: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, lengths, out=np.full_like(vectors, np.nan), where=lengths > 0.0)
