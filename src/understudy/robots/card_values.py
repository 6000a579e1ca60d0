"""Single values of a robot card, each checked, so that a slip of the pen is named rather than ignored."""

from __future__ import annotations

from collections.abc import Collection, Sized
from pathlib import Path
from typing import Any

from understudy.errors import RobotError, unknown_name
from understudy.quoting import quoted, shown_value
from understudy.robots.card import Vector

MAX_NUMBER = 1e6
LONGEST_NAME = 80
MOST_ENTRIES, LONGEST_ENTRY = 1000, 300


class CheckedValues:
    """Turns TOML values into checked ones; holds the card's path for its messages.

    ``place`` in the methods names the table and the key, as a message begins with it.
    """

    def __init__(self, path: Path) -> None:
        """Check values of the card at a path."""
        self.path = path

    def text(self, data: dict[str, Any], key: str, default: str | None = None) -> str:
        """Return the text under a key, which must be there unless a default is given."""
        value = data.get(key, default)
        if not isinstance(value, str):
            raise self.error(f"'{key}' is missing or not a text")
        return value

    def choice(self, table: str, data: dict[str, Any], key: str, valid: tuple[str, ...]) -> str:
        """Return one of a few words, by default the first."""
        value = self.text(data, key, valid[0])
        if value not in valid:
            expected = " or ".join(f"'{word}'" for word in valid)
            raise self.error(f"[{table}] {key} is {quoted(value)}, expected {expected}")
        return value

    def table(self, data: dict[str, Any], key: str) -> dict[str, Any]:
        """Return the table under a key, empty where it is left out."""
        table = data.get(key, {})
        if not isinstance(table, dict):
            raise self.error(f"'{key}' must be a table")
        return table

    def known(self, place: str, data: dict[str, Any], valid: Collection[str]) -> None:
        """Refuse keys that mean nothing."""
        for key in data:
            if key not in valid:
                raise self.error(f"{place}: {unknown_name('key', key, valid)}")

    def name(self, place: str, value: Any) -> str:
        """Return a text that is not empty and not longer than any name of a joint or body."""
        # Patterns of thousands of brackets take for ever to be understood.
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_ENTRY:
            raise self.error(f"{place} is {shown_value(value)}, expected a name of up to {LONGEST_ENTRY}")
        return value

    def few(self, place: str, entries: Sized) -> None:
        """Refuse more entries than any robot has, each of which is compared with every joint."""
        if len(entries) > MOST_ENTRIES:
            raise self.error(f"{place} has {len(entries)} entries, at most {MOST_ENTRIES} are read")

    def file_name(self, place: str, value: str) -> str:
        """Return a text of which names of files are made, so that it leads to no other place."""
        if not is_file_name(value):
            raise self.error(
                f"{place} is {quoted(value)}, expected a name of up to {LONGEST_NAME} characters without "
                "slashes, colons and control codes, which does not begin with a dot or a dash"
            )
        return value

    def number(self, place: str, value: Any) -> float:
        """Return a finite number of sensible size."""
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (is_number and abs(value) <= MAX_NUMBER):  # written so that NaN is refused as well
            raise self.error(f"{place} is {shown_value(value)}, expected a number")
        return float(value)

    def positive(self, place: str, value: Any) -> float:
        """Return a number over 0."""
        number = self.number(place, value)
        if number <= 0.0:
            raise self.error(f"{place} is {value}, expected a number over 0")
        return number

    def vector(self, place: str, value: Any) -> Vector:
        """Return three numbers."""
        if not isinstance(value, list) or len(value) != 3:
            raise self.error(f"{place} must hold three numbers [x, y, z]")
        x, y, z = (self.number(place, number) for number in value)
        return x, y, z

    def direction(self, place: str, value: Any) -> Vector:
        """Return three numbers that are not all zero."""
        vector = self.vector(place, value)
        if not any(vector):
            raise self.error(f"{place} is zero, expected a direction")
        return vector

    def error(self, problem: str) -> RobotError:
        """Return the error to raise about a problem of this card."""
        return RobotError(f"{self.path}: {problem}")


def is_file_name(text: str) -> bool:
    """Return whether a text can be part of a file's name on any system without leading elsewhere."""
    is_short = 0 < len(text) <= LONGEST_NAME
    return is_short and text.isprintable() and text[0] not in ".-" and not set(text) & set("/\\:")


def is_filled_list(value: Any) -> bool:
    """Return whether a TOML value is a list with something in it."""
    return isinstance(value, list) and bool(value)
