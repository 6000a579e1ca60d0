"""Films: the person whom a tracker sees in their pictures."""

from __future__ import annotations

import numpy as np

from understudy.capture.format import Format
from understudy.capture.keypoints.sets import KEYPOINT_SETS
from understudy.capture.keypoints.take import is_seen
from understudy.capture.mediapipe.raw_blazepose import world_landmarks
from understudy.capture.placing.point_body import landmark_tracks
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.video.beginnings import begins_as_film
from understudy.capture.video.sight import TrackerFacts
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.capture.video.tracking import track_film
from understudy.errors import CaptureError
from understudy.motion import CameraView, Provenance

LEAST_SURE = 0.5
"""Confidence from which on a point counts as seen."""

USUAL_FPS = 30.0


def read_film(source: Source) -> RawCapture:
    """Track the person in a film.

    Raises:
        CaptureError: Where the film cannot be decoded, there is no tracker, or nobody is seen.
    """
    film = track_film(source.path)
    about = {"tracker": film.facts.name, "version": film.facts.version}
    provenance = Provenance(source.path.name, source.sha256).then("track", **about)
    return raw_film(source, film, provenance)


def raw_film(source: Source, film: TrackedFilm, provenance: Provenance | None = None) -> RawCapture:
    """Return what a tracker saw in a film."""
    values, facts = film.values, film.facts
    confidence = np.nan_to_num(values[..., 5], nan=0.0)
    points = np.where((confidence >= LEAST_SURE)[..., None], values[..., 2:5], np.nan)
    seen = is_seen(points)
    if not seen.any():
        raise CaptureError(source.path, f"shows nobody whom {facts.name} sees clearly enough in any picture")
    shown = {facts.points[column] for column in np.flatnonzero(seen.any(axis=0))}
    landmarks = {name: of for name, of in landmarks_of(facts).items() if shown.issuperset(of)}
    width, height = film.size
    share = float(film.is_seen.mean())
    about = (
        f"{facts.name} {facts.version} found the person in {share:.1%} of {len(film.times)} pictures of "
        f"{width} × {height} pixels; points of a confidence under {LEAST_SURE:g} are taken as not seen."
    )
    raw = RawCapture(
        source=source,
        format=FILM.name,
        names=facts.points,
        points=points,
        naming=facts.name,
        landmark_points=landmarks,
        times=film.times - film.times[0] if len(film.times) > 1 else None,
        usual_fps=USUAL_FPS,
        unit=facts.unit,
        has_no_scale=facts.unit is None,
        up=facts.up,
        may_lie_under_camera=True,
        views=(camera_view(source.path.name, film),),
        notes=(about, *film.notes),
        warnings=film.warnings,
        provenance=provenance,
    )
    return world_landmarks(raw, landmark_tracks(facts.points, points, landmarks))


def camera_view(name: str, film: TrackedFilm) -> CameraView:
    """Return what the film's camera saw, as it was measured."""
    flat = film.values[..., :2]
    found = np.isfinite(flat).all(axis=-1)
    confidence = np.where(found, film.values[..., 5], 0.0)
    return CameraView(name, film.size, film.times - film.times[0], flat, confidence)


def landmarks_of(facts: TrackerFacts) -> dict[str, tuple[str, ...]]:
    """Return canonical landmark → the tracker's points: those of a known set of its names, and its own."""
    own = set(facts.points)
    sets = [each for each in KEYPOINT_SETS if own.issuperset(each.names)]
    best = max(sets, key=lambda each: each.size, default=None)
    return {**(best.landmarks if best else {}), **facts.landmarks}


FILM = Format("film", "a film, such as MP4, MOV, MKV, WebM or AVI", begins_as_film, read_film)
