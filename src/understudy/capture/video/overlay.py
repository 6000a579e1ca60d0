"""A film with what was seen drawn over it, and faces blurred where the user says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from understudy.capture.video.decoding import Picture, open_film
from understudy.capture.video.faces import Faces, blurred, find_faces, head_boxes
from understudy.capture.video.settings import tracking_settings
from understudy.drawing.encoder import encode_film
from understudy.drawing.extras import require
from understudy.errors import CaptureError
from understudy.motion import CameraView, Recording
from understudy.motion.landmarks import SIDES

_CHAINS = (
    *(("shoulder", "elbow", "wrist", "knuckle"), ("wrist", "fingertip"), ("wrist", "thumb_tip")),
    *(("hip", "knee", "ankle", "heel", "toe"), ("ankle", "toe"), ("shoulder", "hip"), ("eye", "ear")),
)
"""Landmarks of one side between which bones are drawn."""

_HEAD = ("head", "head_top", "nose", "eye_l", "eye_r", "ear_l", "ear_r")
_SHOULDERS = ("shoulder_l", "shoulder_r")
_ACROSS = ("shoulder", "hip")
_COLOURS = {"l": (255, 120, 40), "r": (40, 140, 255), "": (240, 240, 240)}
_PALE = (150, 150, 150)
"""Colour of what is not surely seen: it is shown pale, and not invented."""

_SURE = 0.5
_FASTEST = 60.0
_USUAL = 25.0


def write_overlay(path: Path, film: Path, recording: Recording, blur_faces: bool = False) -> None:
    """Write a film with the image points of a recording drawn over it.

    Args:
        path: The mp4 file.
        film: The film that the recording was tracked in.
        recording: Whose first view is drawn.
        blur_faces: Whether faces are blurred, those of others in the picture as well.

    Raises:
        CaptureError: Where the recording is not of a film.
        OutputError: Where the film cannot be written.
    """
    require("PIL")
    if not recording.views:
        raise CaptureError(film, "has no pictures over which anything could be drawn, expected a film")
    view = recording.views[0]
    opened = open_film(film)
    faces = find_faces(film).and_others(_head(recording)) if blur_faces else None
    # Films have sides of even length.
    width, height = (side - side % 2 for side in opened.facts.decoded_size)
    rate = min(view.rate, _FASTEST) if np.isfinite(view.rate) else _USUAL
    with tracking_settings().progress(f"drawing {path.name}") as progress:

        def drawn() -> Iterator[np.ndarray]:
            for done, picture in enumerate(_even(opened.pictures(), rate)):
                yield draw(picture, view, _bones(recording), faces)[:height, :width]
                progress(done + 1, round(view.times[-1] * rate) + 1)

        encode_film(path, drawn(), (width, height), rate)


def _head(recording: Recording) -> Faces:
    """Return where the head of the person is who is followed."""
    column = {name: row for row, name in enumerate(recording.names)}
    heads, shoulders = (
        [column[name] for landmark in landmarks for name in recording.landmark_points.get(landmark, ())]
        for landmarks in (_HEAD, _SHOULDERS)
    )
    return head_boxes(recording.views[0], heads, shoulders)


def _even(pictures: Iterator[Picture], rate: float) -> Iterator[Picture]:
    """Yield pictures as many a second, each the one that is shown then, with times from 0 on."""
    first, sent, last = None, 0, None
    for picture in pictures:
        first = picture.time if first is None else first
        moved = Picture(picture.time - first, picture.pixels)
        while last is not None and sent / rate < moved.time - 0.5 / rate:
            yield last
            sent += 1
        last = moved
    if last is not None:
        yield last


def draw(
    picture: Picture, view: CameraView, bones: list[tuple[list[int], list[int], str]], faces: Faces | None
) -> np.ndarray:
    """Return a picture (H, W, 3) with bones and points over it.

    Args:
        picture: Its time is counted from the film's first picture.
        view: Image points, of the film's own size.
        bones: Points at both ends, which are averaged, and the side.
        faces: Where faces are, None where they are not blurred.
    """
    from PIL import Image, ImageDraw

    pixels = picture.pixels if faces is None else blurred(picture.pixels, faces.at(picture.time))
    image = Image.fromarray(pixels)
    pen = ImageDraw.Draw(image)
    row = int(np.abs(view.times - picture.time).argmin())
    scale = np.array([pixels.shape[1], pixels.shape[0]]) / view.size
    points, confidence = view.points[row] * scale, view.confidence[row]
    thick = max(2, round(pixels.shape[0] / 240))
    for start, end, side in bones:
        known = confidence[[*start, *end]]
        if (known > 0.0).all():
            colour = _COLOURS[side] if known.min() >= _SURE else _PALE
            ends = [tuple(points[each].mean(axis=0)) for each in (start, end)]
            pen.line(ends, fill=colour, width=thick)
    for point, sure in zip(points, confidence, strict=True):
        if sure > 0.0:
            x, y = point
            box = (x - thick, y - thick, x + thick, y + thick)
            pen.ellipse(box, fill=(255, 255, 255) if sure >= _SURE else _PALE)
    return np.asarray(image)


def _bones(recording: Recording) -> list[tuple[list[int], list[int], str]]:
    column = {name: row for row, name in enumerate(recording.names)}
    places = {
        landmark: [column[name] for name in names] for landmark, names in recording.landmark_points.items()
    }
    bones = [
        (places[f"{start}_{side}"], places[f"{end}_{side}"], side)
        for side in SIDES
        for chain in _CHAINS
        for start, end in pairwise(chain)
        if f"{start}_{side}" in places and f"{end}_{side}" in places
    ]
    across = [(f"{name}_l", f"{name}_r") for name in _ACROSS]
    return bones + [
        (places[left], places[right], "") for left, right in across if {left, right} <= places.keys()
    ]
