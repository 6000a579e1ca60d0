"""Followed keypoints placed in our world: their rate, their unit, and which way is up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.capture.keypoints.infant_camera import (
    TYPICAL_HEIGHT,
    has_infant_proportions,
    infant_unit,
    up_above_infant,
)
from understudy.capture.keypoints.sets import KeypointSet
from understudy.capture.keypoints.take import Take, is_seen
from understudy.capture.placing.length_units import ADULT
from understudy.capture.placing.point_body import landmark_tracks, straight_body
from understudy.capture.placing.point_placing import place_points
from understudy.capture.placing.posture import Landmarks, middle
from understudy.capture.placing.stature import stature
from understudy.capture.sidecar import sidecar_path
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

USUAL_FPS = 30.0
"""Frames a second of most cameras, where a file does not tell."""

_MIN_FPS, _MAX_FPS = 1e-3, 1e5

_UNIT_TRUNK = 1e-3
"""How near to 1 the trunk's length is in keypoints that were scaled by it."""


def frame_rate(source: Source, take: Take | None = None) -> tuple[float, str]:
    """Return frames a second [1/s], and the sentence that says why.

    Raises:
        CaptureError: Where the file states a rate that no capture has.
    """
    if source.sidecar.fps is not None:
        return source.sidecar.fps, f"{source.sidecar.fps:g} frames a second, by {_sidecar(source)}."
    if take is not None and "fps" in take.stated:
        fps = _require_rate(source, take.stated["fps"])
        return fps, f"{fps:.6g} frames a second, as the file states."
    if take is not None and take.times is not None:
        span = max(float(take.times[-1] - take.times[0]), 1.0 / _MAX_FPS)
        fps = _require_rate(source, (len(take.times) - 1) / span)
        return fps, f"{fps:.6g} frames a second on the mean, by the frames' times."
    return USUAL_FPS, (
        f"{USUAL_FPS:g} frames a second are assumed, since nothing tells; state fps in {_sidecar(source)} "
        "otherwise."
    )


def _require_rate(source: Source, fps: float) -> float:
    if not _MIN_FPS <= fps <= _MAX_FPS:
        raise CaptureError(
            source.path, f"has {fps:g} frames a second, expected {_MIN_FPS:g} to {_MAX_FPS:g} of them"
        )
    return fps


def place_keypoints(
    source: Source,
    dialect: str,
    keypoints: KeypointSet,
    points: np.ndarray,
    fps: float,
    notes: Sequence[str],
    *,
    up: str | None = None,
    usual_up: str | None = None,
    unit: float | None = None,
) -> Recording:
    """Infer what the file and its sidecar leave open and return the recording.

    Args:
        source: The file or folder.
        dialect: What people call its format, with its set of keypoints.
        keypoints: The set that the points are of.
        points: (T, K, 3) in the file's unit and axes, NaN where not seen.
        fps: Frames a second [1/s].
        notes: What the reader has to say already.
        up: The file's axis that points up, where the format is certain of it.
        usual_up: The same, where it is so for a level camera.
        unit: Metres per unit, where the format is certain of it.
    """
    seen = is_seen(points)
    tracks = landmark_tracks(keypoints.names, points, seen, keypoints.landmarks)
    is_infant = has_infant_proportions(tracks)
    unit, about_unit = _unit(source, tracks, is_infant, unit)
    up, about_up = _up(source, tracks, is_infant, up, usual_up)
    return place_points(
        source,
        dialect,
        keypoints.names,
        points,
        fps,
        {name: keypoints.landmarks[name] for name, track in tracks.items() if np.isfinite(track).any()},
        valid=seen,
        unit=unit,
        up=up,
        notes=(*notes, *about_unit, *about_up),
    )


def _unit(
    source: Source, tracks: Landmarks, is_infant: bool, known: float | None
) -> tuple[float | None, list[str]]:
    """Return metres per unit, None where the sidecar or the usual inference will do."""
    body = straight_body(tracks)
    size = 0.0 if body is None else stature(body)
    if source.sidecar.unit is not None:
        return None, []
    if source.sidecar.height is not None and size > 0.0:
        height = source.sidecar.height
        return height / size, [f"The person is {height:g} m tall, by {_sidecar(source)}."]
    if known is None and is_infant:
        known = infant_unit(tracks)
    if known is not None or not _is_scaled_by_trunk(tracks):
        return known, []
    height = TYPICAL_HEIGHT if is_infant else ADULT
    return height / size, [
        f"All lengths were divided by the trunk's, so the person is taken to be {height:g} m tall; state "
        f"height in {_sidecar(source)} otherwise."
    ]


def _up(
    source: Source, tracks: Landmarks, is_infant: bool, up: str | None, usual_up: str | None
) -> tuple[str | None, list[str]]:
    """Return the axis that points up, None where the sidecar or the usual inference will do."""
    if source.sidecar.up is not None:
        return None, []
    if up is not None:
        return up, []
    above = up_above_infant(tracks) if is_infant else None
    if above is None:
        return usual_up, []
    return above, [
        "The body has an infant's proportions and is seen frontally, so it is taken to lie on its back "
        f"under the camera: {above}, to which its chest faces, is up; state up in {_sidecar(source)} "
        "otherwise."
    ]


def _is_scaled_by_trunk(tracks: Landmarks) -> bool:
    """Tell whether the distance from mid-hips to mid-shoulders is 1 in every frame that shows it."""
    lengths = np.linalg.norm(middle(tracks, "shoulder") - middle(tracks, "hip"), axis=1)
    known = lengths[np.isfinite(lengths)]
    return len(known) > 0 and bool((np.abs(known - 1.0) < _UNIT_TRUNK).all())


def _sidecar(source: Source) -> str:
    return sidecar_path(source.path).name
