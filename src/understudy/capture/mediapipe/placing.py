"""BlazePose's 33 points placed in our world, whichever kind of coordinates they have.

World landmarks are metres from the middle of the hips. Picture landmarks are shares of a picture's sides or
its pixels, with depths from the hips. Both have x right in the picture, y down and z away from the camera,
so that -y is up for a level camera. Points that several cameras located in space have neither origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from understudy.capture.keypoints.infant_camera import TYPICAL_HEIGHT, has_infant_proportions
from understudy.capture.keypoints.placing import place_keypoints
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.keypoints.take import is_seen
from understudy.capture.mediapipe.picture_scale import USUAL_ASPECTS, PictureScale, fit_picture
from understudy.capture.placing.length_units import ADULT, SHORTEST_PERSON, TALLEST_PERSON
from understudy.capture.placing.point_body import landmark_tracks, straight_body
from understudy.capture.placing.posture import middle
from understudy.capture.placing.stature import stature
from understudy.capture.sidecar import sidecar_path
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording

_UP = "-y"
_METRE = 1.0
_AT_ORIGIN = 0.1
"""How near to the origin the middle of the hips is, on the median, as a share of the trunk's length."""

_LARGEST_SHARE = 3.0
"""Shares of a picture may lie outside of it, but never by this much; larger numbers are pixels."""


def place_blazepose(
    source: Source, points: np.ndarray, fps: float, notes: Sequence[str], aspect: float | None, kind: str = ""
) -> Recording:
    """Tell what kind of coordinates points have and place them.

    Args:
        source: The file.
        points: (T, 33, 3), NaN where not seen.
        fps: Frames a second [1/s].
        notes: What the reader has to say already.
        aspect: Width over height of the picture where the file states it.
        kind: What the file calls the points.
    """
    hips = middle(_tracks(points), "hip")
    hips = hips[is_seen(hips)]
    trunks = _trunk_lengths(points)
    if "world" in kind or _is_origin(hips, trunks):
        return _place_world(source, points, fps, notes)
    if _is_origin(hips[:, 2:], trunks):
        return _place_picture(source, points, fps, notes, aspect)
    return place_keypoints(source, "MediaPipe (points in space)", BLAZEPOSE_33, points, fps, notes)


def _place_world(source: Source, points: np.ndarray, fps: float, notes: Sequence[str]) -> Recording:
    body = straight_body(_tracks(points))
    is_metres = body is not None and SHORTEST_PERSON <= stature(body) <= TALLEST_PERSON
    about = (
        "The middle of the hips is the origin in every frame, so where the person goes is not known; each "
        "frame was moved up or down until its lowest point is at the same height, and jumps are lost."
    )
    recording = place_keypoints(
        source,
        "MediaPipe (world landmarks)",
        BLAZEPOSE_33,
        points,
        fps,
        (*notes, about),
        usual_up=_UP,
        unit=_METRE if is_metres else None,
    )
    heights = np.where(recording.valid_mask, recording.points[..., 2], np.inf).min(axis=1)
    lowest = np.where(np.isfinite(heights), heights, 0.0)
    return replace(recording, points=recording.points - lowest[:, None, None] * np.array([0.0, 0.0, 1.0]))


def _place_picture(
    source: Source, points: np.ndarray, fps: float, notes: Sequence[str], aspect: float | None
) -> Recording:
    is_pixels = bool(np.abs(points[is_seen(points), :2]).max(initial=0.0) > _LARGEST_SHARE)
    known = 1.0 if is_pixels else source.sidecar.aspect or aspect
    scale = fit_picture(_tracks(points), known)
    if scale is None:
        raise CaptureError(
            source.path, "shows no limb in any frame, so the scale of its picture cannot be told"
        )
    lengths = scale.apply(points)
    tracks = _tracks(lengths)
    body = straight_body(tracks)
    if body is None or stature(body) == 0.0:
        raise CaptureError(source.path, "shows neither a leg nor the trunk nor an arm whole in any frame")
    height = TYPICAL_HEIGHT if has_infant_proportions(tracks) else ADULT
    about = _about_picture(source, scale, is_pixels, known is not None, height)
    return place_keypoints(
        source,
        f"MediaPipe ({'pixels' if is_pixels else 'picture landmarks'})",
        BLAZEPOSE_33,
        lengths,
        fps,
        (*notes, about),
        usual_up=_UP,
        unit=height / stature(body),
    )


def _about_picture(
    source: Source, scale: PictureScale, is_pixels: bool, is_known: bool, height: float
) -> str:
    unit = "pixels" if is_pixels else "shares of a picture's sides"
    shape = ""
    if not is_pixels:
        names = [name for name, aspect in USUAL_ASPECTS.items() if aspect == scale.aspect]
        why = "" if is_known else ", the usual shape in which the body is best proportioned"
        shape = f" The picture is taken as {names[0] if names else f'{scale.aspect:.4g}:1'}{why}."
    depth = scale.depth / scale.aspect
    size = "" if source.sidecar.height else f" The person is taken to be {height:g} m tall."
    return (
        f"Points are {unit}, without a scale.{shape} Depths are taken at {depth:.2g} times the scale of x, "
        f"with which limbs have human proportions within {scale.misfit:.0%}.{size} All of this is of low "
        f"confidence; state aspect and height in {sidecar_path(source.path).name} where they are known."
    )


def _tracks(points: np.ndarray) -> dict[str, np.ndarray]:
    return landmark_tracks(BLAZEPOSE_33.names, points, is_seen(points), BLAZEPOSE_33.landmarks)


def _trunk_lengths(points: np.ndarray) -> np.ndarray:
    """Return (N,) lengths in x and y from mid-hips to mid-shoulders in the frames that show both."""
    tracks = _tracks(points)
    vectors = middle(tracks, "shoulder") - middle(tracks, "hip")
    return np.linalg.norm(vectors[is_seen(vectors), :2], axis=1)


def _is_origin(places: np.ndarray, trunks: np.ndarray) -> bool:
    """Tell whether places (N, D) are at the origin in most frames, as seen from a body of that size."""
    if len(places) == 0 or len(trunks) == 0:
        return False
    return bool(np.median(np.linalg.norm(places, axis=1)) < _AT_ORIGIN * np.median(trunks))
