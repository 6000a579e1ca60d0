"""Keypoints in JSON: one document a frame, many documents on lines, or all frames in one document.

Estimators print one JSON a frame; people then collect these in lists or in objects by frame number, under
keys of their own. What is inside of a frame is told by ``keypoint_shapes``.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.keypoints.shapes import PEOPLE, POINTS, are_numbers, is_person, people_in, plain_key
from understudy.capture.keypoints.take import Person, Take
from understudy.capture.source import Source
from understudy.errors import CaptureError

MAX_JSON_BYTES = 256 << 20
"""Parsed JSON takes several times the memory of its text; a larger document is refused."""

_FRAMES = ("frames", "positions", "data", "results", "sequence", "annotations")
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
_TIMES = {"timestampms": 0.001, "timems": 0.001, "timestamp": None, "time": None, "seconds": 1.0}
"""Keys of a frame's time → seconds per unit, None where the numbers themselves tell."""

_NUMBERED = re.compile(r"(?:frame|image|img)?[_\- ]?([0-9]{1,15}(?:\.[0-9]{1,15})?)", re.IGNORECASE)


def parse_keypoint_json(source: Source) -> Take:
    """Parse a JSON document, JSON lines, or a folder with one JSON a frame.

    Raises:
        CaptureError: Where the text is no JSON, or its frames are of no known shape.
    """
    if source.frames:
        return _take(source, ((frame.path.name, _load(frame.path, frame.content)) for frame in source.frames))
    try:
        document = _load(source.path, source.content)
    except CaptureError:
        lines = [(k, line) for k, line in enumerate(source.content.split(b"\n"), start=1) if line.strip()]
        if len(lines) < 2 or not all(line.strip().endswith((b"}", b"]")) for _, line in lines[:2]):
            raise
        return _take(source, ((f"frame {k}", _load(source.path, line, k)) for k, line in lines))
    return _take(source, _frames(document), _stated(document))


def _load(path: Path, content: bytes, line: int | None = None) -> Any:
    if len(content) > MAX_JSON_BYTES:
        raise CaptureError(path, f"holds {len(content)} bytes of JSON, at most {MAX_JSON_BYTES} are read")
    try:
        # Integers become floats at once, since endless ones would take endless time.
        return json.loads(content.decode("utf-8-sig"), parse_int=float)
    except json.JSONDecodeError as error:
        problem = f"is no JSON: {error.msg} at column {error.colno}"
        raise CaptureError(path, problem, error.lineno if line is None else line) from error
    except UnicodeDecodeError as error:
        raise CaptureError(path, f"is no UTF-8 text at byte {error.start}, expected JSON", line) from error
    except RecursionError as error:
        raise CaptureError(path, "is JSON that is nested too deep for frames of keypoints", line) from error


def _frames(document: Any) -> Iterable[tuple[str, Any]]:
    """Return the frames of a document, each with what to call it."""
    if isinstance(document, list):
        return _counted([document] if is_person(document) else document)
    if isinstance(document, dict) and document:
        keys = {plain_key(key): key for key in reversed(document)}
        if not any(key in keys for key in PEOPLE):
            for key in (*_FRAMES, *POINTS):
                inner = document[keys[key]] if key in keys else None
                if isinstance(inner, (list, dict)) and inner and not is_person(inner):
                    return _under(keys[key], inner)
            if all(map(_NUMBERED.fullmatch, document)):
                return _under("", document)
    return [("its one frame", document)]


def _under(key: str, frames: list[Any] | dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the frames that stand under one key of a document, those with numbers in their order."""
    if isinstance(frames, dict):
        for name in sorted(frames, key=_number):
            yield f"frame {name}", frames[name]
        return
    for label, frame in _counted(frames):
        # The key may say what the points are, so a frame without keys of its own keeps it.
        is_bare = plain_key(key) in POINTS and not isinstance(frame, dict)
        yield label, {key: frame} if is_bare else frame


def _number(name: str) -> float:
    match = _NUMBERED.fullmatch(name)
    return float(match[1]) if match else math.inf


def _counted(frames: list[Any]) -> Iterator[tuple[str, Any]]:
    return ((f"frame {index}", frame) for index, frame in enumerate(frames))


def _take(
    source: Source, frames: Iterable[tuple[str, Any]], stated: Mapping[str, float] | None = None
) -> Take:
    people: list[list[Person]] = []
    places: list[str] = []
    stamps: list[dict[str, float]] = []
    for place, frame in frames:
        people.append(people_in(source, place, frame))
        places.append(place)
        stamps.append(_stamps(frame))
    return Take(people, places, _times(stamps), stated or {})


def _stamps(frame: Any) -> dict[str, float]:
    """Return the times that a frame states, by plain key."""
    if not isinstance(frame, dict):
        return {}
    plain = {plain_key(key): value for key, value in frame.items() if isinstance(value, (int, float))}
    return {key: float(plain[key]) for key in _TIMES if key in plain and math.isfinite(plain[key])}


def _times(stamps: list[dict[str, float]]) -> np.ndarray | None:
    """Return (T,) [s] when frames were taken, or None where they do not all tell an increasing time."""
    for key, scale in _TIMES.items():
        times = np.array([stamp[key] for stamp in stamps if key in stamp])
        if len(times) == len(stamps) > 1 and (np.diff(times) > 0.0).all():
            # Frames that would be more than a second apart are counted in milliseconds.
            return times * (scale or (0.001 if np.median(np.diff(times)) > 1.0 else 1.0))
    return None


def _stated(document: Any) -> dict[str, float]:
    """Return rate and picture size where a document states them, at its top or in what describes it."""
    if not isinstance(document, dict):
        return {}
    about = [document[key] for key in document if plain_key(key) in ("video", "meta", "metadata", "info")]
    found: dict[str, float] = {}
    for described in (document, *(each for each in about if isinstance(each, dict))):
        for key, value in described.items():
            name = _STATED.get(plain_key(key))
            if name and are_numbers((value,)) and 0.0 < (value or 0.0) < math.inf:
                found.setdefault(name, float(value))
    return found
