"""Named points as JSON, the simplest way in, for UDP and WebSocket alike.

    {"time": 12.345, "person": "anna", "points": {"left_elbow": [0.1, 1.2, 0.3], "nose": null},
     "rotations": {"left_elbow": [1, 0, 0, 0]}}

Points are in any unit and axes, quaternions wxyz; ``time`` [s] and ``person`` may be left out. Several people
come as ``{"time": …, "people": [{"person": …, "points": …}, …]}``.
"""

from __future__ import annotations

import json
import math

import numpy as np

from understudy.live.packets import LARGEST_PACKET, LONGEST_NAME, PacketError, unit_quaternions
from understudy.live.sighting import MOST_POINTS, Sighting, StreamFacts

FACTS = StreamFacts(format="JSON")

MOST_PEOPLE = 32


class JsonPoints:
    """Parses packets; names that stay the same stay the same tuple."""

    def __init__(self) -> None:
        """Know no names."""
        self._names: tuple[str, ...] = ()

    def parse(self, data: bytes | str, now: float) -> list[Sighting]:
        """Return the people of a packet.

        Args:
            data: The packet.
            now: When it came [s], which counts where it does not say its time.

        Raises:
            PacketError: Where it is malformed.
        """
        if len(data) > LARGEST_PACKET:
            raise PacketError(f"has {len(data)} bytes, expected at most {LARGEST_PACKET}")
        try:
            packet = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise PacketError("is no JSON") from error
        if not isinstance(packet, dict):
            raise PacketError("is no JSON object")
        time = _time(packet.get("time", now))
        people = packet.get("people", [packet])
        if not isinstance(people, list) or len(people) > MOST_PEOPLE:
            raise PacketError(f"'people' is no list of up to {MOST_PEOPLE}")
        return [self._person(each, time) for each in people]

    def _person(self, person: object, time: float) -> Sighting:
        if not isinstance(person, dict):
            raise PacketError("a person is no object")
        points = person.get("points")
        if not isinstance(points, dict) or not 0 < len(points) <= MOST_POINTS:
            raise PacketError(f"'points' is no object of 1 to {MOST_POINTS} points")
        names = tuple(points)
        if names == self._names:
            names = self._names
        elif any(len(name) > LONGEST_NAME for name in names):
            raise PacketError(f"a name is longer than {LONGEST_NAME}")
        self._names = names
        places = _places(list(points.values()))
        turns = person.get("rotations")
        rotations = None if turns is None else _rotations(turns, names)
        who = person.get("person", "")
        if not isinstance(who, (str, int)) or isinstance(who, bool) or len(str(who)) > LONGEST_NAME:
            raise PacketError("'person' is no name")
        return Sighting(time, names, places, rotations, str(who))


def _time(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e12:
        raise PacketError("'time' is no time in seconds")
    return float(value)


def _places(values: list[object]) -> np.ndarray:
    """Return (K, 3), all NaN in rows that are null or have a number that is not finite."""
    rows = [value for value in values if isinstance(value, list) and len(value) == 3]
    # Rows of plain numbers, which nearly all packets hold, are taken together.
    if len(rows) == len(values) and {type(each) for row in rows for each in row} == {float}:
        places = np.array(rows)
        if np.isfinite(places).all():
            return places
    return np.array([_numbers(value, 3) for value in values])


def _numbers(value: object, count: int) -> list[float]:
    """Return so many numbers, all NaN for null and where one of them is not finite."""
    if value is None:
        return [math.nan] * count
    if not isinstance(value, list) or len(value) != count:
        raise PacketError(f"a point is no list of {count} numbers")
    if any(isinstance(each, bool) or not isinstance(each, (int, float, type(None))) for each in value):
        raise PacketError(f"a point is no list of {count} numbers")
    try:
        numbers = [math.nan if each is None else float(each) for each in value]
    except OverflowError as error:
        raise PacketError("a number is too large") from error
    return numbers if all(map(math.isfinite, numbers)) else [math.nan] * count


def _rotations(turns: object, names: tuple[str, ...]) -> np.ndarray:
    if not isinstance(turns, dict):
        raise PacketError("'rotations' is no object")
    rows = [_numbers(turns.get(name), 4) for name in names]
    values = np.array([[1.0, 0.0, 0.0, 0.0] if math.isnan(row[0]) else row for row in rows])
    return unit_quaternions(values)
