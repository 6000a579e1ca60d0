"""The joints of one person in JSON: a mapping or a list, of places written in several ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from understudy.capture.kinect.cells import number_of
from understudy.capture.kinect.rows import JOINT_WORDS
from understudy.capture.kinect.sensor import Sensor, squeezed
from understudy.capture.kinect.table import QUANTITIES

ENTRY = ("x", "y", "z", "qx", "qy", "qz", "qw", "state")
"""Numbers of a joint; those of a quaternion are in the file's order where it is a list."""

_COLUMNS = {quantity: column for column, quantity in enumerate(ENTRY)}
_PLACES = ("position", "pos", "real", "cameraspacepoint", "worldposition", "coordinates", "xyz", "point")
_TURNS = ("orientation", "quaternion", "rotation", "jointorientation")
_NAMES = (*JOINT_WORDS, "name", "id")
_TURN_START, _STATE = 3, 7
_NAN = float("nan")
_LARGEST = 1e300


class JointReader:
    """Reads the joints of a sensor, frame after frame."""

    def __init__(self, sensor: Sensor) -> None:
        """Begin with no name looked up yet."""
        self._sensor = sensor
        self._rows: dict[str, int | None] = {}

    def numbers(self, joints: object) -> np.ndarray:
        """Return (K, 8) the numbers of a person's joints, NaN for what is not there."""
        rows = [[_NAN] * len(ENTRY) for _ in self._sensor.joints]
        for name, entry in _entries(joints):
            row = self._row(name)
            if row is not None:
                _fill(rows[row], entry)
        return np.array(rows)

    def _row(self, name: str) -> int | None:
        if name not in self._rows:
            joint = self._sensor.joint_of(name)
            self._rows[name] = None if joint is None else self._sensor.index[joint]
        return self._rows[name]


def named(entry: dict[str, Any], names: tuple[str, ...]) -> object:
    """Return the value under the first of several squeezed names, the best first, None without any."""
    keys = {squeezed(key): key for key in entry}
    return next((entry[keys[name]] for name in names if name in keys), None)


def _entries(joints: object) -> Iterator[tuple[str, object]]:
    """Yield name or number and entry of each joint; in a list without names they stand in order."""
    if isinstance(joints, dict):
        yield from joints.items()
    elif isinstance(joints, list):
        for index, entry in enumerate(joints):
            name = named(entry, _NAMES) if isinstance(entry, dict) else None
            yield str(index if name is None or isinstance(name, (dict, list)) else name), entry


def _fill(row: list[float], entry: object) -> None:
    """Write what an entry says into the numbers (8) of its joint."""
    if isinstance(entry, list):
        _fill_list(row, entry)
    elif isinstance(entry, dict):
        for key, value in entry.items():
            word = squeezed(key)
            if isinstance(value, (list, dict)):
                _fill_nested(row, word, value)
            elif word in QUANTITIES:
                row[_COLUMNS[QUANTITIES[word]]] = _number(value)


def _fill_nested(row: list[float], word: str, value: list[Any] | dict[str, Any]) -> None:
    if word in _PLACES:
        _fill(row, value)
    elif word in _TURNS and isinstance(value, dict):
        for key, number in value.items():
            quantity = QUANTITIES.get(f"q{squeezed(key)}")
            if quantity is not None and not isinstance(number, (list, dict)):
                row[_COLUMNS[quantity]] = _number(number)
    elif word in _TURNS and len(value) == 4:
        row[_TURN_START:_STATE] = [_number(number) for number in value]


def _fill_list(row: list[float], entry: list[Any]) -> None:
    numbers = [_number(value) for value in entry[: len(ENTRY)]]
    if len(numbers) >= 3:
        row[:3] = numbers[:3]
    if len(numbers) >= _STATE:
        row[_TURN_START:_STATE] = numbers[_TURN_START:_STATE]
    if len(numbers) in (4, len(ENTRY)):
        row[_STATE] = numbers[-1]


def _number(value: object) -> float:
    """Return a number that JSON holds as such, as a truth, or as a word; NaN where it is none."""
    if isinstance(value, (float, int)):
        # A whole number of hundreds of digits is no coordinate.
        return float(value) if -_LARGEST < value < _LARGEST else _NAN
    number = number_of(value.encode()) if isinstance(value, str) else None
    return _NAN if number is None else number
