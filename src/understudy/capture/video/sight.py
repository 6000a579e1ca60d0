"""What a tracker says of itself and of the people in a picture, read with care from another process."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.motion.landmarks import LANDMARKS

PROTOCOL = 1
MOST_POINTS, MOST_PEOPLE = 512, 16
LONGEST_NAME = 100
VALUES = 6
"""Of a point: x and y in the picture [px], x, y and z in space, and how surely it is seen."""

FARTHEST = 1e6
_UPS = ("x", "y", "z", "-x", "-y", "-z")


class BrokenAnswerError(ValueError):
    """What a tracker sent is not what its protocol says."""


@dataclass(frozen=True)
class TrackerFacts:
    """What a tracker says of itself.

    Attributes:
        name: What it is called.
        version: Of it.
        points: K names of the points of a person.
        landmarks: Canonical landmark → names of the points whose mean it is, beyond those of known sets.
        unit: Metres per unit of its points in space, None where that is not known.
        up: Its axis that points up where the camera is level.
    """

    name: str
    version: str
    points: tuple[str, ...]
    landmarks: Mapping[str, tuple[str, ...]]
    unit: float | None = 1.0
    up: str | None = "-y"

    @classmethod
    def from_message(cls, content: bytes) -> TrackerFacts:
        """Read what a tracker says of itself.

        Raises:
            BrokenAnswerError: Where it is of another protocol, or no such thing.
        """
        try:
            said = json.loads(content)
            if said["protocol"] != PROTOCOL:
                raise BrokenAnswerError(f"speaks protocol {said['protocol']!r}, expected {PROTOCOL}")
            points = tuple(map(_text, said["points"]))
            landmarks = {name: tuple(map(_text, of)) for name, of in dict(said.get("landmarks", {})).items()}
            unit, up = said.get("unit"), said.get("up")
        except BrokenAnswerError:
            raise
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BrokenAnswerError(f"does not say what it is ({type(error).__name__})") from error
        if not 1 <= len(points) <= MOST_POINTS or len(set(points)) < len(points):
            raise BrokenAnswerError(
                f"names {len(points)} points, expected 1 to {MOST_POINTS} of different names"
            )
        for landmark, of in landmarks.items():
            if landmark not in LANDMARKS or not of or not set(points).issuperset(of):
                raise BrokenAnswerError("names landmarks that are none, or of points that it has not")
        is_unit = unit is None or (type(unit) in (int, float) and 1e-9 <= unit <= 1e5)
        if not is_unit or (up is not None and up not in _UPS):
            raise BrokenAnswerError("states a unit or an axis that is none")
        name, version = _text(said.get("tracker")), _text(said.get("version"))
        return cls(name, version, points, landmarks, unit, up)


def _text(value: object) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME or not value.isprintable():
        raise BrokenAnswerError(f"has a name that is none, expected 1 to {LONGEST_NAME} letters")
    return value


@dataclass(frozen=True, eq=False)
class Sight:
    """One person in one picture.

    Attributes:
        number: Which of the tracker's people.
        values: (K, 6) x and y in the picture [px], x, y and z in space, and how surely it is seen, 0 to 1;
            NaN
            where a point is not seen.
    """

    number: int
    values: np.ndarray


def sights_from_message(content: bytes, point_count: int) -> tuple[Sight, ...]:
    """Read the people of a picture.

    Raises:
        BrokenAnswerError: Where the message has another length than it says.
    """
    if len(content) < 4:
        raise BrokenAnswerError("does not say how many people it sees")
    (count,) = struct.unpack_from("<I", content)
    size = 4 + 4 * VALUES * point_count
    if count > MOST_PEOPLE or len(content) != 4 + count * size:
        raise BrokenAnswerError(f"sends {len(content)} bytes for {count} people of {point_count} points")
    people = []
    for place in range(4, len(content), size):
        (number,) = struct.unpack_from("<I", content, place)
        values = np.frombuffer(content, "<f4", VALUES * point_count, place + 4).astype(np.float64)
        people.append(Sight(number, _sane(values.reshape(point_count, VALUES))))
    return tuple(people)


def _sane(values: np.ndarray) -> np.ndarray:
    """Return values whose points are NaN where one of their numbers is no place."""
    with np.errstate(invalid="ignore"):
        is_sane = (np.abs(values) < FARTHEST).all(axis=1)
    values[~is_sane] = np.nan
    values[:, 5] = np.clip(values[:, 5], 0.0, 1.0)
    return values
