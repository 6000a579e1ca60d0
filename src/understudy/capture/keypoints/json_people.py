"""Keypoints in JSON: the people of every frame, its time, and what the document states about itself."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from understudy.capture.keypoints.shapes import PEOPLE, POINTS, are_numbers, is_person, people_in
from understudy.capture.keypoints.take import Person, Take
from understudy.capture.source import Source
from understudy.capture.text.json_frames import json_frames
from understudy.capture.text.time_column import TIME_NAMES, first_increasing
from understudy.plain_text import squeezed

_STATED = {
    "fps": "fps",
    "framerate": "fps",
    "width": "width",
    "imagewidth": "width",
    "framewidth": "width",
    "height": "height",
    "imageheight": "height",
    "frameheight": "height",
}


def parse_keypoint_json(source: Source) -> Take:
    """Parse a JSON document, JSON lines, or a folder with one JSON a frame.

    Raises:
        CaptureError: Where the text is no JSON, or its frames are of no known shape.
    """
    frames, document = json_frames(source, _is_frame, POINTS)
    people: list[list[Person]] = []
    stamps: list[dict[str, float]] = []
    for frame in frames:
        people.append(people_in(source, frame.place, frame.content))
        stamps.append(_stamps(frame.content))
    return Take(people, [frame.place for frame in frames], _times(stamps), _stated(document))


def _is_frame(value: Any) -> bool:
    has_people = isinstance(value, dict) and any(squeezed(key) in PEOPLE for key in value)
    return has_people or is_person(value)


def _stamps(frame: Any) -> dict[str, float]:
    """Return the times that a frame states, by plain key."""
    if not isinstance(frame, dict):
        return {}
    plain = {squeezed(key): value for key, value in frame.items() if isinstance(value, (int, float))}
    return {key: float(plain[key]) for key in TIME_NAMES if key in plain and math.isfinite(plain[key])}


def _times(stamps: list[dict[str, float]]) -> np.ndarray | None:
    """Return (T,) [s] when frames were taken, or None where they do not all tell an increasing time."""
    found = {
        key: np.array([stamp[key] for stamp in stamps])
        for key in TIME_NAMES
        if all(key in stamp for stamp in stamps)
    }
    return first_increasing(found)


def _stated(document: Any) -> dict[str, float]:
    """Return rate and picture size where a document states them, at its top or in what describes it."""
    if not isinstance(document, dict):
        return {}
    about = [document[key] for key in document if squeezed(key) in ("video", "meta", "metadata", "info")]
    found: dict[str, float] = {}
    for described in (document, *(each for each in about if isinstance(each, dict))):
        for key, value in described.items():
            name = _STATED.get(squeezed(key))
            if name and are_numbers((value,)) and 0.0 < (value or 0.0) < math.inf:
                found.setdefault(name, float(value))
    return found
