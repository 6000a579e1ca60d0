"""The robot card: a short TOML file that says what the parts of a robot's model mean.

name = "example"
title = "Example robot"
source = "where its figures come from"

[model]
file = "model.xml"                # beside the card, or inside `package` where that is given
base = "free"                     # or "fixed"

[home]                            # joint = angle [rad] where the robot stands as a person does
LElbow = -0.1

[landmarks]                       # joint centre: the point nearest to the axes of these joints
hip_l = { joints = ["LHipYaw", "LHipRoll", "LHipPitch"] }
toe_l = { body = "LFoot", point = [0.07, 0.0, -0.045] }     # [m] in the body's frame

[frames]                          # canonical body part = body of the model
pelvis = "torso"

[soles]                           # four corners [m]: heel left, heel right, toe left, toe right
l = { body = "LFoot", points = [[-0.03, 0.02, -0.045], ...] }

[velocity]                        # [rad/s or m/s]; names may hold * and ?, the last match counts
"*" = 5.0
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from understudy.errors import RobotError, unknown_name
from understudy.motion.landmarks import FRAMES, LANDMARKS, SIDES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Vector = tuple[float, float, float]
SOLE_CORNERS = 4
MAX_CARD_BYTES = 1 << 20
MAX_NUMBER = 1e6


@dataclass(frozen=True)
class LandmarkSpec:
    """A landmark on the robot: either the centre of joints or a point fixed to a body [m]."""

    joints: tuple[str, ...] = ()
    body: str = ""
    point: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class SoleSpec:
    """A sole: the body it is fixed to and its corners [m], heel left and right, toe left and right."""

    body: str
    points: tuple[Vector, ...]


@dataclass(frozen=True)
class Card:
    """A parsed card; see the module's text for the format."""

    name: str
    title: str
    source: str
    folder: Path
    model_file: str
    package: str = ""
    base: str = "free"
    home: Mapping[str, float] = field(default_factory=dict)
    landmarks: Mapping[str, LandmarkSpec] = field(default_factory=dict)
    frames: Mapping[str, str] = field(default_factory=dict)
    soles: Mapping[str, SoleSpec] = field(default_factory=dict)
    velocity: Mapping[str, float] = field(default_factory=dict)

    @property
    def has_legs(self) -> bool:
        """Whether the robot has thighs and shins to walk with."""
        return all(f"{name}_{side}" in self.landmarks for name in ("hip", "knee") for side in SIDES)


def load_card(path: str | Path) -> Card:
    """Read a card file, checking every key, so that a slip of the pen is named rather than ignored."""
    path = Path(path)
    try:
        if path.stat().st_size > MAX_CARD_BYTES:
            raise RobotError(f"{path}: larger than {MAX_CARD_BYTES} bytes, not a robot card")
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RobotError(f"{path}: not a readable robot card ({error})") from error
    return _CardReader(path).card(data)


class _CardReader:
    """Turns TOML data into a card; holds the path for its messages."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def card(self, data: dict[str, Any]) -> Card:
        self._known("top level", data, {"name", "title", "source", "model", *self._tables()})
        model = self._table(data, "model")
        self._known("[model]", model, {"file", "package", "base"})
        base = self._text(model, "base", "free")
        if base not in ("free", "fixed"):
            raise self._error(f"[model] base is '{base}', expected 'free' or 'fixed'")
        return Card(
            name=self._text(data, "name"),
            title=self._text(data, "title"),
            source=self._text(data, "source"),
            folder=self.path.resolve().parent,
            model_file=self._text(model, "file"),
            package=self._text(model, "package", ""),
            base=base,
            **{key: self._entries(data, key, *how) for key, how in self._tables().items()},
        )

    def _tables(self) -> dict[str, tuple[tuple[str, ...] | None, Callable[[str, Any], Any]]]:
        """Return for each table its valid names (None: any) and the reader of one entry."""
        return {
            "home": (None, self._number),
            "landmarks": (LANDMARKS, self._landmark),
            "frames": (FRAMES, self._name),
            "soles": (SIDES, self._sole),
            "velocity": (None, self._positive),
        }

    def _entries(
        self, data: dict[str, Any], table: str, names: tuple[str, ...] | None, read: Callable[[str, Any], Any]
    ) -> dict[str, Any]:
        entries = self._table(data, table)
        if names is not None:
            self._known(f"[{table}]", entries, set(names))
        return {name: read(f"[{table}] {name}", value) for name, value in entries.items()}

    def _table(self, data: dict[str, Any], key: str) -> dict[str, Any]:
        table = data.get(key, {})
        if not isinstance(table, dict):
            raise self._error(f"'{key}' must be a table")
        return table

    def _landmark(self, place: str, value: Any) -> LandmarkSpec:
        if isinstance(value, dict) and set(value) == {"joints"} and self._is_filled_list(value["joints"]):
            return LandmarkSpec(joints=tuple(self._name(place, joint) for joint in value["joints"]))
        if isinstance(value, dict) and set(value) == {"body", "point"}:
            return LandmarkSpec(
                body=self._name(place, value["body"]), point=self._vector(place, value["point"])
            )
        raise self._error(f"{place} must be {{ joints = [...] }} or {{ body = ..., point = [x, y, z] }}")

    def _sole(self, place: str, value: Any) -> SoleSpec:
        if not (
            isinstance(value, dict)
            and set(value) == {"body", "points"}
            and self._is_filled_list(value["points"])
        ):
            raise self._error(f"{place} must be {{ body = ..., points = [four corners] }}")
        points = tuple(self._vector(place, point) for point in value["points"])
        if len(points) != SOLE_CORNERS:
            raise self._error(f"{place} has {len(points)} points, expected {SOLE_CORNERS}")
        return SoleSpec(body=self._name(place, value["body"]), points=points)

    @staticmethod
    def _is_filled_list(value: Any) -> bool:
        return isinstance(value, list) and bool(value)

    def _vector(self, place: str, value: Any) -> Vector:
        if not isinstance(value, list) or len(value) != 3:
            raise self._error(f"{place} must hold three numbers [x, y, z]")
        x, y, z = (self._number(place, number) for number in value)
        return x, y, z

    def _number(self, place: str, value: Any) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (is_number and abs(value) <= MAX_NUMBER):  # written so that NaN is refused as well
            raise self._error(f"{place} is {value!r}, expected a number")
        return float(value)

    def _positive(self, place: str, value: Any) -> float:
        number = self._number(place, value)
        if number <= 0.0:
            raise self._error(f"{place} is {value}, expected a number over 0")
        return number

    def _name(self, place: str, value: Any) -> str:
        if not isinstance(value, str) or not value:
            raise self._error(f"{place} is {value!r}, expected a name")
        return value

    def _text(self, data: dict[str, Any], key: str, default: str | None = None) -> str:
        value = data.get(key, default)
        if not isinstance(value, str):
            raise self._error(f"'{key}' is missing or not a text")
        return value

    def _known(self, place: str, data: dict[str, Any], valid: set[str]) -> None:
        for key in data:
            if key not in valid:
                raise self._error(f"{place}: {unknown_name('key', key, valid)}")

    def _error(self, problem: str) -> RobotError:
        return RobotError(f"{self.path}: {problem}")
