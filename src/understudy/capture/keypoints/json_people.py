"""Keypoints in JSON: the people of every frame, its time, and what the document states about itself.

People and their points are told by shape, with the usual keys as signposts. A point is an object with x, y
and perhaps z and a confidence, or a list of two to four numbers. A person is a list of points, an object of
points by name, or one flat list of numbers. A frame is a person, a list of people, or an object with any of
them under a known key.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from understudy.capture.keypoints.take import POINT_VALUES, Person
from understudy.capture.source import Source
from understudy.capture.text.json_frames import JsonFrame, json_frames
from understudy.capture.text.quoting import shown, shown_list
from understudy.capture.text.time_column import TIME_NAMES
from understudy.errors import CaptureError
from understudy.plain_text import squeezed

PEOPLE = ("people", "persons", "bodies", "poses")
"""Keys under which a frame's people stand."""

FLAT_POINTS = ("posekeypoints2d", "posekeypoints", "keypoints2d", "landmarks2d")
"""Keys of points in a picture without depth: x, y and a confidence."""

POINTS = (
    *("posekeypoints3d", "bodykeypoints3d", "keypoints3d", "poseworldlandmarks", "worldlandmarks"),
    *("landmarksworld", "landmarks3d", "poselandmarks", "landmarks", "landmark"),
    *("keypoints", "joints", "points", "positions", "pose"),
    *FLAT_POINTS,
)
"""Keys of a person's points, the better ones first."""

_CONFIDENCES = ("visibility", "confidence", "score", "likelihood", "conf", "c", "v", "presence")
_STATED = {
    **dict.fromkeys(("fps", "framerate"), "fps"),
    **dict.fromkeys(("width", "imagewidth", "framewidth"), "width"),
    **dict.fromkeys(("height", "imageheight", "frameheight"), "height"),
}
_DESCRIPTIONS = ("video", "meta", "metadata", "info")

_PLAIN_TYPES = frozenset((float, int))
_NUMBER_TYPES = _PLAIN_TYPES | {type(None)}
_FEWEST_POINTS = 5
_MAX_DEPTH = 5


@dataclass(frozen=True, eq=False)
class ParsedFrames:
    """What a text with keypoints says.

    Attributes:
        people: The people of every frame.
        places: What to call each frame in messages.
        stamps: Key of a time → when each frame was taken (T,), of keys that all frames have.
        stated: Numbers that the text states about itself.
    """

    people: Sequence[Sequence[Person]]
    places: Sequence[str]
    stamps: Mapping[str, np.ndarray]
    stated: Mapping[str, float]


def parse_frames(source: Source) -> ParsedFrames:
    """Parse a JSON document, JSON lines, or a folder with one JSON a frame.

    Raises:
        CaptureError: Where the text is no JSON, or its frames are of no known shape.
    """
    frames, document = json_frames(source, _is_frame, POINTS)
    people = [people_in(source, frame.place, frame.content) for frame in frames]
    return ParsedFrames(people, [frame.place for frame in frames], _stamps(frames), _stated(document))


def _is_frame(value: Any) -> bool:
    has_people = isinstance(value, dict) and any(squeezed(key) in PEOPLE for key in value)
    return has_people or is_person(value)


def _stamps(frames: Iterable[JsonFrame]) -> dict[str, np.ndarray]:
    """Return key → (T,) when frames were taken, of all keys of times that every frame has."""
    stamps = [
        {squeezed(key): value for key, value in frame.content.items() if isinstance(value, (int, float))}
        if isinstance(frame.content, dict)
        else {}
        for frame in frames
    ]
    return {
        key: np.array([float(stamp[key]) for stamp in stamps])
        for key in TIME_NAMES
        if all(math.isfinite(stamp.get(key, math.nan)) for stamp in stamps)
    }


def _stated(document: Any) -> dict[str, float]:
    """Return rate and picture size where a document states them, at its top or in what describes it."""
    if not isinstance(document, dict):
        return {}
    about = [value for key, value in document.items() if squeezed(key) in _DESCRIPTIONS]
    found: dict[str, float] = {}
    for described in (document, *(each for each in about if isinstance(each, dict))):
        for key, value in described.items():
            name = _STATED.get(squeezed(key))
            if name and _are_numbers((value,)) and 0.0 < (value or 0.0) < math.inf:
                found.setdefault(name, float(value))
    return found


def people_in(source: Source, place: str, frame: Any) -> list[Person]:
    """Return the people in a frame of parsed JSON.

    Raises:
        CaptureError: Where the frame holds something else.
    """
    return list(_people(source, place, frame, "", 0))


def is_person(value: Any) -> bool:
    """Tell whether a value has the shape of one person."""
    return _person(value, "") is not None


def _people(source: Source, place: str, value: Any, kind: str, depth: int) -> Iterator[Person]:
    if value is None or (isinstance(value, (list, dict)) and not value):
        return
    person = _person(value, kind)
    if person is not None:
        yield person
        return
    # Of several keys under which people or points stand, the best that is not empty counts.
    keys = {squeezed(key): key for key in reversed(value)} if isinstance(value, dict) else {}
    signposts = [keys[key] for key in (*PEOPLE, *POINTS) if key in keys]
    signpost = next((key for key in signposts if value[key]), None)
    if depth < _MAX_DEPTH and signpost is not None:
        yield from _people(source, place, value[signpost], squeezed(signpost), depth + 1)
    elif depth < _MAX_DEPTH and isinstance(value, list) and not _are_numbers(value):
        for each in value:
            yield from _people(source, place, each, kind, depth + 1)
    elif not signposts:
        raise CaptureError(source.path, f"{shown(place)[1:-1]} holds {_described(value)}, expected keypoints")


def _person(value: Any, kind: str) -> Person | None:
    if isinstance(value, dict):
        return _named_person(value, kind)
    if not isinstance(value, list) or len(value) < _FEWEST_POINTS:
        return None
    if _are_numbers(value):
        return _flat_person(value, kind)
    usual = _usual_points(value)
    if usual is not None:
        return Person(usual, (), kind)
    points = []
    for each in value:
        point = _point(each, kind)
        if point is None:
            return None
        points.append(point)
    return Person(np.array(points, dtype=np.float64), (), kind)


def _named_person(value: dict[str, Any], kind: str) -> Person | None:
    """Return the person of an object of points by name, beside which may stand plain values."""
    found = {name: _point(point, kind) for name, point in value.items()}
    points = {name: point for name, point in found.items() if point is not None}
    if len(points) < _FEWEST_POINTS and len(points) < len(value):
        return None
    if any(isinstance(value[name], (list, dict)) for name in value if name not in points):
        return None
    return Person(np.array(list(points.values()), dtype=np.float64), tuple(points), kind)


def _flat_person(numbers: list[Any], kind: str) -> Person | None:
    """Return the person of one flat list: x, y, z and confidence of each point in turn, or no confidence."""
    widths = (3,) if kind in FLAT_POINTS else (4, 3)
    width = next((width for width in widths if len(numbers) % width == 0), None)
    if width is None or len(numbers) < _FEWEST_POINTS * width:
        return None
    flat = np.array([math.nan if number is None else number for number in numbers], dtype=np.float64)
    points = np.full((len(numbers) // width, POINT_VALUES), np.nan)
    points[:, [0, 1, 3] if kind in FLAT_POINTS else range(width)] = flat.reshape(-1, width)
    return Person(points, (), kind)


def _point(value: Any, kind: str) -> list[float] | None:
    """Return x, y, z and confidence of a value that is a point, NaN where one is not given."""
    if isinstance(value, dict):
        plain = value if "x" in value else {squeezed(key): number for key, number in value.items()}
        if "x" not in plain or "y" not in plain:
            return None
        confidence = next((plain[key] for key in _CONFIDENCES if key in plain), None)
        numbers = [plain["x"], plain["y"], plain.get("z"), confidence]
    elif isinstance(value, list) and 2 <= len(value) <= POINT_VALUES:
        is_flat = kind in FLAT_POINTS and len(value) == 3
        numbers = [*value[:2], None, value[2]] if is_flat else value + [None] * (POINT_VALUES - len(value))
    else:
        return None
    if not _are_numbers(numbers):
        return None
    return [math.nan if number is None else number for number in numbers]


def _usual_points(value: list[Any]) -> np.ndarray | None:
    """Return what :func:`_point` would of every object, where all are as MediaPipe writes them; else None."""
    try:
        rows = [(each["x"], each["y"], each["z"], each[_CONFIDENCES[0]]) for each in value]
    except (KeyError, TypeError, IndexError):
        return None
    is_plain = _PLAIN_TYPES.issuperset(map(type, chain.from_iterable(rows)))
    return np.array(rows, dtype=np.float64) if is_plain else None


def _are_numbers(values: Iterable[Any]) -> bool:
    """Tell whether all values are numbers or null, which stands for one that is not known."""
    return _NUMBER_TYPES.issuperset(map(type, values))


def _described(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with the keys {shown_list(list(value)[:8])}"
    if isinstance(value, list):
        return f"a list of {len(value)} values"
    return f"the value {shown(str(value))}"
