"""JSON of a depth camera's joints, in the ways in which people write it.

Frames are a list, or a mapping by number or time, at the top or under a name such as ``frames``, or one
JSON text a line. A frame maps joints to their places, at once or under names such as ``joints``, ``bodies``
or ``skeletons``; joints may also be a list, each with its name or number, or all of them in order. A place
is ``[x, y, z]`` or a mapping with ``x``, ``y`` and ``z``, at once or under ``position`` or ``real``, beside
which there may be an orientation and a state.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.json_joints import ENTRY, JointReader, named
from understudy.capture.kinect.sensor import Sensor, best_sensor
from understudy.capture.kinect.table import PERSON_WORDS, TIME_WORDS, most_seen
from understudy.capture.kinect.time import past_midnight, stamp_of
from understudy.capture.source import Source
from understudy.capture.text.plain_text import plain_lines, trimmed
from understudy.errors import CaptureError

_FRAMES = ("frames", "bodyframes", "skeletonframes", "data", "positions", "recording", "samples")
_BODIES = ("bodies", "skeletons", "users", "people", "persons", "body", "skeleton", "user")
_JOINTS = ("joints", "jointpositions", "skeleton", "body")
_SNIFFED_BYTES = 1 << 16
_TEXT = re.compile(rb'"([A-Za-z][A-Za-z0-9_ .\-]{2,40})"')
_NUMBERED = re.compile(rb'"(?:type|joint_?type|joint_?id)"\s*:\s*(\d{1,3})\b', re.IGNORECASE)


def find_in_json(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    """Return the sensor whose joints the beginning of a JSON text names or numbers, if there is one."""
    beginning = content[:_SNIFFED_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not beginning.startswith((b"{", b"[")):
        return None
    names = {match.decode() for match in _TEXT.findall(beginning)}
    sensor = best_sensor(sensors, names)
    if sensor is not None:
        return sensor
    numbers = {int(match) for match in _NUMBERED.findall(beginning)}
    return next((sensor for sensor in sensors if sensor.is_told_by_numbers(numbers)), None)


def read_json(source: Source, sensor: Sensor) -> SensorBody:
    """Read the person who is seen most from a JSON text."""
    stamps: list[float] = []
    frames: list[int] = []
    persons: list[str] = []
    bodies: list[np.ndarray] = []
    reader = JointReader(sensor)
    for index, (stamp, frame) in enumerate(_frames(_parse(source))):
        stamps.append(stamp)
        for person, joints in _bodies(frame):
            frames.append(index)
            persons.append(person)
            bodies.append(reader.numbers(joints))
    if not bodies:
        raise CaptureError(source.path, f"holds no frame with joints of {sensor.name}")
    kept, notes = most_seen(persons, len(bodies))
    values = np.full((len(stamps), len(sensor.joints), len(ENTRY)), np.nan)
    values[np.array(frames)[kept]] = np.stack(bodies)[kept]
    times = np.array(stamps)
    return SensorBody(
        joints=sensor.joints,
        points=values[..., :3],
        confidence=values[..., 7] if np.isfinite(values[..., 7]).any() else None,
        quaternions=values[..., 3:7] if np.isfinite(values[..., 3:7]).any() else None,
        stamps=past_midnight(times) if np.isfinite(times).any() else None,
        notes=notes,
    )


def _parse(source: Source) -> object:
    """Return what a JSON text says, or a list of what its lines say."""
    try:
        text = source.content.decode("utf-8-sig")
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            if not error.msg.startswith("Extra data"):
                raise
        lines = enumerate(plain_lines(text), start=1)
        return [_parse_line(source, number, line) for number, line in lines if trimmed(line)]
    except json.JSONDecodeError as error:
        raise CaptureError(source.path, f"is no JSON ({error.msg})", error.lineno) from error
    except RecursionError as error:
        raise CaptureError(source.path, "is JSON nested too deep to be joints") from error
    except ValueError as error:
        raise CaptureError(source.path, f"is no JSON ({error})") from error


def _parse_line(source: Source, number: int, line: str) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise CaptureError(source.path, f"is no JSON ({error.msg})", number) from error


def _frames(document: object) -> Iterator[tuple[float, object]]:
    """Yield time stamp (NaN where there is none) and content of each frame."""
    if isinstance(document, list):
        yield from ((_time(frame), frame) for frame in document)
    elif isinstance(document, dict):
        frames = named(document, _FRAMES)
        if isinstance(frames, (list, dict)):
            yield from _frames(frames)
        elif document and all(stamp_of(str(key)) is not None for key in document):
            yield from ((stamp_of(str(key)) or 0.0, frame) for key, frame in document.items())
        else:
            yield _time(document), document


def _bodies(frame: object) -> Iterator[tuple[str, object]]:
    """Yield number and joints of each person in a frame."""
    if not isinstance(frame, dict):
        yield "", frame
        return
    people = _people(named(frame, _BODIES))
    if people is None:
        yield _person(frame, 0), _joints(frame)
    else:
        yield from ((_person(person, index), _joints(person)) for index, person in enumerate(people))


def _people(found: object) -> list[dict[str, Any]] | None:
    """Return the persons of a list, of a mapping whose values have joints, or of one that itself has them.

    None where it is nothing of that.
    """
    if isinstance(found, list) and all(isinstance(person, dict) for person in found):
        return found
    if not isinstance(found, dict):
        return None
    candidates = [found, *(body for body in found.values() if isinstance(body, dict))]
    return [body for body in candidates if named(body, _JOINTS) is not None] or None


def _joints(person: dict[str, Any]) -> object:
    joints = named(person, _JOINTS)
    return joints if isinstance(joints, (list, dict)) else person


def _person(person: dict[str, Any], index: int) -> str:
    number = named(person, PERSON_WORDS)
    return str(number) if isinstance(number, (str, int)) else f"#{index}"


def _time(frame: object) -> float:
    word = named(frame, TIME_WORDS) if isinstance(frame, dict) else None
    stamp = stamp_of(str(word)[:80]) if isinstance(word, (str, int, float)) else None
    return np.nan if stamp is None else stamp
