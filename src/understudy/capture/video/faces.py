"""Faces in a film, of everybody in its pictures, found to be blurred.

A face that is missed for a moment would be seen. So each is looked for in every picture, counts for some time
before and after, and is taken larger than it was found. The head of who is followed counts besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from understudy.capture.video.decoding import open_film
from understudy.capture.video.installed import find_tracker
from understudy.capture.video.settings import tracking_settings
from understudy.capture.video.tracker import Tracker, TrackerError
from understudy.errors import CaptureError
from understudy.motion import CameraView

TASK = "faces"
CORNERS = ("face_left_top", "face_right_bottom")
"""Points of a face, as a tracker gives them that finds faces."""

HELD = 0.5
"""Time [s] for which a face counts before it is found and afterwards."""

LARGER = 1.6
"""How many times as large as it was found a face is blurred."""

_HEAD_TO_SHOULDERS = 0.4
"""Half of a head's height, with a margin, as a share of the shoulders' width."""

_BLOCKS = 6
"""Squares across a blurred face."""


@dataclass(frozen=True, eq=False)
class Faces:
    """Faces over a film.

    Attributes:
        times: (F,) when each was seen [s], from the film's first picture on.
        boxes: (F, 4) left, top, right and bottom, as shares of the picture's sides.
    """

    times: np.ndarray
    boxes: np.ndarray

    def at(self, time: float) -> np.ndarray:
        """Return (N, 4) all that count at a time [s]."""
        return self.boxes[np.abs(self.times - time) <= HELD]

    def and_others(self, others: Faces) -> Faces:
        """Return these and others."""
        return Faces(np.append(self.times, others.times), np.concatenate([self.boxes, others.boxes]))


def find_faces(path: Path) -> Faces:
    """Return the faces in a film, as a tracker finds them.

    Raises:
        CaptureError: Where the tracker finds no faces, or the film cannot be decoded.
    """
    settings = tracking_settings()
    film = open_film(path)
    width, height = film.facts.decoded_size
    times: list[float] = []
    boxes: list[np.ndarray] = []
    first = None
    try:
        program = find_tracker(settings.tracker).program
        program = replace(program, options={**program.options, "task": TASK})
        with Tracker(program) as tracker, settings.progress(f"looking for faces in {path.name}") as progress:
            if tracker.facts.points != CORNERS:
                raise TrackerError(f"tracker '{program.name}' finds no faces, expected one that does")
            for done, picture in enumerate(film.pictures()):
                first = picture.time if first is None else first
                for sight in tracker.track(picture.pixels, picture.time):
                    box = sight.values[:, :2].reshape(4) / [width, height, width, height]
                    if np.isfinite(box).all():
                        times.append(picture.time - first)
                        boxes.append(_larger(box))
                progress(done + 1, film.facts.count)
    except TrackerError as error:
        raise CaptureError(path, f"cannot have its faces blurred: {error}") from error
    return Faces(np.array(times), np.array(boxes).reshape(-1, 4))


def head_boxes(view: CameraView, heads: Sequence[int], shoulders: Sequence[int]) -> Faces:
    """Return where the head of the person is who is followed, however little of it is seen.

    Args:
        view: What the camera saw.
        heads: Points of the head.
        shoulders: Points of the shoulders, which tell how large it is.
    """
    points = view.points / view.size
    times, boxes = [], []
    for time, row in zip(view.times, points, strict=True):
        known = row[heads][np.isfinite(row[heads]).all(axis=1)]
        wide = np.ptp(row[shoulders] * view.size, axis=0)
        if len(known):
            # Seen from the side, shoulders are narrow and a head is as large as ever.
            spread = np.ptp(known * view.size, axis=0).max()
            reach = max(_HEAD_TO_SHOULDERS * float(np.nan_to_num(np.linalg.norm(wide))), float(spread))
            middle, half = known.mean(axis=0), reach / np.array(view.size)
            times.append(time)
            boxes.append(np.concatenate([middle - half, middle + half]))
    return Faces(np.array(times), np.array(boxes).reshape(-1, 4))


def _larger(box: np.ndarray) -> np.ndarray:
    middle, half = 0.5 * (box[:2] + box[2:]), 0.5 * LARGER * (box[2:] - box[:2])
    return np.concatenate([middle - half, middle + half])


def blurred(pixels: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    """Return a picture (H, W, 3) in which boxes (N, 4), shares of its sides, are made of a few squares."""
    result = np.array(pixels)
    height, width = result.shape[:2]
    for box in boxes:
        left, top, right, bottom = (np.clip(box, 0.0, 1.0) * [width, height, width, height]).astype(int)
        for rows in np.array_split(np.arange(top, bottom), _BLOCKS):
            for columns in np.array_split(np.arange(left, right), _BLOCKS):
                if len(rows) and len(columns):
                    part = result[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
                    # Of the picture itself, so that boxes that overlap do not show more.
                    of = pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
                    part[:] = of.mean(axis=(0, 1)).astype(np.uint8)
    return result
