"""From JSON with keypoints to a take of all frames, by a short way where all frames are alike.

Frames that a program wrote differ in their numbers alone. The text is then shortened to a few frames that
hold, instead of each number, its place, and parsed with all care; where a person's coordinate says in which
place its number stands, in these frames it does so in all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from understudy.capture.keypoints.json_people import ParsedFrames, parse_frames
from understudy.capture.keypoints.take import Person, Take
from understudy.capture.source import Source
from understudy.capture.text.alike_kernel import part_list
from understudy.capture.text.alike_texts import AlikeTexts, are_places, read_alike_texts
from understudy.capture.text.json_frames import MAX_JSON_BYTES
from understudy.capture.text.time_column import first_increasing
from understudy.errors import CaptureError

_SHOWN = 8
"""Frames of the shortened text, more than points tell a person from a list of frames."""

_LIST_OF_LISTS = re.compile(rb"\[\s*[\[{]")
_MOST_ELEMENTS = 1 << 20

_USUAL_FRAME = 2000
"""Bytes of a frame, by which the frames of a document are estimated before it is read."""

_MOST_REMEMBERED, _LARGEST_REMEMBERED = 8, 1 << 16
"""Texts that are remembered, and how many bytes one has at most: programs write many takes alike."""

Around = tuple[bytes, bytes] | None
"""What stands before and behind all frames of a document; None for a folder."""


def parse_keypoint_json(source: Source) -> Take:
    """Parse a JSON document, JSON lines, or a folder with one JSON a frame.

    Raises:
        CaptureError: Where the text is no JSON, or its frames are of no known shape.
    """
    found = _alike_frames(source) or parse_frames(source)
    return Take(found.people, found.places, first_increasing(dict(found.stamps)), found.stated)


def _alike_frames(source: Source) -> ParsedFrames | None:
    """Return what a source says where all of its frames are alike, None where it takes a closer look."""
    bounds, around = (_folder(source), None) if source.frames else _document(source.content)
    if bounds is None or len(source.content) > MAX_JSON_BYTES:
        return None
    texts = read_alike_texts(source.content, bounds)
    if texts is None or texts.numbers.shape[1] == 0:
        return None
    size = sum(map(len, (*texts.pieces, *(around or ()))))
    find = _remembered_places if size <= _LARGEST_REMEMBERED else _find_places
    places = find(texts.pieces, around)
    if places is None:
        return None
    names = [each.path.name for each in source.frames] or [_name_of(index) for index in range(len(bounds))]
    return replace(places, people=_people(places, texts), places=names, stamps=_stamps(places.stamps, texts))


def _folder(source: Source) -> np.ndarray:
    """Return where the frames of a folder are in its content."""
    sizes = np.array([len(frame.content) for frame in source.frames], dtype=np.int64)
    ends = np.cumsum(sizes + 1) - 1
    return np.stack([ends - sizes, ends], axis=1)


def _document(content: bytes) -> tuple[np.ndarray | None, Around]:
    """Return where the elements are of the list that makes up most of a document, and what is around them.

    None without such a list.
    """
    match = _LIST_OF_LISTS.search(content)
    if match is None or not part_list.is_worth_it(len(content) // _USUAL_FRAME):
        return None, None
    # Each element and the comma behind it have two bytes at least; what is not filled takes no memory.
    bounds = np.empty((min(len(content) // 2 + 1, _MOST_ELEMENTS), 2), dtype=np.int64)
    count, end = part_list(np.frombuffer(content, dtype=np.uint8), match.start(), bounds)
    if count <= 0 or 2 * (end - match.start()) <= len(content):
        return None, None
    return bounds[:count], (content[: int(bounds[0, 0])], content[int(bounds[count - 1, 1]) :])


def _find_places(pieces: tuple[bytes, ...], around: Around) -> ParsedFrames | None:
    """Return what some frames say that hold places of numbers instead of them, in pieces that all share.

    None where that does not tell what all frames say.
    """
    count = len(pieces) - 1
    texts = AlikeTexts(pieces, np.empty((0, count)))
    nothing = texts.with_numbers([b"0"] * count)
    try:
        places = parse_frames(_shortened([texts.with_places(text) for text in range(_SHOWN)], around))
        zeros = parse_frames(_shortened([nothing] * _SHOWN, around))
    except CaptureError:
        return None
    is_in_order = [*places.places] == [_name_of(index) for index in range(_SHOWN)]
    return places if _are_places(places, zeros, count) and is_in_order else None


_remembered_places = lru_cache(maxsize=_MOST_REMEMBERED)(_find_places)


def _shortened(texts: list[bytes], around: Around) -> Source:
    """Return a source with these frames only."""
    if around is None:
        frames = tuple(Source(Path(_name_of(index)), text) for index, text in enumerate(texts))
        return Source(Path("frames"), b"", frames)
    return Source(Path("frames"), around[0] + b",".join(texts) + around[1])


def _name_of(frame: int) -> str:
    return f"frame {frame}"


def _are_places(found: ParsedFrames, zeros: ParsedFrames, count: int) -> bool:
    """Tell whether the coordinates of some frames are places of numbers, and would be with any numbers.

    Args:
        found: Frames with the place of each number instead of it.
        zeros: The same with zeros, to which readers may take exception.
        count: Numbers in a frame.
    """
    first = found.people[0]
    if (
        len(found.people) != _SHOWN
        or len(zeros.people) != _SHOWN
        or found.stamps.keys() != zeros.stamps.keys()
    ):
        return False
    for index, (people, others) in enumerate(zip(found.people, zeros.people, strict=True)):
        if not len(people) == len(others) == len(first):
            return False
        for person, other, like in zip(people, others, first, strict=True):
            is_same = (person.names, person.kind) == (other.names, other.kind) == (like.names, like.kind)
            if not is_same or not person.values.shape == other.values.shape == like.values.shape:
                return False
            known = ~np.isnan(like.values)
            if not np.array_equal(~np.isnan(person.values), known):
                return False
            if not are_places(like.values[known], person.values[known], index, count):
                return False
    return all(
        are_places(stamps[:1], stamps[index : index + 1], index, count)
        for stamps in found.stamps.values()
        for index in range(_SHOWN)
    )


def _people(places: ParsedFrames, texts: AlikeTexts) -> list[list[Person]]:
    """Return the people of all frames, whose coordinates are numbers of the texts."""
    found = []
    for person in places.people[0]:
        known = ~np.isnan(person.values)
        values = np.full((len(texts.numbers), *person.values.shape), np.nan)
        values[:, known] = texts.at(person.values[known])
        found.append([Person(each, person.names, person.kind) for each in values])
    return [list(people) for people in zip(*found, strict=True)] or [[] for _ in texts.numbers]


def _stamps(places: Mapping[str, np.ndarray], texts: AlikeTexts) -> dict[str, np.ndarray]:
    """Return when all frames were taken."""
    return {key: texts.at(place[0]) for key, place in places.items()}
