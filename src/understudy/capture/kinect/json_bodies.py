"""JSON of a depth camera's joints, in the ways in which people write it.

A frame maps joints to their places, at once or under names such as ``joints``, ``bodies`` or ``skeletons``;
joints may also be a list, each with its name or number, or all of them in order. A place is ``[x, y, z]`` or
a mapping with ``x``, ``y`` and ``z``, at once or under ``position`` or ``real``, beside which there may be an
orientation and a state.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from understudy.capture.kinect.body import Found, SensorBody, body_in_frames
from understudy.capture.kinect.joints import Sensor, best_sensor
from understudy.capture.kinect.time import past_midnight, stamp_of
from understudy.capture.kinect.words import (
    JOINT_WORDS,
    NUMBERS,
    PERSON_WORDS,
    QUANTITIES,
    STATES,
    TIME_WORDS,
    WRITTEN,
)
from understudy.capture.source import Source
from understudy.capture.text.cells import cell_number
from understudy.capture.text.json_frames import JsonFrame, json_frames, value_of
from understudy.errors import CaptureError
from understudy.plain_text import squeezed

_BODIES = ("bodies", "skeletons", "users", "people", "persons", "body", "skeleton", "user")
_JOINTS = ("joints", "jointpositions", "skeleton", "body")
_NAMES = (*JOINT_WORDS, "name", "id")
_PLACES = ("position", "pos", "real", "cameraspacepoint", "worldposition", "coordinates", "xyz", "point")
_TURNS = ("orientation", "quaternion", "rotation", "jointorientation")

_TURN = slice(3, 7)
_NAN = float("nan")
_LARGEST = 1e300

_SNIFFED_BYTES = 1 << 16
_TEXT = re.compile(rb'"([A-Za-z][A-Za-z0-9_ .\-]{2,40})"')
_NUMBERED = re.compile(rb'"(?:type|joint_?type|joint_?id)"\s*:\s*(\d{1,3})\b', re.IGNORECASE)


def find_json(content: bytes, sensors: Sequence[Sensor]) -> Found | None:
    """Return the sensor whose joints the beginning of a JSON text names or numbers, if there is one."""
    beginning = content[:_SNIFFED_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not beginning.startswith((b"{", b"[")):
        return None
    sensor = best_sensor(sensors, {match.decode() for match in _TEXT.findall(beginning)})
    if sensor is None:
        numbers = {int(match) for match in _NUMBERED.findall(beginning)}
        sensor = next((each for each in sensors if each.is_told_by_numbers(numbers)), None)
    return None if sensor is None else Found(sensor, partial(_read, sensor=sensor))


def _read(source: Source, sensor: Sensor) -> SensorBody:
    """Read the person who is seen most from a JSON text."""
    frames, _ = json_frames(source, _is_frame)
    rows: dict[str, int | None] = {}
    seen = [
        (index, person, joint_numbers(sensor, joints, rows))
        for index, frame in enumerate(frames)
        for person, joints in _bodies(frame.content)
    ]
    if not any(np.isfinite(numbers).any() for _, _, numbers in seen):
        raise CaptureError(source.path, f"holds no frame with joints of {sensor.name}")
    times = np.array([_time(frame) for frame in frames])
    stamps = past_midnight(times) if np.isfinite(times).any() else None
    return body_in_frames(sensor.joints, len(frames), seen, stamps)


def joint_numbers(sensor: Sensor, joints: object, rows: dict[str, int | None]) -> list[list[float]]:
    """Return the numbers (K, 8) of a person's joints, NaN for what is not there.

    Args:
        sensor: Whose joints they are.
        joints: A mapping of joints, or a list.
        rows: The rows of names that were looked up already, to be added to.
    """
    numbers = [[_NAN] * len(NUMBERS) for _ in sensor.joints]
    for name, entry in _entries(joints):
        if name not in rows:
            joint = sensor.joint_of(name)
            rows[name] = None if joint is None else sensor.index[joint]
        row = rows[name]
        if row is not None:
            _fill(numbers[row], entry)
    return numbers


def _is_frame(value: object) -> bool:
    return isinstance(value, dict) and value_of(value, _BODIES) is not None


def _bodies(frame: object) -> Iterator[tuple[str, object]]:
    """Yield number and joints of each person in a frame."""
    if not isinstance(frame, dict):
        yield "", frame
        return
    people = _people(value_of(frame, _BODIES))
    for index, person in enumerate([frame] if people is None else people):
        number, joints = value_of(person, PERSON_WORDS), value_of(person, _JOINTS)
        yield (
            str(number) if isinstance(number, (str, int, float)) else f"#{index}",
            joints if isinstance(joints, (list, dict)) else person,
        )


def _people(found: object) -> list[dict[str, Any]] | None:
    """Return the persons of a list, of a mapping whose values have joints, or of one that itself has them.

    None where it is nothing of that.
    """
    if isinstance(found, list) and all(isinstance(person, dict) for person in found):
        return found
    if not isinstance(found, dict):
        return None
    candidates = [found, *(body for body in found.values() if isinstance(body, dict))]
    return [body for body in candidates if value_of(body, _JOINTS) is not None] or None


def _time(frame: JsonFrame) -> float:
    word = value_of(frame.content, TIME_WORDS) if isinstance(frame.content, dict) else None
    stamp = stamp_of(str(word)[:80]) if isinstance(word, (str, int, float)) else stamp_of(frame.key[:80])
    return np.nan if stamp is None else stamp


def _entries(joints: object) -> Iterator[tuple[str, object]]:
    """Yield name or number and entry of each joint; in a list without names they stand in order."""
    if isinstance(joints, dict):
        yield from joints.items()
    elif isinstance(joints, list):
        for index, entry in enumerate(joints):
            name = value_of(entry, _NAMES) if isinstance(entry, dict) else None
            yield str(index if name is None or isinstance(name, (dict, list)) else name), entry


def _fill(row: list[float], entry: object) -> None:
    """Write what an entry says into the numbers (8) of its joint."""
    if isinstance(entry, list) and len(entry) >= len(WRITTEN[3]):
        for place, value in zip(WRITTEN.get(min(len(entry), len(NUMBERS)), WRITTEN[3]), entry, strict=False):
            row[place] = _number(value)
    elif isinstance(entry, dict):
        for key, value in entry.items():
            word = squeezed(key)
            if isinstance(value, (list, dict)) and word in _PLACES:
                _fill(row, value)
            elif isinstance(value, dict) and word in _TURNS:
                _fill(row, {f"q{squeezed(axis)}": number for axis, number in value.items()})
            elif isinstance(value, list) and word in _TURNS and len(value) == 4:
                row[_TURN] = [_number(number) for number in value]
            elif not isinstance(value, (list, dict)) and word in QUANTITIES:
                row[QUANTITIES[word]] = _number(value)


def _number(value: object) -> float:
    """Return a number that JSON holds as such, as a truth, or as a word; NaN where it is none."""
    if isinstance(value, (float, int)):
        # A whole number of hundreds of digits is no coordinate.
        return float(value) if -_LARGEST < value < _LARGEST else _NAN
    number = cell_number(value.encode(), np.inf, STATES) if isinstance(value, str) else None
    return _NAN if number is None else number
