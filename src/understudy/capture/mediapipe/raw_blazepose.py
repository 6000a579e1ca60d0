"""BlazePose's 33 points as a raw capture, whichever kind of coordinates they have.

World landmarks are metres from the middle of the hips. Picture landmarks are shares of a picture's sides or
its pixels, with depths from the hips. Both have x right in the picture, y down and z away from the camera,
so that -y is up for a level camera. Points that several cameras located in space have neither origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from understudy.capture.keypoints.raw_keypoints import raw_keypoints
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.keypoints.take import Take, is_seen
from understudy.capture.mediapipe.picture_scale import USUAL_ASPECTS, PictureScale, fit_picture
from understudy.capture.placing.length_units import SHORTEST_PERSON, TALLEST_PERSON
from understudy.capture.placing.point_body import body_size, landmark_tracks
from understudy.capture.placing.posture import middle, up_above_infant
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import sidecar_path
from understudy.capture.source import Source
from understudy.errors import CaptureError

_UP = "-y"
_METRE = 1.0
_AT_ORIGIN = 0.1
"""How near to the origin the middle of the hips is, on the median, as a share of the trunk's length."""

_LARGEST_SHARE = 3.0
"""Shares of a picture may lie outside of it, but never by this much; larger numbers are pixels."""


def raw_blazepose(source: Source, points: np.ndarray, take: Take, notes: Sequence[str]) -> RawCapture:
    """Return what a file of BlazePose's points says.

    Args:
        source: The file.
        points: (T, 33, 3), NaN where not seen.
        take: What the file says about itself.
        notes: What the reader has to say.
    """
    raw = raw_keypoints(source, "MediaPipe", BLAZEPOSE_33, points, take, notes)
    tracks = _tracks(points)
    hips, trunks = middle(tracks, "hip"), middle(tracks, "shoulder") - middle(tracks, "hip")
    hips, trunks = hips[is_seen(hips)], np.linalg.norm(trunks[is_seen(trunks), :2], axis=1)
    # What the file calls its points.
    kind = next((person.kind for frame in take.frames for person in frame if person.kind), "")
    if "world" in kind or _is_origin(hips, trunks):
        return world_landmarks(raw, tracks)
    if _is_origin(hips[:, 2:], trunks):
        return _picture(raw, take)
    return replace(raw, naming="points in space")


def world_landmarks(raw: RawCapture, tracks: dict[str, np.ndarray]) -> RawCapture:
    """Return a capture of metres from the middle of the hips, as seen by a level camera.

    Args:
        raw: The capture, whose frames each have that origin.
        tracks: Canonical landmark → (T, 3), NaN where not seen.
    """
    body = body_size(tracks)
    is_metres = body is not None and SHORTEST_PERSON <= body.stature <= TALLEST_PERSON
    about = (
        "The middle of the hips is the origin in every frame, so where the person goes is not known; each "
        "frame was moved up or down until its lowest point is at the same height, and jumps are lost."
    )
    return replace(
        raw,
        naming="world landmarks",
        unit=_METRE if is_metres else None,
        up=_up(tracks),
        is_centred=True,
        notes=(*raw.notes, about),
    )


def _up(tracks: dict[str, np.ndarray]) -> str | None:
    """Return up for a level camera, None where an infant may lie under it."""
    body = body_size(tracks)
    lies = body is not None and body.is_infant and up_above_infant(tracks) is not None
    return None if lies else _UP


def _picture(raw: RawCapture, take: Take) -> RawCapture:
    source, points = raw.source, raw.points
    is_pixels = bool(np.abs(points[is_seen(points), :2]).max(initial=0.0) > _LARGEST_SHARE)
    width, height = take.stated.get("width"), take.stated.get("height")
    stated = width / height if width and height else None
    known = 1.0 if is_pixels else source.sidecar.aspect or stated
    scale = fit_picture(_tracks(points), known)
    if scale is None:
        raise CaptureError(
            source.path, "shows no limb in any frame, so the scale of its picture cannot be inferred"
        )
    lengths = scale.apply(points)
    tracks = _tracks(lengths)
    body = body_size(tracks)
    if body is None or body.stature == 0.0:
        raise CaptureError(source.path, "shows neither a leg nor the trunk nor an arm whole in any frame")
    return replace(
        raw,
        points=lengths,
        naming="pixels" if is_pixels else "picture landmarks",
        has_no_scale=True,
        up=_up(tracks),
        notes=(*raw.notes, _about_picture(source, scale, is_pixels, known is not None)),
    )


def _about_picture(source: Source, scale: PictureScale, is_pixels: bool, is_known: bool) -> str:
    unit = "pixels" if is_pixels else "shares of a picture's sides"
    shape = ""
    if not is_pixels:
        names = [name for name, aspect in USUAL_ASPECTS.items() if aspect == scale.aspect]
        why = "" if is_known else ", the usual shape in which the body is best proportioned"
        shape = f" The picture is taken as {names[0] if names else f'{scale.aspect:.4g}:1'}{why}."
    depth = scale.depth / scale.aspect
    return (
        f"Points are {unit}, without a scale.{shape} Depths are taken at {depth:.2g} times the scale of x, "
        f"with which limbs have human proportions within {scale.misfit:.0%}. All of this is of low "
        f"confidence; state aspect and height in {sidecar_path(source.path).name} where they are known."
    )


def _tracks(points: np.ndarray) -> dict[str, np.ndarray]:
    return landmark_tracks(BLAZEPOSE_33.names, points, BLAZEPOSE_33.landmarks)


def _is_origin(places: np.ndarray, trunks: np.ndarray) -> bool:
    """Tell whether places (N, D) are at the origin on the median, for trunks of lengths (M,) in x and y."""
    if len(places) == 0 or len(trunks) == 0:
        return False
    return bool(np.median(np.linalg.norm(places, axis=1)) < _AT_ORIGIN * np.median(trunks))
